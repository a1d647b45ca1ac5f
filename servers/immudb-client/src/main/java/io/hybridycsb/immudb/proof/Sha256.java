package io.hybridycsb.immudb.proof;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** SHA-256. */
public final class Sha256 {
  /** Bytes of a digest. */
  public static final int BYTES = 32;

  private static final ThreadLocal<MessageDigest> DIGEST =
      ThreadLocal.withInitial(
          () -> {
            try {
              return MessageDigest.getInstance("SHA-256");
            } catch (NoSuchAlgorithmException e) {
              throw new IllegalStateException("this JVM has no SHA-256", e);
            }
          });

  private Sha256() {}

  /** The digest of all parts, one after another. */
  public static byte[] of(byte[]... parts) {
    MessageDigest digest = DIGEST.get();
    for (byte[] part : parts) {
      digest.update(part);
    }
    return digest.digest();
  }
}
