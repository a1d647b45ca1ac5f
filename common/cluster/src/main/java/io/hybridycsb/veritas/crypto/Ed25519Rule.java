package io.hybridycsb.veritas.crypto;

import java.math.BigInteger;

/** The parts of {@link Ed25519}'s rule that look at bytes, and not at the message. */
final class Ed25519Rule {
  /** The prime of the field of coordinates. */
  static final BigInteger P = BigInteger.TWO.pow(255).subtract(BigInteger.valueOf(19));

  /** The order of the prime-order group. */
  static final BigInteger L =
      BigInteger.TWO.pow(252).add(new BigInteger("27742317777372353535851937790883648493"));

  private static final int POINT_BYTES = 32;
  private static final byte[] P_BYTES = littleEndian(P);
  private static final byte[] L_BYTES = littleEndian(L);
  private static final byte[] ONE_BYTES = littleEndian(BigInteger.ONE);

  private Ed25519Rule() {}

  /**
   * Whether the first 32 bytes are the only encoding of a point of the prime-order group, but not
   * of the neutral one.
   */
  static boolean isGroupPoint(byte[] bytes) {
    return org.bouncycastle.math.ec.rfc8032.Ed25519.validatePublicKeyFull(bytes, 0);
  }

  /**
   * Whether a signature's R may be the encoding of such a point, as far as can be seen without
   * arithmetic, and its S is below L.
   *
   * @param signature 64 bytes
   */
  static boolean isEncoding(byte[] signature) {
    return compare(signature, 0, (byte) 0x7f, ONE_BYTES) != 0
        && compare(signature, 0, (byte) 0x7f, P_BYTES) < 0
        && compare(signature, POINT_BYTES, (byte) 0xff, L_BYTES) < 0;
  }

  /**
   * Compares 32 bytes at {@code from}, as a number, with another one.
   *
   * @param topMask which bits of the last byte belong to the number
   */
  private static int compare(byte[] bytes, int from, byte topMask, byte[] other) {
    int top = POINT_BYTES - 1;
    int order = (bytes[from + top] & topMask & 0xff) - (other[top] & 0xff);
    for (int i = top - 1; order == 0 && i >= 0; i--) {
      order = (bytes[from + i] & 0xff) - (other[i] & 0xff);
    }
    return order;
  }

  /** A number as 32 bytes, the lowest first. */
  static byte[] littleEndian(BigInteger number) {
    byte[] bytes = new byte[POINT_BYTES];
    BigInteger rest = number;
    for (int i = 0; i < POINT_BYTES; i++) {
      bytes[i] = rest.byteValue();
      rest = rest.shiftRight(Byte.SIZE);
    }
    return bytes;
  }
}
