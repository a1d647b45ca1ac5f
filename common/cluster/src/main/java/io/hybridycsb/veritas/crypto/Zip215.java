package io.hybridycsb.veritas.crypto;

import static io.hybridycsb.veritas.crypto.Ed25519Rule.L;

import java.math.BigInteger;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Optional;

/**
 * Ed25519 signatures as CometBFT judges its validators': by ZIP 215, the rule of the Zcash chain. A
 * signature that {@link Ed25519} takes is right here, too. Besides, A and R may be outside the
 * prime-order group and in any encoding, for both sides of the equation are multiplied by 8. Only
 * who has the key can make one of those.
 */
public final class Zip215 {
  private static final int POINT_BYTES = 32;
  private static final BigInteger COFACTOR = BigInteger.valueOf(8);

  private Zip215() {}

  /**
   * Whether CometBFT takes this as the signature of {@code message} by the owner of {@code
   * publicKey}. A signature with a point outside the prime-order group costs some milliseconds.
   */
  public static boolean verify(byte[] publicKey, byte[] message, byte[] signature) {
    if (publicKey.length != Ed25519.PUBLIC_KEY_BYTES
        || signature.length != Ed25519.SIGNATURE_BYTES) {
      return false;
    }
    if (Ed25519.verify(publicKey, message, signature)) {
      return true;
    }
    boolean rulesAgree = Ed25519Rule.isGroupPoint(publicKey) && Ed25519Rule.isGroupPoint(signature);
    return !rulesAgree && holdsTimesEight(publicKey, message, signature);
  }

  private static boolean holdsTimesEight(byte[] publicKey, byte[] message, byte[] signature) {
    byte[] encodedR = Arrays.copyOf(signature, POINT_BYTES);
    BigInteger s =
        EdwardsPoint.littleEndian(Arrays.copyOfRange(signature, POINT_BYTES, signature.length));
    Optional<EdwardsPoint> a = EdwardsPoint.decode(publicKey);
    Optional<EdwardsPoint> r = EdwardsPoint.decode(encodedR);
    if (s.compareTo(L) >= 0 || a.isEmpty() || r.isEmpty()) {
      return false;
    }
    BigInteger k = EdwardsPoint.littleEndian(sha512(encodedR, publicKey, message)).mod(L);
    return EdwardsPoint.BASE
        .times(s)
        .minus(r.get())
        .minus(a.get().times(k))
        .times(COFACTOR)
        .isNeutral();
  }

  static byte[] sha512(byte[]... parts) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-512");
      for (byte[] part : parts) {
        digest.update(part);
      }
      return digest.digest();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-512", e);
    }
  }
}
