package io.hybridycsb.veritas.crypto;

import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** SHA-256 of the JDK, which uses the processor's own instructions. */
public final class Hashes {
  public static final int BYTES = 32;

  private static final ThreadLocal<MessageDigest> SHA256 =
      ThreadLocal.withInitial(
          () -> {
            try {
              return MessageDigest.getInstance("SHA-256", "SUN");
            } catch (NoSuchAlgorithmException | java.security.NoSuchProviderException e) {
              throw new IllegalStateException("this JDK has no SHA-256", e);
            }
          });

  private Hashes() {}

  public static byte[] sha256(byte[] bytes) {
    return SHA256.get().digest(bytes);
  }

  /** SHA-256 of one byte and {@code bytes}. */
  static byte[] sha256(byte domain, byte[] bytes) {
    MessageDigest digest = SHA256.get();
    digest.update(domain);
    return digest.digest(bytes);
  }

  /** SHA-256 of one byte, {@code bytes} and one byte. */
  static byte[] sha256(byte domain, byte[] bytes, byte last) {
    MessageDigest digest = SHA256.get();
    digest.update(domain);
    digest.update(bytes);
    digest.update(last);
    return digest.digest();
  }

  /** SHA-256 of 0x01 and two hashes that lie in {@code hashes}; the result replaces {@code at}. */
  static void node(byte[] left, int leftAt, byte[] right, int rightAt, byte[] out, int outAt) {
    MessageDigest digest = SHA256.get();
    digest.update((byte) 1);
    digest.update(left, leftAt, BYTES);
    digest.update(right, rightAt, BYTES);
    try {
      digest.digest(out, outAt, BYTES);
    } catch (DigestException e) {
      throw new IllegalStateException("a hash has 32 bytes", e);
    }
  }
}
