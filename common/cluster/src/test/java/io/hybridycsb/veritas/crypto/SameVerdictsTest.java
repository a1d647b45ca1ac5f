package io.hybridycsb.veritas.crypto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whichever provider a node has, it takes a signature if and only if all other nodes do. */
class SameVerdictsTest {
  private static final BigInteger L = Ed25519Rule.L;

  /** The encodings of points that 8 multiplies to the neutral one, also those of y - p and -0. */
  private static final List<String> OF_SMALL_ORDER =
      List.of(
          "0100000000000000000000000000000000000000000000000000000000000000",
          "0100000000000000000000000000000000000000000000000000000000000080",
          "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
          "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
          "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
          "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
          "0000000000000000000000000000000000000000000000000000000000000000",
          "0000000000000000000000000000000000000000000000000000000000000080",
          "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
          "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
          "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
          "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
          "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
          "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa");

  @ParameterizedTest
  @ValueSource(strings = {"corretto", "bouncycastle", "jdk"})
  void noneOfTheVectorsOfTamingTheManyEdDsasIsTaken(String name) {
    Ed25519Provider provider = Ed25519Provider.chosen(name);
    assertThat(vectors("taming.txt"))
        .hasSize(12)
        .allSatisfy(
            vector ->
                assertThat(provider.verify(hex(vector[1]), hex(vector[0]), hex(vector[2])))
                    .isFalse());
  }

  @ParameterizedTest
  @ValueSource(strings = {"corretto", "bouncycastle", "jdk"})
  void theVectorsOfWycheproofAreJudgedAsTheySay(String name) {
    Ed25519Provider provider = Ed25519Provider.chosen(name);
    assertThat(vectors("wycheproof.txt"))
        .hasSize(151)
        .allSatisfy(
            vector ->
                assertThat(provider.verify(hex(vector[2]), hex(vector[3]), hex(vector[4])))
                    .isEqualTo(vector[1].equals("valid")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"corretto", "bouncycastle", "jdk"})
  void pointsOutsideThePrimeOrderGroupMakeNoSignatureRight(String name) {
    Ed25519Provider provider = Ed25519Provider.chosen(name);
    for (int ofKey = 0; ofKey < 8; ofKey++) {
      CraftedKey key = new CraftedKey(1, ofKey);
      for (int ofR = 0; ofR < 8; ofR++) {
        for (int body = 0; body < 3; body++) {
          byte[] message = MerkleTree.leaf(new byte[body]);
          byte[] signature = key.sign(message, ofR);
          boolean right = ofKey == 0 && ofR == 0;
          assertThat(provider.verify(key.publicKey(), message, signature)).isEqualTo(right);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"corretto", "bouncycastle", "jdk"})
  void signaturesWhosePointRIsOfSmallOrderAreRefused(String name) {
    Ed25519Provider provider = Ed25519Provider.chosen(name);
    CraftedKey key = new CraftedKey(2, 0);
    for (String r : OF_SMALL_ORDER) {
      for (byte body = 0; body < 3; body++) {
        byte[] message = {body};
        assertThat(
                provider.verify(
                    key.publicKey(), message, key.sign(message, hex(r), BigInteger.ZERO)))
            .as(r)
            .isFalse();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"corretto", "bouncycastle", "jdk"})
  void theNumberSOfASignatureHasOneEncoding(String name) {
    Ed25519Provider provider = Ed25519Provider.chosen(name);
    CraftedKey key = new CraftedKey(3, 0);
    byte[] message = {3};
    byte[] signature = key.sign(message, 0);
    BigInteger s = EdwardsPoint.littleEndian(Arrays.copyOfRange(signature, 32, 64));
    assertThat(provider.verify(key.publicKey(), message, signature)).isTrue();
    for (BigInteger more = s.add(L); more.bitLength() <= 256; more = more.add(L)) {
      System.arraycopy(Ed25519Rule.littleEndian(more), 0, signature, 32, 32);
      assertThat(provider.verify(key.publicKey(), message, signature)).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"corretto", "bouncycastle", "jdk"})
  void keysOfSmallOrderVerifyNothing(String name) {
    Ed25519Provider provider = Ed25519Provider.chosen(name);
    byte[] base = CraftedKey.encoded(EdwardsPoint.BASE);
    byte[] signature = Arrays.copyOf(base, 64);
    signature[32] = 1; // [1]B = B + [k]A where 8 | k
    for (String key : OF_SMALL_ORDER) {
      for (byte message = 0; message < 50; message++) {
        assertThat(provider.verify(hex(key), new byte[] {message}, signature)).isFalse();
      }
    }
  }

  @Test
  void keysAreAdmittedOnlyIfTheyAreInThePrimeOrderGroup() {
    byte[] right = new CraftedKey(4, 0).publicKey();
    assertThat(Ed25519.requirePublicKey(right)).isSameAs(right);
    for (String key : OF_SMALL_ORDER) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Ed25519.requirePublicKey(hex(key)))
          .withMessageContaining("prime-order group, which " + key);
    }
    for (int torsion = 1; torsion < 8; torsion++) {
      byte[] key = new CraftedKey(4, torsion).publicKey();
      assertThatIllegalArgumentException().isThrownBy(() -> Ed25519.requirePublicKey(key));
    }
  }

  /** As the paper's table has it for Zebra, whose rule this is. */
  @Test
  void cometBftsRuleTakesTheVectorsThatZebraTakes() {
    List<String[]> vectors = vectors("taming.txt");
    Set<Integer> taken = Set.of(0, 1, 2, 3, 4, 5, 9, 10, 11);
    assertThat(IntStream.range(0, vectors.size()))
        .allSatisfy(
            i ->
                assertThat(
                        Zip215.verify(
                            hex(vectors.get(i)[1]), hex(vectors.get(i)[0]), hex(vectors.get(i)[2])))
                    .as("vector " + i)
                    .isEqualTo(taken.contains(i)));
  }

  /** Besides the last one's R, whose sign is of 0: that is one of the encodings it takes. */
  @Test
  void cometBftsRuleTakesWhatTheStandardSaysIsRightAndNoForgery() {
    for (String[] vector : vectors("wycheproof.txt")) {
      boolean taken = Zip215.verify(hex(vector[2]), hex(vector[3]), hex(vector[4]));
      assertThat(taken)
          .as(vector[0])
          .isEqualTo(vector[1].equals("valid") || vector[0].equals("151"));
    }
  }

  private static List<String[]> vectors(String file) {
    try (InputStream in = SameVerdictsTest.class.getResourceAsStream("/ed25519/" + file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split(" "))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] hex(String hex) {
    return HexFormat.of().parseHex(hex.equals("-") ? "" : hex);
  }
}
