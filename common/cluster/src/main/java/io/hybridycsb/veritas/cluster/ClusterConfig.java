package io.hybridycsb.veritas.cluster;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hybridycsb.verification.NodeNames;
import io.hybridycsb.veritas.crypto.Ed25519;
import io.hybridycsb.veritas.crypto.SigningKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Who belongs to a cluster: the file {@code cluster.json}, the same for all its nodes and clients.
 *
 * @param cluster the cluster's name; signatures are bound to it
 * @param timestampOracle HOST:PORT; empty for a cluster that has none
 * @param validators the signers of the chain of a cluster over CometBFT; absent over Kafka
 * @param limits values that properties of nodes must have, by the properties' names: nodes with
 *     different limits would come to different ledgers
 */
public record ClusterConfig(
    String cluster,
    ApprovalPolicy approvalPolicy,
    String timestampOracle,
    List<Member> nodes,
    List<Member> clients,
    Optional<ValidatorSet> validators,
    Map<String, Long> limits) {
  private static final List<String> LIMITS =
      List.of("record.bytes.max", "transaction.operations.max", "state.value.bytes.max");

  /** Whose votes decide a block. */
  public enum ApprovalPolicy {
    /** Every node's, as in the paper. */
    ALL,
    /** More than half of the nodes'. */
    MAJORITY
  }

  /**
   * A node or a client.
   *
   * @param address HOST:PORT; empty for a client
   * @param publicKey raw Ed25519 public key, 32 bytes
   */
  @SuppressWarnings("ArrayRecordComponent") // compared by name only
  public record Member(String name, String address, byte[] publicKey) {
    public Member {
      Ed25519.requirePublicKey(publicKey);
    }
  }

  public ClusterConfig {
    nodes = List.copyOf(nodes);
    clients = List.copyOf(clients);
    limits = Map.copyOf(limits);
  }

  /** The same cluster with these nodes. */
  public ClusterConfig withNodes(List<Member> others) {
    return new ClusterConfig(
        cluster, approvalPolicy, timestampOracle, others, clients, validators, limits);
  }

  /** How many nodes' votes decide a block. */
  public int votesNeeded() {
    return approvalPolicy == ApprovalPolicy.ALL ? nodes.size() : nodes.size() / 2 + 1;
  }

  /**
   * The same, for a cluster that needs one.
   *
   * @throws IllegalArgumentException if it has none
   */
  public String requireTimestampOracle() {
    if (timestampOracle.isEmpty()) {
      throw new IllegalArgumentException("cluster.json: a text \"timestampOracle\" is expected");
    }
    return timestampOracle;
  }

  public Optional<Member> node(String name) {
    return nodes.stream().filter(n -> n.name().equals(name)).findFirst();
  }

  /**
   * The node that a server is to be.
   *
   * @throws IllegalArgumentException if there is none of this name
   */
  public Member requireNode(String name) {
    return node(name)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "cluster.json has no node named " + name + " (node.name)"));
  }

  /**
   * @throws IllegalArgumentException if there is no such node, or this isn't its key
   */
  public void requireOwnKey(String name, SigningKey key) {
    if (!Arrays.equals(requireNode(name).publicKey(), key.publicKey())) {
      throw new IllegalArgumentException(
          "node.key is not the private key of " + name + " in cluster.json");
    }
  }

  /**
   * The place of a node in the list, from 0.
   *
   * @param nameOrNumber its name, or its number from 1
   * @throws IllegalArgumentException if there is none; the message names all there are
   */
  public int indexOf(String nameOrNumber) {
    return NodeNames.indexOf(nodes.stream().map(Member::name).toList(), nameOrNumber);
  }

  /**
   * Reads the file.
   *
   * @throws IllegalArgumentException if it is absent or wrong; the message says what was expected
   */
  public static ClusterConfig read(Path file) {
    try {
      return parse(new ObjectMapper().readTree(Files.readString(file)));
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException("no cluster file " + file, e);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(file + " is not JSON: " + e.getOriginalMessage(), e);
    } catch (IOException e) {
      throw new IllegalArgumentException("can't read cluster file " + file + ": " + e, e);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
    }
  }

  private static ClusterConfig parse(JsonNode json) {
    String policy = json.path("approvalPolicy").asText("all");
    ApprovalPolicy approvalPolicy =
        switch (policy) {
          case "all" -> ApprovalPolicy.ALL;
          case "majority" -> ApprovalPolicy.MAJORITY;
          default ->
              throw new IllegalArgumentException(
                  "approvalPolicy is \"all\" or \"majority\", not \"" + policy + "\"");
        };
    List<Member> nodes = members(json, "nodes", true);
    if (nodes.isEmpty()) {
      throw new IllegalArgumentException("\"nodes\" lists at least one node");
    }
    Optional<ValidatorSet> validators = validators(json.path("validators"));
    return new ClusterConfig(
        text(json, "cluster"),
        approvalPolicy,
        json.has("timestampOracle") ? text(json, "timestampOracle") : "",
        nodes,
        members(json, "clients", false),
        validators,
        limits(json.path("limits")));
  }

  private static Map<String, Long> limits(JsonNode json) {
    Map<String, Long> limits = new HashMap<>();
    json.fieldNames()
        .forEachRemaining(
            name -> {
              JsonNode value = json.path(name);
              if (!LIMITS.contains(name)
                  || !value.isIntegralNumber()
                  || !value.canConvertToLong()) {
                throw new IllegalArgumentException(
                    "\"limits\" has numbers for " + String.join(", ", LIMITS));
              }
              limits.put(name, value.asLong());
            });
    return limits;
  }

  private static Optional<ValidatorSet> validators(JsonNode json) {
    if (json.isMissingNode()) {
      return Optional.empty();
    }
    List<ValidatorSet.Validator> validators = new ArrayList<>();
    for (JsonNode validator : json.path("members")) {
      validators.add(
          new ValidatorSet.Validator(
              text(validator, "name"), publicKey(validator), validator.path("power").asLong()));
    }
    return Optional.of(new ValidatorSet(text(json, "chainId"), validators));
  }

  private static List<Member> members(JsonNode json, String field, boolean withAddress) {
    List<Member> members = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (JsonNode member : json.path(field)) {
      String name = text(member, "name");
      if (!names.add(name)) {
        throw new IllegalArgumentException("\"" + field + "\" names " + name + " twice");
      }
      String address = withAddress ? text(member, "address") : "";
      members.add(new Member(name, address, publicKey(member)));
    }
    return members;
  }

  private static byte[] publicKey(JsonNode member) {
    String hex = text(member, "publicKey");
    if (!hex.matches("[0-9a-fA-F]{64}")) {
      throw new IllegalArgumentException("\"publicKey\" has 64 hex digits, not " + hex);
    }
    return Ed25519.requirePublicKey(HexFormat.of().parseHex(hex));
  }

  private static String text(JsonNode json, String field) {
    JsonNode value = json.path(field);
    if (!value.isTextual() || value.asText().isBlank()) {
      throw new IllegalArgumentException("a text \"" + field + "\" is expected");
    }
    if (value.asText().chars().anyMatch(Character::isISOControl)) {
      // Names stand one after the other, each on a line, in what is signed.
      throw new IllegalArgumentException(
          "the text \"" + field + "\" must have no control characters");
    }
    return value.asText();
  }
}
