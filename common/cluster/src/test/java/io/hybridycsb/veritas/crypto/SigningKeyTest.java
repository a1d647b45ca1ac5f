package io.hybridycsb.veritas.crypto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SigningKeyTest {
  private static final byte[] MESSAGE = "message".getBytes(StandardCharsets.UTF_8);

  @TempDir private Path dir;

  @Test
  void aKeyFileMadeByTheJdkIsRead() throws Exception {
    KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    SigningKey key = SigningKey.read(file(pem(pair.getPrivate(), "\n")));
    byte[] x509 = pair.getPublic().getEncoded();
    assertThat(key.publicKey()).isEqualTo(Arrays.copyOfRange(x509, x509.length - 32, x509.length));
    assertThat(Ed25519.verify(key.publicKey(), MESSAGE, key.sign(MESSAGE))).isTrue();
  }

  @Test
  void windowsLineEndsAndBlanksAroundDoNoHarm() throws Exception {
    KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    SigningKey plain = SigningKey.read(file(pem(pair.getPrivate(), "\n")));
    SigningKey key = SigningKey.read(file("\r\n " + pem(pair.getPrivate(), "\r\n") + "\r\n"));
    assertThat(key.publicKey()).isEqualTo(plain.publicKey());
  }

  /** RFC 8410, section 10.3: the private key, and its public key. */
  @Test
  void theExampleOfTheStandardIsRead() throws Exception {
    SigningKey key =
        SigningKey.read(
            file(
                """
                -----BEGIN PRIVATE KEY-----
                MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
                -----END PRIVATE KEY-----
                """));
    assertThat(HexFormat.of().formatHex(key.publicKey()))
        .isEqualTo("19bf44096984cdfe8541bac167dc3b96c85086aa30b6b6cb0c5c38ad703166e1");
  }

  @Test
  void anAbsentFileIsNamed() {
    Path absent = dir.resolve("absent.key");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SigningKey.read(absent))
        .withMessage("no key file " + absent);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "garbage",
        "-----BEGIN PRIVATE KEY-----",
        "-----BEGIN PRIVATE KEY-----END PRIVATE KEY-----",
        "\0\1\2\u00ff"
      })
  void whatIsNotPemIsNamed(String content) throws Exception {
    Path file = file(content);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SigningKey.read(file))
        .withMessage(file + " is not a private key in PEM");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "AAAA", "MC4CAQAwBQYDK2VwBCIEINTuctv5", "!!!!", "A"})
  void pemThatHoldsNoKeyIsNamed(String base64) throws Exception {
    assertNoEd25519Key(
        file("-----BEGIN PRIVATE KEY-----\n" + base64 + "\n-----END PRIVATE KEY-----\n"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"RSA", "EC", "X25519", "Ed448"})
  void aKeyOfAnotherKindIsNamed(String algorithm) throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
    if (algorithm.equals("RSA")) {
      // Small, since a key of the default size takes seconds to find.
      generator.initialize(1024);
    }
    KeyPair pair = generator.generateKeyPair();
    assertNoEd25519Key(file(pem(pair.getPrivate(), "\n")));
  }

  @Test
  void whoHoldsAPublicKeyCannotChangeIt() {
    SigningKey key = Ed25519.generate();
    key.publicKey()[0] ^= 1;
    assertThat(Ed25519.verify(key.publicKey(), MESSAGE, key.sign(MESSAGE))).isTrue();
  }

  private static void assertNoEd25519Key(Path file) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SigningKey.read(file))
        .withMessage(file + " is not an Ed25519 private key in PKCS#8");
  }

  private static String pem(PrivateKey key, String lineEnd) {
    Base64.Encoder lines = Base64.getMimeEncoder(64, lineEnd.getBytes(StandardCharsets.US_ASCII));
    return "-----BEGIN PRIVATE KEY-----"
        + lineEnd
        + lines.encodeToString(key.getEncoded())
        + lineEnd
        + "-----END PRIVATE KEY-----"
        + lineEnd;
  }

  private Path file(String content) throws IOException {
    return Files.writeString(dir.resolve("test.key"), content, StandardCharsets.ISO_8859_1);
  }
}
