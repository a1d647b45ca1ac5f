package io.hybridycsb.ycsb.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.interfaces.ECPrivateKey;
import java.security.spec.ECGenParameterSpec;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EcdsaSignerTest {
  private static final int SIGNATURES = 64;

  @ParameterizedTest
  @ValueSource(strings = {"secp256r1", "secp384r1", "secp521r1"})
  void everySignatureIsValidAndHasTheLowerS(String curve) throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec(curve));
    KeyPair keys = generator.generateKeyPair();
    ECPrivateKey key = (ECPrivateKey) keys.getPrivate();
    EcdsaSigner signer = new EcdsaSigner(key);
    for (int i = 0; i < SIGNATURES; i++) {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(new byte[] {(byte) i});

      byte[] signature = signer.sign(digest);

      Signature verifier = Signature.getInstance("NONEwithECDSA");
      verifier.initVerify(keys.getPublic());
      verifier.update(digest);
      assertThat(verifier.verify(signature)).isTrue();
      assertThat(s(signature)).isLessThanOrEqualTo(key.getParams().getOrder().shiftRight(1));
    }
  }

  /** The second of the two numbers in DER. */
  private static BigInteger s(byte[] der) {
    int first = (der[1] & 0x80) == 0 ? 2 : 3;
    int second = first + 2 + der[first + 1];
    return new BigInteger(Arrays.copyOfRange(der, second + 2, second + 2 + der[second + 1]));
  }
}
