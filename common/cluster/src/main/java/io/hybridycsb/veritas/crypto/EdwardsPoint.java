package io.hybridycsb.veritas.crypto;

import static io.hybridycsb.veritas.crypto.Ed25519Rule.P;

import java.math.BigInteger;
import java.util.Optional;

/**
 * A point of the curve of Ed25519 in extended coordinates (RFC 8032, section 5.1.4): it is (x/z,
 * y/z), and t = x·y/z. Slow, and its time depends on its numbers: for public ones only.
 */
record EdwardsPoint(BigInteger x, BigInteger y, BigInteger z, BigInteger t) {
  private static final BigInteger ONE = BigInteger.ONE;
  private static final BigInteger TWO = BigInteger.TWO;

  /** The curve's constant. */
  private static final BigInteger D =
      mod(BigInteger.valueOf(-121_665).multiply(BigInteger.valueOf(121_666).modInverse(P)));

  /** The square root of -1. */
  private static final BigInteger ROOT = TWO.modPow(P.subtract(ONE).shiftRight(2), P);

  private static final EdwardsPoint NEUTRAL =
      new EdwardsPoint(BigInteger.ZERO, ONE, ONE, BigInteger.ZERO);

  /** The base point. */
  static final EdwardsPoint BASE =
      decode(
              Ed25519Rule.littleEndian(
                  mod(BigInteger.valueOf(4).multiply(BigInteger.valueOf(5).modInverse(P)))))
          .orElseThrow();

  /**
   * The point of an encoding, also of one that isn't the only one: y may be as great as its bits
   * allow, and 0 have a sign.
   *
   * @return nothing if there is no such point
   */
  static Optional<EdwardsPoint> decode(byte[] bytes) {
    BigInteger bits = littleEndian(bytes);
    boolean odd = bits.testBit(255);
    BigInteger y = mod(bits.clearBit(255));
    BigInteger ySquared = mod(y.multiply(y));
    BigInteger xSquared =
        mod(ySquared.subtract(ONE).multiply(mod(D.multiply(ySquared).add(ONE)).modInverse(P)));
    BigInteger root = xSquared.modPow(P.add(BigInteger.valueOf(3)).shiftRight(3), P);
    for (BigInteger x : new BigInteger[] {root, mod(root.multiply(ROOT))}) {
      if (mod(x.multiply(x)).equals(xSquared)) {
        BigInteger signed = x.testBit(0) == odd ? x : mod(x.negate());
        return Optional.of(new EdwardsPoint(signed, y, ONE, mod(signed.multiply(y))));
      }
    }
    return Optional.empty();
  }

  EdwardsPoint plus(EdwardsPoint other) {
    BigInteger a = mod(y.subtract(x).multiply(other.y.subtract(other.x)));
    BigInteger b = mod(y.add(x).multiply(other.y.add(other.x)));
    BigInteger c = mod(mod(t.multiply(TWO).multiply(D)).multiply(other.t));
    BigInteger d = mod(z.multiply(TWO).multiply(other.z));
    BigInteger e = b.subtract(a);
    BigInteger f = d.subtract(c);
    BigInteger g = d.add(c);
    BigInteger h = b.add(a);
    return new EdwardsPoint(
        mod(e.multiply(f)), mod(g.multiply(h)), mod(f.multiply(g)), mod(e.multiply(h)));
  }

  EdwardsPoint minus(EdwardsPoint other) {
    return plus(new EdwardsPoint(other.x.negate(), other.y, other.z, other.t.negate()));
  }

  EdwardsPoint times(BigInteger factor) {
    EdwardsPoint product = NEUTRAL;
    for (int bit = factor.bitLength() - 1; bit >= 0; bit--) {
      product = product.plus(product);
      if (factor.testBit(bit)) {
        product = product.plus(this);
      }
    }
    return product;
  }

  boolean isNeutral() {
    return x.signum() == 0 && y.equals(z);
  }

  private static BigInteger mod(BigInteger number) {
    return number.mod(P);
  }

  /** The number of these bytes, the lowest first. */
  static BigInteger littleEndian(byte[] bytes) {
    byte[] reversed = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      reversed[bytes.length - 1 - i] = bytes[i];
    }
    return new BigInteger(1, reversed);
  }
}
