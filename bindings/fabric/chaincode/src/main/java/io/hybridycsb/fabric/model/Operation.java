package io.hybridycsb.fabric.model;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One operation of a transaction of several.
 *
 * @param kind what it does
 * @param stateKey the record's key
 * @param record what to put or merge; of an expectation the digest of the record that must be
 *     there, empty if none may be; empty for the others
 */
public record Operation(Kind kind, String stateKey, byte[] record) {
  /** A transaction has no more operations than this. */
  public static final int OPERATIONS_MAX = 1000;

  private static final byte[] NOTHING = {};

  /** What an operation does. The order is part of the format. */
  public enum Kind {
    GET,
    PUT,
    MERGE,
    DELETE,
    /** Refuses the whole transaction unless the record is the expected one. */
    EXPECT
  }

  public static Operation get(String stateKey) {
    return new Operation(Kind.GET, stateKey, NOTHING);
  }

  public static Operation put(String stateKey, byte[] record) {
    return new Operation(Kind.PUT, stateKey, record);
  }

  public static Operation merge(String stateKey, byte[] record) {
    return new Operation(Kind.MERGE, stateKey, record);
  }

  public static Operation delete(String stateKey) {
    return new Operation(Kind.DELETE, stateKey, NOTHING);
  }

  /**
   * Refuses the transaction unless the record still is as it was seen.
   *
   * @param record as it was seen; empty if there was none
   */
  public static Operation expect(String stateKey, byte[] record) {
    return new Operation(Kind.EXPECT, stateKey, digest(record));
  }

  /** Whether a record, empty if there is none, is the one that this operation expects. */
  public boolean expects(byte[] found) {
    return Arrays.equals(record, digest(found));
  }

  private static byte[] digest(byte[] record) {
    if (record.length == 0) {
      return NOTHING;
    }
    try {
      return MessageDigest.getInstance("SHA-256").digest(record);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this JDK has no SHA-256", e);
    }
  }

  /**
   * Operations as bytes: for each its kind (1 byte), the key's length (2 bytes), the key (UTF-8),
   * the record's length (4 bytes), the record.
   *
   * @throws IllegalArgumentException if there are too many
   */
  public static byte[] encode(List<Operation> operations) {
    requireNotTooMany(operations.size());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (Operation operation : operations) {
      out.write(operation.kind.ordinal());
      Bytes.putText(out, Bytes.utf8(operation.stateKey));
      Bytes.putBytes(out, operation.record);
    }
    return out.toByteArray();
  }

  /**
   * Decodes operations.
   *
   * @throws IllegalArgumentException if the bytes are none, or there are too many
   */
  public static List<Operation> decode(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    List<Operation> operations = new ArrayList<>();
    while (in.hasRemaining()) {
      int kind = Bytes.getByte(in);
      if (kind < 0 || kind >= Kind.values().length) {
        throw new IllegalArgumentException("unknown kind of operation: " + kind);
      }
      operations.add(new Operation(Kind.values()[kind], Bytes.getText(in), Bytes.getBytes(in)));
      requireNotTooMany(operations.size());
    }
    return operations;
  }

  private static void requireNotTooMany(int count) {
    if (count > OPERATIONS_MAX) {
      throw new IllegalArgumentException(
          "a transaction has at most %d operations".formatted(OPERATIONS_MAX));
    }
  }
}
