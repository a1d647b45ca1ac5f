package io.hybridycsb.ethereum.chain;

import io.hybridycsb.verification.Hash;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.util.Arrays;

/** Keccak-256, and where Solidity puts things. */
public final class Hashes {
  private static final BigInteger SLOTS = BigInteger.ONE.shiftLeft(256);

  private Hashes() {}

  /** Keccak-256, 32 bytes. */
  public static byte[] keccak(byte[] bytes) {
    return org.web3j.crypto.Hash.sha3(bytes);
  }

  /** Keccak-256, as a hash that is compared. */
  public static Hash of(byte[] bytes) {
    return Hash.of(keccak(bytes));
  }

  /** The slot of a key in the contract's mapping, which is its first variable: slot 0. */
  public static byte[] slotOf(byte[] key) {
    return keccak(Arrays.copyOf(keccak(key), 64));
  }

  /** The slot {@code distance} slots after another. */
  static byte[] slotBehind(byte[] slot, int distance) {
    return word(new BigInteger(1, slot).add(BigInteger.valueOf(distance)).mod(SLOTS));
  }

  /** All bytes, one after the other. */
  public static byte[] concatenated(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  /** A number as 32 bytes. */
  static byte[] word(BigInteger number) {
    byte[] bytes = number.toByteArray();
    byte[] word = new byte[32];
    int significant = Math.min(bytes.length, 32);
    System.arraycopy(bytes, bytes.length - significant, word, 32 - significant, significant);
    return word;
  }
}
