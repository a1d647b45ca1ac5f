package io.hybridycsb.veritas.crypto;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;

/**
 * A key pair whose owner doesn't sign as the standard says: the key, and the points R of its
 * signatures, may be outside the prime-order group.
 */
public final class CraftedKey {
  /** Points outside the prime-order group differ from those inside by a multiple of this one. */
  static final EdwardsPoint OF_ORDER_8 =
      EdwardsPoint.decode(
              HexFormat.of()
                  .parseHex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"))
          .orElseThrow();

  /** The factor of the base point in R; a new one for each signature would take its time. */
  private static final BigInteger FACTOR = scalar(7);

  private static final EdwardsPoint FACTOR_TIMES_BASE = EdwardsPoint.BASE.times(FACTOR);

  private final BigInteger scalar;
  private final byte[] publicKey;

  /**
   * @param torsion how often {@link #OF_ORDER_8} is added to the public key, 0 to 7
   */
  public CraftedKey(long seed, int torsion) {
    scalar = scalar(seed);
    publicKey = encoded(EdwardsPoint.BASE.times(scalar).plus(torsion(torsion)));
  }

  public byte[] publicKey() {
    return publicKey.clone();
  }

  /**
   * Signs with a point R to which that of order 8 is added so many times. The equation holds when
   * both sides are multiplied by 8.
   */
  public byte[] sign(byte[] message, int torsion) {
    return sign(message, encoded(FACTOR_TIMES_BASE.plus(torsion(torsion))), FACTOR);
  }

  /**
   * @param encodedR the bytes of R
   * @param factor of the base point in R
   */
  byte[] sign(byte[] message, byte[] encodedR, BigInteger factor) {
    BigInteger k = EdwardsPoint.littleEndian(Zip215.sha512(encodedR, publicKey, message));
    byte[] signature = Arrays.copyOf(encodedR, 64);
    BigInteger s = factor.add(k.multiply(scalar)).mod(Ed25519Rule.L);
    System.arraycopy(Ed25519Rule.littleEndian(s), 0, signature, 32, 32);
    return signature;
  }

  static EdwardsPoint torsion(int times) {
    return OF_ORDER_8.times(BigInteger.valueOf(times));
  }

  static byte[] encoded(EdwardsPoint point) {
    BigInteger inverse = point.z().modInverse(Ed25519Rule.P);
    BigInteger x = point.x().multiply(inverse).mod(Ed25519Rule.P);
    BigInteger y = point.y().multiply(inverse).mod(Ed25519Rule.P);
    return Ed25519Rule.littleEndian(x.testBit(0) ? y.setBit(255) : y);
  }

  private static BigInteger scalar(long seed) {
    return new BigInteger(512, new Random(seed)).mod(Ed25519Rule.L);
  }
}
