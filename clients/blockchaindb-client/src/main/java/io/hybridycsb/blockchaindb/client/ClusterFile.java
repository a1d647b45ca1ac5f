package io.hybridycsb.blockchaindb.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hybridycsb.ethereum.chain.Address;
import io.hybridycsb.ethereum.chain.Consensus;
import io.hybridycsb.ethereum.chain.Layout;
import io.hybridycsb.verification.Hash;
import io.hybridycsb.verification.NodeNames;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Who belongs to a cluster: what nodes and clients must agree on. A file in JSON.
 *
 * @param layout how the contract keeps values
 * @param nodes that serve clients
 * @param shards each a chain of its own; keys are spread over them by hash
 */
public record ClusterFile(Layout layout, List<Node> nodes, List<Shard> shards) {
  public ClusterFile {
    nodes = List.copyOf(nodes);
    shards = List.copyOf(shards);
    Set<String> names = nodes.stream().map(Node::name).collect(Collectors.toSet());
    for (Shard shard : shards) {
      if (!names.containsAll(shard.holders())) {
        throw new IllegalArgumentException(
            "a shard's nodes are among %s, and these are not: %s"
                .formatted(new TreeSet<>(names), shard.holders()));
      }
    }
  }

  /**
   * A node.
   *
   * @param address HOST:PORT
   */
  public record Node(String name, String address) {}

  /**
   * A chain.
   *
   * @param consensus of those who seal its blocks
   * @param contract the address of the contract
   * @param authorities the addresses of those who may seal blocks
   * @param holders the names of the nodes that hold it; empty if all nodes do
   */
  public record Shard(
      Consensus consensus,
      long chainId,
      Address contract,
      List<Address> authorities,
      List<String> holders) {
    public Shard {
      authorities = List.copyOf(authorities);
      holders = List.copyOf(holders);
    }
  }

  /**
   * Reads the file.
   *
   * @throws IllegalArgumentException if it can't be read or isn't such a file
   */
  public static ClusterFile read(Path file) {
    try {
      JsonNode root = new ObjectMapper().readTree(file.toFile());
      List<Node> nodes = new ArrayList<>();
      for (JsonNode node : root.required("nodes")) {
        nodes.add(new Node(node.required("name").asText(), node.required("address").asText()));
      }
      List<Shard> shards = new ArrayList<>();
      for (JsonNode shard : root.required("shards")) {
        List<Address> authorities = new ArrayList<>();
        List<String> holders = new ArrayList<>();
        shard.path("nodes").forEach(name -> holders.add(name.asText()));
        shard.required("authorities").forEach(a -> authorities.add(new Address(a.asText())));
        shards.add(
            new Shard(
                // Absent in the files of older releases.
                Consensus.of(shard.path("consensus").asText(Consensus.CLIQUE.word())),
                shard.required("chainId").asLong(),
                new Address(shard.required("contract").asText()),
                authorities,
                holders));
      }
      if (nodes.isEmpty() || shards.isEmpty()) {
        throw new IllegalArgumentException("it names no nodes or no shards");
      }
      return new ClusterFile(Layout.of(root.required("layout").asText()), nodes, shards);
    } catch (IOException | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "cannot read the cluster file %s: %s".formatted(file, e.getMessage()), e);
    }
  }

  /**
   * The place of a node in the list, from 0.
   *
   * @param nameOrNumber its name, or its number from 1
   * @throws IllegalArgumentException if there is none; the message names all there are
   */
  public int indexOf(String nameOrNumber) {
    return NodeNames.indexOf(nodes.stream().map(Node::name).toList(), nameOrNumber);
  }

  /** The places of the nodes that hold a shard, in the list of nodes. */
  public List<Integer> holders(int shard) {
    List<String> holders = shards.get(shard).holders();
    return IntStream.range(0, nodes.size())
        .filter(node -> holders.isEmpty() || holders.contains(nodes.get(node).name()))
        .boxed()
        .toList();
  }

  /** The numbers of the shards that a node holds, from 0. */
  public List<Integer> heldBy(int node) {
    return IntStream.range(0, shards.size())
        .filter(shard -> holders(shard).contains(node))
        .boxed()
        .toList();
  }

  /** Says who holds a shard, for people. */
  public String toldHolders(int shard) {
    return "shard %d is held by %s"
        .formatted(
            shard + 1,
            holders(shard).stream()
                .map(node -> nodes.get(node).name())
                .collect(Collectors.joining(", ")));
  }

  /**
   * By what this cluster's chains are told from all others: a hash of the layout, and of each
   * chain's consensus, number, contract and authorities. Nodes may move.
   */
  public String ledger() {
    StringBuilder text = new StringBuilder(layout.word());
    for (Shard shard : shards) {
      text.append('\n')
          .append(shard.consensus().word())
          .append(' ')
          .append(shard.chainId())
          .append(' ')
          .append(shard.contract().hex());
      shard.authorities().forEach(authority -> text.append(' ').append(authority.hex()));
    }
    return "the BlockchainDB cluster "
        + Hash.of(sha256(text.toString().getBytes(StandardCharsets.UTF_8)));
  }

  /** The shard that keeps a key: the first four bytes of its SHA-256, modulo their number. */
  public int shardOf(byte[] key) {
    if (shards.size() == 1) {
      return 0;
    }
    int first = ByteBuffer.wrap(sha256(key)).getInt();
    return Integer.remainderUnsigned(first, shards.size());
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
