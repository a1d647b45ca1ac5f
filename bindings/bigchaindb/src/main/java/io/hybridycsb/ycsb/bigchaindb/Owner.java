package io.hybridycsb.ycsb.bigchaindb;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hybridycsb.ycsb.record.Digests;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.spec.NamedParameterSpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * An Ed25519 key pair that owns outputs, with the crypto-conditions
 * (draft-thomas-crypto-conditions-04) that BigchainDB makes of it.
 */
final class Owner {
  private static final int KEY_BYTES = 32;
  private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

  /** DER whose hash is a condition's fingerprint, up to the public key. */
  private static final byte[] FINGERPRINT = {0x30, 0x22, (byte) 0x80, KEY_BYTES};

  /** DER of a fulfilment, up to the public key. */
  private static final byte[] FULFILMENT = {(byte) 0xa4, 0x64, (byte) 0x80, KEY_BYTES};

  /** DER of a fulfilment, between the public key and the signature. */
  private static final byte[] SIGNATURE = {(byte) 0x81, 0x40};

  private final PrivateKey privateKey;
  private final byte[] publicKey;
  private final String publicKeyText;

  private Owner(KeyPair pair) {
    privateKey = pair.getPrivate();
    byte[] encoded = pair.getPublic().getEncoded();
    // DER, at whose end are the 32 bytes of RFC 8032.
    publicKey = Arrays.copyOfRange(encoded, encoded.length - KEY_BYTES, encoded.length);
    publicKeyText = Base58.encode(publicKey);
  }

  /**
   * The owner of a record, the same for every client that knows the seed. Its private key (RFC
   * 8032) is SHA3-256 of the three texts in UTF-8, each after its length in 4 bytes.
   */
  static Owner ofRecord(String seed, String table, String key) {
    MessageDigest digest = Digests.of("SHA3-256");
    for (String part : List.of(seed, table, key)) {
      Digests.add(digest, part.getBytes(UTF_8));
    }
    return ofPrivateKey(digest.digest());
  }

  /**
   * The owner with this private key.
   *
   * @param privateKey 32 bytes
   */
  static Owner ofPrivateKey(byte[] privateKey) {
    if (privateKey.length != KEY_BYTES) {
      throw new IllegalArgumentException("a private key has 32 bytes, not " + privateKey.length);
    }
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("Ed25519");
      // The JDK generates a key pair but can't derive the public key of a given private key.
      generator.initialize(NamedParameterSpec.ED25519, new Fixed(privateKey));
      return new Owner(generator.generateKeyPair());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK has no Ed25519", e);
    }
  }

  /** What a key is generated from. */
  private static final class Fixed extends SecureRandom {
    private final byte[] bytes;

    Fixed(byte[] bytes) {
      this.bytes = bytes.clone();
    }

    @Override
    public void nextBytes(byte[] out) {
      if (out.length != bytes.length) {
        throw new IllegalStateException("a key is made of %d bytes here".formatted(out.length));
      }
      System.arraycopy(bytes, 0, out, 0, out.length);
    }
  }

  /** The public key in base 58. */
  String publicKey() {
    return publicKeyText;
  }

  /** An output that only this owner can spend. */
  Map<String, Object> output() {
    Map<String, Object> details = Map.of("public_key", publicKeyText, "type", "ed25519-sha-256");
    return Map.of(
        "amount",
        "1",
        "condition",
        Map.of("details", details, "uri", conditionUri()),
        "public_keys",
        List.of(publicKeyText));
  }

  private String conditionUri() {
    MessageDigest digest = Digests.sha256();
    digest.update(FINGERPRINT);
    return "ni:///sha-256;"
        + BASE64.encodeToString(digest.digest(publicKey))
        + "?fpt=ed25519-sha-256&cost=131072";
  }

  /** The signature of a message, with the public key, as an input carries it. */
  String fulfilment(byte[] message) {
    ByteBuffer bytes =
        ByteBuffer.allocate(FULFILMENT.length + KEY_BYTES + SIGNATURE.length + 2 * KEY_BYTES);
    bytes.put(FULFILMENT).put(publicKey).put(SIGNATURE).put(sign(message));
    return BASE64.encodeToString(bytes.array());
  }

  private byte[] sign(byte[] message) {
    try {
      Signature signature = Signature.getInstance("Ed25519");
      signature.initSign(privateKey);
      signature.update(message);
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK cannot sign", e);
    }
  }
}
