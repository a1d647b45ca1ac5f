package io.hybridycsb.immudb.proof;

import io.hybridycsb.verification.Hash;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** SHA-256 of parts, one after another. Numbers are big-endian. */
public final class Sha256 {
  /** Of no parts. A copy of it costs less than to look the algorithm up again. */
  private static final MessageDigest EMPTY = empty();

  private final MessageDigest digest;

  Sha256() {
    try {
      digest = (MessageDigest) EMPTY.clone();
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException("this JVM's SHA-256 can't be copied", e);
    }
  }

  private static MessageDigest empty() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this JVM has no SHA-256", e);
    }
  }

  /** The hash of all parts. */
  public static Hash of(byte[]... parts) {
    Sha256 sha256 = new Sha256();
    for (byte[] part : parts) {
      sha256.add(part);
    }
    return sha256.hash();
  }

  Sha256 add(byte[] part) {
    digest.update(part);
    return this;
  }

  Sha256 add(Hash part) {
    part.addTo(digest);
    return this;
  }

  Sha256 addLong(long number) {
    return add(ByteBuffer.allocate(Long.BYTES).putLong(number).array());
  }

  Sha256 addInt(int number) {
    return add(ByteBuffer.allocate(Integer.BYTES).putInt(number).array());
  }

  Sha256 addShort(int number) {
    return add(ByteBuffer.allocate(Short.BYTES).putShort((short) number).array());
  }

  Hash hash() {
    return Hash.of(digest.digest());
  }
}
