package io.hybridycsb.ycsb.bigchaindb;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The JDK's hash functions. */
final class Hashes {
  private Hashes() {}

  static MessageDigest sha3() {
    return of("SHA3-256");
  }

  static MessageDigest sha2() {
    return of("SHA-256");
  }

  private static MessageDigest of(String name) {
    try {
      return MessageDigest.getInstance(name);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this JDK has no " + name, e);
    }
  }
}
