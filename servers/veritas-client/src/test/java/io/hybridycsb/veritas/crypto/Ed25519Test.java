package io.hybridycsb.veritas.crypto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class Ed25519Test {
  private static final String PKCS8_PREFIX = "302e020100300506032b657004220420";

  @TempDir private Path dir;

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
    for (String provider : new String[] {"corretto", "bouncycastle", "jdk"}) {
      try (Isolated ed25519 = new Isolated(provider)) {
        assertThat(ed25519.publicKey(keyFile(seed))).isEqualTo(hex(publicKey));
        assertThat(ed25519.sign(keyFile(seed), hex(message))).isEqualTo(hex(signature));
        assertThat(ed25519.verify(hex(publicKey), hex(message), hex(signature))).isTrue();
      }
    }
  }

  @Test
  void theProvidersMakeTheSameSignaturesAndVerifyEachOthers() throws Exception {
    Random random = new Random(7);
    try (Isolated corretto = new Isolated("corretto");
        Isolated bouncyCastle = new Isolated("bouncycastle");
        Isolated jdk = new Isolated("jdk")) {
      for (int i = 0; i < 20; i++) {
        byte[] seed = new byte[32];
        byte[] message = new byte[i * 50];
        random.nextBytes(seed);
        random.nextBytes(message);
        Path key = keyFile(HexFormat.of().formatHex(seed));
        byte[] publicKey = jdk.publicKey(key);
        byte[] signature = jdk.sign(key, message);
        assertThat(corretto.sign(key, message)).isEqualTo(signature);
        assertThat(bouncyCastle.sign(key, message)).isEqualTo(signature);
        for (Isolated verifier : new Isolated[] {corretto, bouncyCastle, jdk}) {
          assertThat(verifier.verify(publicKey, message, signature)).isTrue();
          assertThat(verifier.verify(publicKey, message, changed(signature, i))).isFalse();
          assertThat(verifier.verify(changed(publicKey, i), message, signature)).isFalse();
        }
      }
    }
  }

  @Test
  void theFastestProviderThatWorksIsTaken() throws Exception {
    assumeTrue(System.getProperty("os.arch").equals("amd64"));
    try (Isolated unset = new Isolated("")) {
      assertThat(unset.provider()).isEqualTo("AmazonCorrettoCryptoProvider");
    }
  }

  @Test
  void aProviderThatIsNoneIsNamed() {
    assertThatThrownBy(() -> new Isolated("rot13"))
        .rootCause()
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

  private Path keyFile(String seed) throws IOException {
    String base64 = Base64.getEncoder().encodeToString(hex(PKCS8_PREFIX + seed));
    return Files.writeString(
        dir.resolve("seed.key"),
        "-----BEGIN PRIVATE KEY-----\n" + base64 + "\n-----END PRIVATE KEY-----\n");
  }

  private static byte[] hex(String hex) {
    return HexFormat.of().parseHex(hex);
  }

  /** The package's classes loaded once more, for they choose their provider once for good. */
  private static final class Isolated implements AutoCloseable {
    private static final String PROPERTY = "veritas.ed25519";
    private static final String PACKAGE = Ed25519.class.getPackageName();

    private final URLClassLoader loader;
    private final Class<?> ed25519;
    private final Class<?> signingKey;

    Isolated(String provider) throws Exception {
      URL classes = Ed25519.class.getProtectionDomain().getCodeSource().getLocation();
      loader =
          new URLClassLoader(new URL[] {classes}, Ed25519.class.getClassLoader()) {
            @Override
            protected Class<?> loadClass(String name, boolean resolve)
                throws ClassNotFoundException {
              synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                if (loaded == null && name.startsWith(PACKAGE + ".")) {
                  loaded = findClass(name);
                }
                return loaded == null ? super.loadClass(name, resolve) : loaded;
              }
            }
          };
      String before = System.getProperty(PROPERTY, "");
      System.setProperty(PROPERTY, provider);
      try {
        ed25519 = Class.forName(Ed25519.class.getName(), true, loader);
        signingKey = Class.forName(SigningKey.class.getName(), true, loader);
      } finally {
        System.setProperty(PROPERTY, before);
      }
    }

    String provider() throws ReflectiveOperationException {
      return (String) ed25519.getMethod("providerName").invoke(null);
    }

    byte[] publicKey(Path file) throws ReflectiveOperationException {
      Object key = signingKey.getMethod("read", Path.class).invoke(null, file);
      return (byte[]) signingKey.getMethod("publicKey").invoke(key);
    }

    byte[] sign(Path file, byte[] message) throws ReflectiveOperationException {
      Object key = signingKey.getMethod("read", Path.class).invoke(null, file);
      return (byte[]) signingKey.getMethod("sign", byte[].class).invoke(key, message);
    }

    boolean verify(byte[] publicKey, byte[] message, byte[] signature)
        throws ReflectiveOperationException {
      return (boolean)
          ed25519
              .getMethod("verify", byte[].class, byte[].class, byte[].class)
              .invoke(null, publicKey, message, signature);
    }

    @Override
    public void close() throws IOException {
      loader.close();
    }
  }
}
