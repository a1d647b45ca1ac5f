package io.hybridycsb.veritas.crypto;

import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.util.HexFormat;

/**
 * Ed25519 signatures (RFC 8032). What nodes decide depends on them, so all nodes judge one alike,
 * whichever {@link Ed25519Provider} they have. A signature (R, S) of a message by the key A is
 * right if
 *
 * <ol>
 *   <li>A and R are points of the prime-order group, but not its neutral element, each in its only
 *       encoding: y is below the field's prime,
 *   <li>S is below the group's order L,
 *   <li>[S]B = R + [k]A, where k = SHA-512(R ‖ A ‖ message) and B is the base point.
 * </ol>
 *
 * <p>The standard lets a verifier choose whether it multiplies both sides of the equation by 8.
 * That matters only for points outside the prime-order group, which are refused here. Whoever signs
 * as the standard says has such keys and makes such signatures.
 */
public final class Ed25519 {
  public static final int PUBLIC_KEY_BYTES = 32;
  public static final int SIGNATURE_BYTES = 64;

  static final Ed25519Provider PROVIDER =
      Ed25519Provider.chosen(System.getProperty("veritas.ed25519", ""));

  private Ed25519() {}

  /**
   * The same bytes, if they are a public key by which signatures can be right.
   *
   * @throws IllegalArgumentException if they are none
   */
  public static byte[] requirePublicKey(byte[] bytes) {
    if (bytes.length != PUBLIC_KEY_BYTES) {
      throw new IllegalArgumentException(
          "a public key has %d bytes, not %d".formatted(PUBLIC_KEY_BYTES, bytes.length));
    }
    if (!Ed25519Rule.isGroupPoint(bytes)) {
      throw new IllegalArgumentException(
          "a public key is a point of Ed25519's prime-order group, which %s is not; make a new key pair"
              .formatted(HexFormat.of().formatHex(bytes)));
    }
    return bytes;
  }

  /** The name of the provider in use. */
  public static String providerName() {
    return PROVIDER.name();
  }

  /** A new key pair. */
  public static SigningKey generate() {
    try {
      return new SigningKey(
          KeyPairGenerator.getInstance("Ed25519", "SunEC")
              .generateKeyPair()
              .getPrivate()
              .getEncoded());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK has no Ed25519", e);
    }
  }

  /**
   * Whether {@code signature} is that of {@code message} by the owner of {@code publicKey}. False
   * also for keys and signatures of a wrong form.
   */
  public static boolean verify(byte[] publicKey, byte[] message, byte[] signature) {
    return PROVIDER.verify(publicKey, message, signature);
  }
}
