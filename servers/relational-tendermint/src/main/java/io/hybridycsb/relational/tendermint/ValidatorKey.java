package io.hybridycsb.relational.tendermint;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hybridycsb.veritas.crypto.SigningKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;

/** CometBFT's file of a validator's key, {@code priv_validator_key.json}. */
final class ValidatorKey {
  private static final String TYPE = "tendermint/PrivKeyEd25519";
  private static final int SEED_BYTES = 32;

  /** The seed, then the public key. */
  private static final int KEY_BYTES = 64;

  private ValidatorKey() {}

  /**
   * @throws IllegalArgumentException if the file holds no such key
   */
  static SigningKey read(Path file) {
    try {
      JsonNode key = new ObjectMapper().readTree(Files.readString(file)).path("priv_key");
      byte[] bytes = Base64.getDecoder().decode(key.path("value").asText());
      if (!key.path("type").asText().equals(TYPE) || bytes.length != KEY_BYTES) {
        throw new IllegalArgumentException("not an Ed25519 key");
      }
      return SigningKey.ofSeed(Arrays.copyOf(bytes, SEED_BYTES));
    } catch (JsonProcessingException | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "a validator's priv_validator_key.json with an Ed25519 key is expected", e);
    } catch (IOException e) {
      throw new IllegalArgumentException("can't be read: " + e, e);
    }
  }
}
