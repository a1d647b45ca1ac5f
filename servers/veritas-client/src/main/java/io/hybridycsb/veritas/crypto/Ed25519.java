package io.hybridycsb.veritas.crypto;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Ed25519 signatures (RFC 8032) by the fastest provider that works here: Amazon Corretto Crypto
 * Provider (about 10 µs to sign, 40 µs to verify), else BouncyCastle, else the JDK's own (0.5 ms
 * each). All make the same signatures. {@code -Dveritas.ed25519=corretto|bouncycastle|jdk} names
 * one.
 */
public final class Ed25519 {
  public static final int PUBLIC_KEY_BYTES = 32;
  public static final int SIGNATURE_BYTES = 64;

  private static final byte[] X509_PREFIX = HexFormat.of().parseHex("302a300506032b6570032100");
  private static final String ALGORITHM = "Ed25519";
  private static final int KNOWN_KEYS_MAX = 10_000;

  private static final Provider PROVIDER = chooseProvider();
  private static final Map<ByteString32, PublicKey> KNOWN_KEYS = new ConcurrentHashMap<>();
  private static final ThreadLocal<Signature> SIGNATURE =
      ThreadLocal.withInitial(
          () -> {
            try {
              return Signature.getInstance(ALGORITHM, PROVIDER);
            } catch (GeneralSecurityException e) {
              throw new IllegalStateException("no Ed25519 from " + PROVIDER, e);
            }
          });

  private Ed25519() {}

  /**
   * The same bytes, if they can be a raw public key.
   *
   * @throws IllegalArgumentException unless they are 32
   */
  public static byte[] requirePublicKey(byte[] bytes) {
    if (bytes.length != PUBLIC_KEY_BYTES) {
      throw new IllegalArgumentException(
          "a public key has %d bytes, not %d".formatted(PUBLIC_KEY_BYTES, bytes.length));
    }
    return bytes;
  }

  /** The name of the provider in use. */
  public static String providerName() {
    return PROVIDER.getName();
  }

  /** A new key pair. */
  public static SigningKey generate() {
    try {
      return new SigningKey(
          KeyPairGenerator.getInstance(ALGORITHM, "SunEC")
              .generateKeyPair()
              .getPrivate()
              .getEncoded());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK has no Ed25519", e);
    }
  }

  static byte[] sign(PrivateKey key, byte[] message) {
    try {
      Signature signature = SIGNATURE.get();
      signature.initSign(key);
      signature.update(message);
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("signing failed", e);
    }
  }

  /**
   * Whether {@code signature} is that of {@code message} by the owner of {@code publicKey}. False
   * also for keys and signatures of a wrong form.
   */
  public static boolean verify(byte[] publicKey, byte[] message, byte[] signature) {
    if (publicKey.length != PUBLIC_KEY_BYTES || signature.length != SIGNATURE_BYTES) {
      return false;
    }
    try {
      Signature verifier = SIGNATURE.get();
      verifier.initVerify(publicKey(publicKey));
      verifier.update(message);
      return verifier.verify(signature);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  private static PublicKey publicKey(byte[] raw) throws GeneralSecurityException {
    ByteString32 name = new ByteString32(raw);
    PublicKey known = KNOWN_KEYS.get(name);
    if (known == null) {
      byte[] encoded = Arrays.copyOf(X509_PREFIX, X509_PREFIX.length + PUBLIC_KEY_BYTES);
      System.arraycopy(raw, 0, encoded, X509_PREFIX.length, PUBLIC_KEY_BYTES);
      known = keyFactory(PROVIDER).generatePublic(new X509EncodedKeySpec(encoded));
      if (KNOWN_KEYS.size() < KNOWN_KEYS_MAX) {
        KNOWN_KEYS.put(name, known);
      }
    }
    return known;
  }

  static PrivateKey privateKey(byte[] pkcs8) throws GeneralSecurityException {
    return keyFactory(PROVIDER).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
  }

  private static KeyFactory keyFactory(Provider provider) throws GeneralSecurityException {
    return KeyFactory.getInstance(ALGORITHM, provider);
  }

  private static Provider chooseProvider() {
    String wanted = System.getProperty("veritas.ed25519", "");
    return switch (wanted) {
      case "corretto" -> corretto();
      case "bouncycastle" -> bouncyCastle();
      case "jdk" -> java.security.Security.getProvider("SunEC");
      case "" -> firstThatWorks();
      default ->
          throw new IllegalArgumentException(
              "veritas.ed25519 is corretto, bouncycastle or jdk, not " + wanted);
    };
  }

  private static Provider firstThatWorks() {
    try {
      Provider corretto = corretto();
      keyFactory(corretto);
      return corretto;
    } catch (GeneralSecurityException | LinkageError | RuntimeException e) {
      return bouncyCastle();
    }
  }

  private static Provider corretto() {
    System.setProperty("com.amazon.corretto.crypto.provider.registerEdKeyFactory", "true");
    com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider provider =
        com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider.INSTANCE;
    if (provider.getLoadingError() != null) {
      throw new IllegalStateException(
          "Corretto Crypto Provider doesn't run here", provider.getLoadingError());
    }
    return provider;
  }

  private static Provider bouncyCastle() {
    return new org.bouncycastle.jce.provider.BouncyCastleProvider();
  }

  /** Raw key bytes as a map's key. */
  @SuppressWarnings("ArrayRecordComponent") // equals and hashCode below look at the bytes
  private record ByteString32(byte[] bytes) {
    @Override
    public boolean equals(Object other) {
      return other instanceof ByteString32 that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(bytes);
    }
  }
}
