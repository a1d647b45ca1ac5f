package io.hybridycsb.ycsb.bigchaindb;

import java.math.BigInteger;

/** Bytes as text in Bitcoin's alphabet, without a checksum: how BigchainDB writes public keys. */
final class Base58 {
  private static final String ALPHABET =
      "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
  private static final BigInteger BASE = BigInteger.valueOf(ALPHABET.length());

  private Base58() {}

  /** Encodes the bytes as one big-endian number; each leading zero byte becomes a 1. */
  static String encode(byte[] bytes) {
    StringBuilder reversed = new StringBuilder();
    BigInteger number = new BigInteger(1, bytes);
    while (number.signum() > 0) {
      BigInteger[] parts = number.divideAndRemainder(BASE);
      reversed.append(ALPHABET.charAt(parts[1].intValue()));
      number = parts[0];
    }
    for (int i = 0; i < bytes.length && bytes[i] == 0; i++) {
      reversed.append(ALPHABET.charAt(0));
    }
    return reversed.reverse().toString();
  }
}
