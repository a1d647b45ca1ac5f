package io.hybridycsb.veritas.crypto;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;

/** An Ed25519 private key and its public key. Key files are PKCS#8 in PEM. */
public final class SigningKey {
  private static final String BEGIN = "-----BEGIN PRIVATE KEY-----";
  private static final String END = "-----END PRIVATE KEY-----";
  private static final String NOT_A_KEY = "not an Ed25519 private key in PKCS#8";
  private static final int SEED_BYTES = 32;

  /** The bytes before the seed, RFC 8410. */
  private static final byte[] PKCS8_PREFIX =
      HexFormat.of().parseHex("302e020100300506032b657004220420");

  private final PrivateKey privateKey;
  private final byte[] publicKey;

  /**
   * @throws IllegalArgumentException if {@code pkcs8} is something else
   */
  SigningKey(byte[] pkcs8) {
    int prefix = PKCS8_PREFIX.length;
    if (pkcs8.length != prefix + SEED_BYTES
        || !Arrays.equals(pkcs8, 0, prefix, PKCS8_PREFIX, 0, prefix)) {
      throw new IllegalArgumentException(NOT_A_KEY);
    }
    try {
      privateKey = Ed25519.PROVIDER.privateKey(pkcs8);
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException(NOT_A_KEY, e);
    }
    byte[] seed = Arrays.copyOfRange(pkcs8, prefix, pkcs8.length);
    publicKey =
        new org.bouncycastle.crypto.params.Ed25519PrivateKeyParameters(seed)
            .generatePublicKey()
            .getEncoded();
  }

  /**
   * The key of a seed, as RFC 8032 has it.
   *
   * @throws IllegalArgumentException unless it has 32 bytes
   */
  public static SigningKey ofSeed(byte[] seed) {
    byte[] pkcs8 = Arrays.copyOf(PKCS8_PREFIX, PKCS8_PREFIX.length + seed.length);
    System.arraycopy(seed, 0, pkcs8, PKCS8_PREFIX.length, seed.length);
    return new SigningKey(pkcs8);
  }

  /**
   * Reads a key file.
   *
   * @throws IllegalArgumentException if there is none or it holds something else; the message names
   *     the file
   */
  public static SigningKey read(Path file) {
    String pem = readText(file).strip();
    if (!pem.startsWith(BEGIN)
        || !pem.endsWith(END)
        || pem.length() < BEGIN.length() + END.length()) {
      throw new IllegalArgumentException(file + " is not a private key in PEM");
    }
    try {
      String base64 = pem.substring(BEGIN.length(), pem.length() - END.length());
      return new SigningKey(Base64.getMimeDecoder().decode(base64));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(file + " is " + NOT_A_KEY, e);
    }
  }

  private static String readText(Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException("no key file " + file, e);
    } catch (IOException e) {
      throw new IllegalArgumentException("can't read key file " + file + ": " + e, e);
    }
  }

  /** The raw public key, 32 bytes. */
  public byte[] publicKey() {
    return publicKey.clone();
  }

  /** The signature of {@code message}, 64 bytes. */
  public byte[] sign(byte[] message) {
    return Ed25519.PROVIDER.sign(privateKey, message);
  }
}
