package io.hybridycsb.veritas.crypto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class Ed25519Test {
  private static final String PKCS8_PREFIX = "302e020100300506032b657004220420";

  private static final List<Ed25519Provider> PROVIDERS =
      Stream.of("corretto", "bouncycastle", "jdk").map(Ed25519Provider::chosen).toList();

  /** RFC 8032, section 7.1, tests 1 to 3. */
  @ParameterizedTest
  @CsvSource({
    "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60,"
        + "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a,'',"
        + "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
        + "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb,"
        + "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c,72,"
        + "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7,"
        + "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025,af82,"
        + "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
        + "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
  })
  void everyProviderMakesTheSignaturesOfTheStandard(
      String seed, String publicKey, String message, String signature) throws Exception {
    for (Ed25519Provider provider : PROVIDERS) {
      assertThat(provider.sign(provider.privateKey(pkcs8(seed)), hex(message)))
          .isEqualTo(hex(signature));
      assertThat(provider.verify(hex(publicKey), hex(message), hex(signature))).isTrue();
    }
    assertThat(new SigningKey(pkcs8(seed)).publicKey()).isEqualTo(hex(publicKey));
  }

  @Test
  void theProvidersMakeTheSameSignaturesAndVerifyEachOthers() throws Exception {
    Random random = new Random(7);
    for (int i = 0; i < 20; i++) {
      byte[] seed = new byte[32];
      byte[] message = new byte[i * 50];
      random.nextBytes(seed);
      random.nextBytes(message);
      byte[] publicKey = SigningKey.ofSeed(seed).publicKey();
      byte[] signature = SigningKey.ofSeed(seed).sign(message);
      for (Ed25519Provider provider : PROVIDERS) {
        byte[] pkcs8 = pkcs8(HexFormat.of().formatHex(seed));
        assertThat(provider.sign(provider.privateKey(pkcs8), message)).isEqualTo(signature);
        assertThat(provider.verify(publicKey, message, signature)).isTrue();
        assertThat(provider.verify(publicKey, message, changed(signature, i))).isFalse();
        assertThat(provider.verify(changed(publicKey, i), message, signature)).isFalse();
      }
    }
  }

  @Test
  void theFastestProviderThatWorksIsTaken() {
    assumeTrue(System.getProperty("os.arch").equals("amd64"));
    assertThat(Ed25519Provider.chosen("").name()).isEqualTo("AmazonCorrettoCryptoProvider");
  }

  @Test
  void aProviderThatIsNoneIsNamed() {
    assertThatThrownBy(() -> Ed25519Provider.chosen("rot13"))
        .hasMessage("veritas.ed25519 is corretto, bouncycastle or jdk, not rot13");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 31, 33, 64})
  void keysAndSignaturesOfAWrongLengthVerifyNothing(int length) {
    SigningKey key = Ed25519.generate();
    byte[] message = {1};
    byte[] signature = key.sign(message);
    assertThat(Ed25519.verify(Arrays.copyOf(key.publicKey(), length), message, signature))
        .isFalse();
    assertThat(Ed25519.verify(key.publicKey(), message, Arrays.copyOf(signature, length + 1)))
        .isFalse();
  }

  @Test
  void bytesThatAreNoPointOnTheCurveVerifyNothing() {
    byte[] noKey = new byte[32];
    Arrays.fill(noKey, (byte) 0xff);
    assertThat(Ed25519.verify(noKey, new byte[1], new byte[64])).isFalse();
  }

  private static byte[] changed(byte[] bytes, int at) {
    byte[] changed = bytes.clone();
    changed[at % bytes.length] ^= 1;
    return changed;
  }

  private static byte[] pkcs8(String seed) {
    return hex(PKCS8_PREFIX + seed);
  }

  private static byte[] hex(String hex) {
    return HexFormat.of().parseHex(hex);
  }
}
