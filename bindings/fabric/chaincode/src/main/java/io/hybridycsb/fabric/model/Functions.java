package io.hybridycsb.fabric.model;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The chaincode's functions. State keys are texts, everything else is bytes. Several records are as
 * {@link io.hybridycsb.records.Fields}, by their state keys.
 */
public final class Functions {
  /** {@code get KEY}: the record, or nothing if there is none. */
  public static final String GET = "get";

  /** {@code put KEY RECORD}: makes the record exactly this; reads nothing. */
  public static final String PUT = "put";

  /** {@code merge KEY RECORD}: adds or replaces fields; reads the record. */
  public static final String MERGE = "merge";

  /** {@code delete KEY}: removes the record if there is one; reads nothing. */
  public static final String DELETE = "delete";

  /**
   * {@code scan FIRST END COUNT}: at most COUNT (a decimal number) records by rising key, from
   * FIRST to before END. Only to be evaluated: peers refuse it in a transaction.
   */
  public static final String SCAN = "scan";

  /**
   * {@code execute EXPECTED WRITTEN}: writes all records, or none; one without bytes is deleted.
   * Refused, beginning with {@link #CHANGED}, unless each expected record has this {@link #digest}.
   */
  public static final String EXECUTE = "execute";

  /** Begins the message of a transaction that is refused since another has changed a record. */
  public static final String CHANGED = "changed meanwhile: ";

  /** {@code ping}: nothing at all; tells that peers can endorse. */
  public static final String PING = "ping";

  /** A range query answers no more records than this. */
  public static final int SCAN_RECORDS_MAX = 100_000;

  /** A transaction expects and writes no more records than this. */
  public static final int OPERATIONS_MAX = 1000;

  private static final byte[] NOTHING = {};

  private Functions() {}

  /** SHA-256 of a record; nothing if it has no bytes, since there is none. */
  public static byte[] digest(byte[] record) {
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
   * Checks how much a transaction is about.
   *
   * @throws IllegalArgumentException if it is too much
   */
  public static void requireFew(int operations) {
    if (operations > OPERATIONS_MAX) {
      throw new IllegalArgumentException(
          "a transaction has at most %d operations".formatted(OPERATIONS_MAX));
    }
  }
}
