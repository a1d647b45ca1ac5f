package io.hybridycsb.relational.node.skip;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hybridycsb.veritas.crypto.Ed25519;
import io.hybridycsb.veritas.crypto.SigningKey;
import java.util.HexFormat;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A statement with its signatures. As text it is JSON: {@code cluster}, {@code chain}, {@code
 * height}, {@code digest}, and {@code signatures}, an object with each signer's name and its
 * Ed25519 signature of {@link SkipStatement#signedBytes}, in hex.
 *
 * @param signatures by their signers' names
 */
public record SkipDecision(SkipStatement statement, SortedMap<String, String> signatures) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String CLUSTER = "cluster";
  private static final String CHAIN = "chain";
  private static final String HEIGHT = "height";
  private static final String DIGEST = "digest";
  private static final String SIGNATURES = "signatures";

  /**
   * Reads one. Its signatures are not checked.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static SkipDecision parse(String text) {
    try {
      JsonNode json = JSON.readTree(text);
      JsonNode signatures = json.path(SIGNATURES);
      if (!json.path(CLUSTER).isTextual()
          || !json.path(CHAIN).isTextual()
          || !json.path(HEIGHT).isIntegralNumber()
          || !json.path(DIGEST).isTextual()
          || !signatures.isObject()) {
        throw new IllegalArgumentException(
            "a decision has \"cluster\", \"chain\", \"height\", \"digest\" and \"signatures\"");
      }
      SortedMap<String, String> byName = new TreeMap<>();
      signatures
          .fieldNames()
          .forEachRemaining(name -> byName.put(name, signatures.path(name).asText()));
      return new SkipDecision(
          new SkipStatement(
              json.path(CLUSTER).asText(),
              json.path(CHAIN).asText(),
              json.path(HEIGHT).asLong(),
              json.path(DIGEST).asText()),
          byName);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not JSON: " + e.getOriginalMessage(), e);
    }
  }

  /** The same as text. */
  public String text() {
    ObjectNode json = JSON.createObjectNode();
    json.put(CLUSTER, statement.cluster());
    json.put(CHAIN, statement.chain());
    json.put(HEIGHT, statement.height());
    json.put(DIGEST, statement.digest());
    signatures.forEach(json.putObject(SIGNATURES)::put);
    return json.toPrettyString() + "\n";
  }

  /** The same, signed by those who have signed the other one, too. */
  public SkipDecision with(SkipDecision other) {
    SortedMap<String, String> all = new TreeMap<>(signatures);
    all.putAll(other.signatures);
    return new SkipDecision(statement, all);
  }

  /**
   * The same with one more signature.
   *
   * @throws IllegalArgumentException if the key is none of theirs
   */
  public SkipDecision signedBy(SigningKey key, SkipSigners signers) {
    SortedMap<String, String> more = new TreeMap<>(signatures);
    more.put(
        signers.ownerOf(key.publicKey()).name(),
        HexFormat.of().formatHex(key.sign(statement.signedBytes())));
    return new SkipDecision(statement, more);
  }

  /**
   * Checks the signatures, not how many there are.
   *
   * @throws IllegalArgumentException if one is not what it says
   */
  public void requireRight(String cluster, SkipSigners signers) {
    if (!statement.cluster().equals(cluster)) {
      throw new IllegalArgumentException(
          "the decision is of cluster %s, and this is %s".formatted(statement.cluster(), cluster));
    }
    if (!statement.chain().equals(signers.chain())) {
      throw new IllegalArgumentException(
          "the decision is of chain %s, and this is %s"
              .formatted(statement.chain(), signers.chain()));
    }
    signatures.forEach(
        (name, signature) -> {
          SkipSigners.Signer signer =
              signers
                  .find(name)
                  .orElseThrow(
                      () ->
                          new IllegalArgumentException(
                              "%s, who has signed it, is none of the %s of cluster.json"
                                  .formatted(name, signers.title())));
          if (!Ed25519.verify(signer.publicKey(), statement.signedBytes(), bytes(signature))) {
            throw new IllegalArgumentException(
                "the signature of %s is wrong: it is not of this block, or by another key"
                    .formatted(name));
          }
        });
  }

  private static byte[] bytes(String hex) {
    try {
      return HexFormat.of().parseHex(hex);
    } catch (IllegalArgumentException e) {
      // Then it is no signature.
      return new byte[0];
    }
  }

  /**
   * Checks all of it.
   *
   * @throws IllegalArgumentException if it decides nothing; says why
   */
  public void requireDecided(String cluster, SkipSigners signers) {
    requireRight(cluster, signers);
    if (!suffices(signers)) {
      throw new IllegalArgumentException(
          "%s have signed it, and more than two thirds have to".formatted(signedBy(signers)));
    }
  }

  /** Whether more than two thirds have signed it. */
  public boolean suffices(SkipSigners signers) {
    return signers.suffice(signatures.keySet());
  }

  /** Who has decided, in short. */
  public String signedBy(SkipSigners signers) {
    return signers.shown(signatures.keySet());
  }
}
