package io.hybridycsb.quorum.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hybridycsb.ethereum.chain.Address;
import io.hybridycsb.ethereum.chain.Consensus;
import io.hybridycsb.ethereum.chain.Layout;
import io.hybridycsb.ethereum.rpc.Hex;
import io.hybridycsb.verification.Hash;
import io.hybridycsb.verification.NodeNames;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Who belongs to a network, and what clients must know of its chain. A file in JSON.
 *
 * @param layout how the contract keeps values
 * @param genesisHash the hash of the chain's first block
 * @param contract its address
 * @param validators the addresses of those who seal blocks
 * @param nodes that answer JSON-RPC
 */
public record ClusterFile(
    Consensus consensus,
    Layout layout,
    long chainId,
    Hash genesisHash,
    Address contract,
    List<Address> validators,
    List<Node> nodes) {
  public ClusterFile {
    validators = List.copyOf(validators);
    nodes = List.copyOf(nodes);
    if (consensus == Consensus.CLIQUE) {
      throw new IllegalArgumentException("the consensus is raft, ibft or qbft");
    }
    if (layout == Layout.LOG) {
      throw new IllegalArgumentException("the layout is storage or code: others can't be read");
    }
    if (nodes.isEmpty()) {
      throw new IllegalArgumentException("there are no nodes");
    }
    if (consensus.isSealedByMost() && validators.isEmpty()) {
      throw new IllegalArgumentException("there are no validators");
    }
  }

  /**
   * A node.
   *
   * @param rpc where it answers JSON-RPC, {@code http://HOST:PORT}
   */
  public record Node(String name, String rpc) {}

  /**
   * Reads the file.
   *
   * @throws IllegalArgumentException if it can't be read; the message says why
   */
  public static ClusterFile read(Path file) {
    try {
      JsonNode json = new ObjectMapper().readTree(file.toFile());
      List<Address> validators = new ArrayList<>();
      json.required("validators").forEach(each -> validators.add(new Address(each.asText())));
      List<Node> nodes = new ArrayList<>();
      json.required("nodes")
          .forEach(
              each ->
                  nodes.add(
                      new Node(each.required("name").asText(), each.required("rpc").asText())));
      return new ClusterFile(
          Consensus.of(json.required("consensus").asText()),
          Layout.of(json.required("layout").asText()),
          json.required("chainId").asLong(),
          genesisHash(json),
          new Address(json.required("contract").asText()),
          validators,
          nodes);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "the cluster file %s can't be read: %s".formatted(file, e.getMessage()), e);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "the cluster file %s is wrong: %s".formatted(file, e.getMessage()), e);
    }
  }

  private static Hash genesisHash(JsonNode json) {
    if (!json.has("genesisHash")) {
      throw new IllegalArgumentException(
          "it has no genesisHash: the hash of block 0, as eth_getBlockByNumber gives it");
    }
    return Hex.hash(json.get("genesisHash"));
  }

  /**
   * Two sets of so many nodes have a node in common that works; under IBFT and QBFT one that is
   * honest.
   */
  public int nodesNeeded() {
    return consensus.isSealedByMost() ? consensus.sealsNeeded(nodes.size()) : nodes.size() / 2 + 1;
  }

  /**
   * So many nodes show a block before it is believed. Under IBFT and QBFT one of them is honest.
   * Such a node has executed the block, which validators do only after they have sealed it: a block
   * with false roots can have enough seals. Under Raft no node lies.
   */
  public int shownBy() {
    return consensus.isSealedByMost() ? nodes.size() - nodesNeeded() + 1 : 1;
  }

  /**
   * So many nodes must have a block before a proof is believed that stands against it. Under IBFT
   * and QBFT one of them is honest; under Raft, where blocks have no seals, they are most.
   */
  int agreeingNeeded() {
    return consensus.isSealedByMost() ? shownBy() : nodesNeeded();
  }

  /** The number of a node from 0, by its name or its number from 1. */
  public int indexOf(String node) {
    return NodeNames.indexOf(nodes.stream().map(Node::name).toList(), node);
  }
}
