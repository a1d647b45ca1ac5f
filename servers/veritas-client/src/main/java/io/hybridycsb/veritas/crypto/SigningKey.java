package io.hybridycsb.veritas.crypto;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.util.Base64;

/** An Ed25519 private key and its public key. Key files are PKCS#8 in PEM. */
public final class SigningKey {
  private static final String BEGIN = "-----BEGIN PRIVATE KEY-----";
  private static final String END = "-----END PRIVATE KEY-----";
  private static final int SEED_BYTES = 32;

  private final PrivateKey privateKey;
  private final byte[] publicKey;

  SigningKey(byte[] pkcs8) {
    try {
      privateKey = Ed25519.privateKey(pkcs8);
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("not an Ed25519 private key in PKCS#8", e);
    }
    byte[] seed = new byte[SEED_BYTES];
    System.arraycopy(pkcs8, 16, seed, 0, SEED_BYTES);
    publicKey =
        new org.bouncycastle.crypto.params.Ed25519PrivateKeyParameters(seed)
            .generatePublicKey()
            .getEncoded();
  }

  /**
   * Reads a key file.
   *
   * @throws IllegalArgumentException if there is none or it holds something else; the message names
   *     the file
   */
  public static SigningKey read(Path file) {
    try {
      String pem = Files.readString(file, StandardCharsets.US_ASCII).strip();
      if (!pem.startsWith(BEGIN) || !pem.endsWith(END)) {
        throw new IllegalArgumentException(file + " is not a private key in PEM");
      }
      String base64 = pem.substring(BEGIN.length(), pem.length() - END.length());
      return new SigningKey(Base64.getMimeDecoder().decode(base64));
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException("no key file " + file, e);
    } catch (IOException e) {
      throw new UncheckedIOException("can't read key file " + file, e);
    } catch (IndexOutOfBoundsException e) {
      throw new IllegalArgumentException(file + " is not an Ed25519 private key in PKCS#8", e);
    }
  }

  /** The raw public key, 32 bytes. */
  public byte[] publicKey() {
    return publicKey.clone();
  }

  /** The signature of {@code message}, 64 bytes. */
  public byte[] sign(byte[] message) {
    return Ed25519.sign(privateKey, message);
  }
}
