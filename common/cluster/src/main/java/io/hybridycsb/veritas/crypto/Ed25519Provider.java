package io.hybridycsb.veritas.crypto;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.PublicKey;
import java.security.Security;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Who computes Ed25519 signatures: Amazon Corretto Crypto Provider (about 10 µs to sign, 40 µs to
 * verify), BouncyCastle (160 µs to verify), or the JDK (0.5 ms each). All make the same signatures,
 * and judge them by the rule of {@link Ed25519}. For many threads.
 */
final class Ed25519Provider {
  private static final byte[] X509_PREFIX = HexFormat.of().parseHex("302a300506032b6570032100");
  private static final String ALGORITHM = "Ed25519";
  private static final int KNOWN_KEYS_MAX = 10_000;

  private final Provider provider;
  private final boolean multipliesByEight;
  private final Map<Bytes, PublicKey> knownKeys = new ConcurrentHashMap<>();
  private final ThreadLocal<Signature> signatures = ThreadLocal.withInitial(this::newSignature);

  /**
   * @param multipliesByEight whether it verifies the equation multiplied by 8, for which R may be
   *     outside the prime-order group
   */
  private Ed25519Provider(Provider provider, boolean multipliesByEight) {
    this.provider = provider;
    this.multipliesByEight = multipliesByEight;
  }

  /**
   * The provider of a name, or with an empty one the fastest that works here.
   *
   * @throws IllegalArgumentException if there is none of this name
   */
  static Ed25519Provider chosen(String name) {
    return switch (name) {
      case "corretto" -> corretto();
      case "bouncycastle" -> bouncyCastle();
      case "jdk" -> new Ed25519Provider(Security.getProvider("SunEC"), false);
      case "" -> fastest();
      default ->
          throw new IllegalArgumentException(
              "veritas.ed25519 is corretto, bouncycastle or jdk, not " + name);
    };
  }

  private static Ed25519Provider fastest() {
    try {
      Ed25519Provider corretto = corretto();
      corretto.keyFactory();
      return corretto;
    } catch (GeneralSecurityException | LinkageError | RuntimeException e) {
      return bouncyCastle();
    }
  }

  private static Ed25519Provider corretto() {
    System.setProperty("com.amazon.corretto.crypto.provider.registerEdKeyFactory", "true");
    com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider provider =
        com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider.INSTANCE;
    if (provider.getLoadingError() != null) {
      throw new IllegalStateException(
          "Corretto Crypto Provider doesn't run here", provider.getLoadingError());
    }
    return new Ed25519Provider(provider, false);
  }

  private static Ed25519Provider bouncyCastle() {
    return new Ed25519Provider(new org.bouncycastle.jce.provider.BouncyCastleProvider(), true);
  }

  String name() {
    return provider.getName();
  }

  /** A key to sign with, of its PKCS#8 encoding. */
  PrivateKey privateKey(byte[] pkcs8) throws GeneralSecurityException {
    return keyFactory().generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
  }

  byte[] sign(PrivateKey key, byte[] message) {
    try {
      Signature signature = signatures.get();
      signature.initSign(key);
      signature.update(message);
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("signing failed", e);
    }
  }

  /** As {@link Ed25519#verify}. */
  boolean verify(byte[] publicKey, byte[] message, byte[] signature) {
    if (publicKey.length != Ed25519.PUBLIC_KEY_BYTES
        || signature.length != Ed25519.SIGNATURE_BYTES
        || !Ed25519Rule.isEncoding(signature)) {
      return false;
    }
    try {
      PublicKey key = publicKey(publicKey);
      if (key == null) {
        return false;
      }
      Signature verifier = signatures.get();
      verifier.initVerify(key);
      verifier.update(message);
      return verifier.verify(signature)
          && (!multipliesByEight || Ed25519Rule.isGroupPoint(signature));
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  /** The key with these bytes, or null if they are none by which signatures can be right. */
  private PublicKey publicKey(byte[] raw) throws GeneralSecurityException {
    Bytes name = new Bytes(raw);
    PublicKey known = knownKeys.get(name);
    if (known == null && Ed25519Rule.isGroupPoint(raw)) {
      byte[] encoded = Arrays.copyOf(X509_PREFIX, X509_PREFIX.length + raw.length);
      System.arraycopy(raw, 0, encoded, X509_PREFIX.length, raw.length);
      known = keyFactory().generatePublic(new X509EncodedKeySpec(encoded));
      if (knownKeys.size() < KNOWN_KEYS_MAX) {
        knownKeys.put(name, known);
      }
    }
    return known;
  }

  private KeyFactory keyFactory() throws GeneralSecurityException {
    return KeyFactory.getInstance(ALGORITHM, provider);
  }

  private Signature newSignature() {
    try {
      return Signature.getInstance(ALGORITHM, provider);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("no Ed25519 from " + provider, e);
    }
  }

  /** Raw key bytes as a map's key. */
  @SuppressWarnings("ArrayRecordComponent") // equals and hashCode below look at the bytes
  private record Bytes(byte[] bytes) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Bytes that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(bytes);
    }
  }
}
