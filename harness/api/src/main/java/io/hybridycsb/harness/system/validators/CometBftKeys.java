package io.hybridycsb.harness.system.validators;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.files.Attempt;
import io.hybridycsb.harness.files.Json;
import io.hybridycsb.harness.files.PrivateFiles;
import io.hybridycsb.harness.system.ClusterFiles;
import io.hybridycsb.harness.system.KeyFiles;
import io.hybridycsb.harness.system.programs.Programs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.interfaces.EdECPrivateKey;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;

/**
 * A CometBFT process' two Ed25519 keys in CometBFT's file formats: one to vote with, and one for
 * its identity among peers. Private keys are 64 bytes: the seed, then the public key.
 */
public final class CometBftKeys {
  private static final String PUBLIC_KEY_TYPE = "tendermint/PubKeyEd25519";
  private static final String PRIVATE_KEY_TYPE = "tendermint/PrivKeyEd25519";
  private static final int PUBLIC_KEY_BYTES = 32;
  private static final int ADDRESS_BYTES = 20;

  private CometBftKeys() {}

  /** CometBFT's record of a validator that has signed nothing yet. */
  static ObjectNode nothingSigned() {
    return JsonNodeFactory.instance.objectNode().put("height", "0").put("round", 0).put("step", 0);
  }

  /**
   * Makes the key to vote with, and the record of what was last signed, unless the key exists.
   *
   * @param state the record's initial content
   * @return the raw public key, 32 bytes
   */
  static byte[] validatorKey(Path keyFile, Path stateFile, ObjectNode state) {
    ClusterFiles.requireOwn(keyFile);
    if (!Files.exists(keyFile)) {
      // Before the key, because CometBFT refuses a key without this record: it might sign twice.
      write(stateFile, state);
      KeyPair pair = KeyFiles.newPair();
      ObjectNode key = JsonNodeFactory.instance.objectNode();
      key.put("address", addressOf(KeyFiles.rawPublicKey(pair)));
      key.set("pub_key", publicKey(KeyFiles.rawPublicKey(pair)));
      key.set("priv_key", privateKey(pair));
      write(keyFile, key);
    }
    return publicPart(keyFile);
  }

  /**
   * Makes the key for the process' identity among peers, unless it exists.
   *
   * @return the process' identifier among its peers: 40 hex digits
   */
  public static String nodeId(Path keyFile) {
    ClusterFiles.requireOwn(keyFile);
    if (!Files.exists(keyFile)) {
      ObjectNode key = JsonNodeFactory.instance.objectNode();
      key.set("priv_key", privateKey(KeyFiles.newPair()));
      write(keyFile, key);
    }
    return HexFormat.of().formatHex(address(publicPart(keyFile)));
  }

  /** A public key as CometBFT writes it in JSON. */
  static ObjectNode publicKey(byte[] publicKey) {
    return typed(PUBLIC_KEY_TYPE, publicKey);
  }

  /** A validator's address: 40 hex digits, in capitals. */
  public static String addressOf(byte[] publicKey) {
    return HexFormat.of().withUpperCase().formatHex(address(publicKey));
  }

  private static byte[] address(byte[] publicKey) {
    return Arrays.copyOf(Programs.sha256(publicKey), ADDRESS_BYTES);
  }

  private static ObjectNode privateKey(KeyPair pair) {
    byte[] seed = ((EdECPrivateKey) pair.getPrivate()).getBytes().orElseThrow();
    byte[] key = Arrays.copyOf(seed, seed.length + PUBLIC_KEY_BYTES);
    System.arraycopy(KeyFiles.rawPublicKey(pair), 0, key, seed.length, PUBLIC_KEY_BYTES);
    return typed(PRIVATE_KEY_TYPE, key);
  }

  private static ObjectNode typed(String type, byte[] key) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("type", type);
    node.put("value", Base64.getEncoder().encodeToString(key));
    return node;
  }

  private static byte[] publicPart(Path keyFile) {
    byte[] key =
        Attempt.get(
            "read the key in " + keyFile,
            () -> {
              JsonNode value =
                  Json.MAPPER.readTree(keyFile.toFile()).path("priv_key").path("value");
              return value.isTextual() ? value.binaryValue() : new byte[0];
            });
    if (key.length != 2 * PUBLIC_KEY_BYTES) {
      throw new HarnessException(keyFile + " holds no Ed25519 key as CometBFT writes them");
    }
    return Arrays.copyOfRange(key, PUBLIC_KEY_BYTES, key.length);
  }

  /** Writes atomically; the file is readable only by its owner. */
  private static void write(Path file, ObjectNode json) {
    PrivateFiles.write(file, json.toPrettyString() + "\n");
  }
}
