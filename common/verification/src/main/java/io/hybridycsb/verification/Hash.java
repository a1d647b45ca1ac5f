package io.hybridycsb.verification;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * A hash of 32 bytes, as SHA-256 and Keccak-256 make them. What a server sends becomes one where it
 * is parsed: where hashes are joined and hashed again, two of other lengths could stand for one
 * another.
 */
public final class Hash {
  /** The length of every hash. */
  public static final int BYTES = 32;

  private final byte[] bytes;

  private Hash(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * A hash of these bytes, which are copied.
   *
   * @throws IllegalArgumentException unless they are 32
   */
  public static Hash of(byte[] bytes) {
    if (bytes.length != BYTES) {
      throw new IllegalArgumentException(
          "a hash has %d bytes, not %d".formatted(bytes.length, BYTES));
    }
    return new Hash(bytes.clone());
  }

  /**
   * A hash in hexadecimal digits, without 0x.
   *
   * @throws IllegalArgumentException unless they are 64
   */
  public static Hash ofHex(String digits) {
    return of(HexFormat.of().parseHex(digits));
  }

  /** SHA-256 of all parts, one after another. */
  public static Hash sha256(byte[]... parts) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (byte[] part : parts) {
        digest.update(part);
      }
      return new Hash(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this JVM has no SHA-256", e);
    }
  }

  /** A copy of the 32 bytes. */
  public byte[] bytes() {
    return bytes.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Hash that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** 64 hexadecimal digits. */
  @Override
  public String toString() {
    return HexFormat.of().formatHex(bytes);
  }
}
