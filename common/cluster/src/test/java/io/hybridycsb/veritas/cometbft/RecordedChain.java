package io.hybridycsb.veritas.cometbft;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hybridycsb.veritas.cluster.ValidatorSet;
import io.hybridycsb.veritas.cluster.ValidatorSet.Validator;
import io.hybridycsb.veritas.cometbft.proto.SignedHeader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

/** What real validators signed; the file says how it was made. */
final class RecordedChain {
  /** A block with 20 transactions that all succeeded without data. */
  static final long FULL_HEIGHT = 18;

  /** Signed in its second round, without one validator. */
  static final long SECOND_ROUND_HEIGHT = 24;

  private static final JsonNode JSON = load();

  private RecordedChain() {}

  static List<SignedHeader> signedHeaders() {
    List<SignedHeader> headers = new ArrayList<>();
    JSON.path("signedHeaders").forEach(json -> headers.add(SignedHeaderJson.read(json)));
    return headers;
  }

  static SignedHeader signedHeader(long height) {
    return signedHeaders().stream()
        .filter(signed -> signed.getHeader().getHeight() == height)
        .findFirst()
        .orElseThrow();
  }

  /** The transactions of the block at {@link #FULL_HEIGHT}. */
  static List<byte[]> transactions() {
    List<byte[]> transactions = new ArrayList<>();
    JSON.path("transactions18")
        .forEach(tx -> transactions.add(Base64.getDecoder().decode(tx.asText())));
    return transactions;
  }

  static ValidatorSet validators() {
    JsonNode json = JSON.path("validators");
    List<Validator> validators = new ArrayList<>();
    for (JsonNode member : json.path("members")) {
      validators.add(
          new Validator(
              member.path("name").asText(),
              HexFormat.of().parseHex(member.path("publicKey").asText()),
              member.path("power").asLong()));
    }
    return new ValidatorSet(json.path("chainId").asText(), validators);
  }

  private static JsonNode load() {
    try (InputStream in =
        RecordedChain.class.getResourceAsStream("/cometbft/recorded-chain.json")) {
      return new ObjectMapper().readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
