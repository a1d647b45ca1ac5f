package io.hybridycsb.relational.kafka;

import io.hybridycsb.verification.Hash;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Counts votes. A block is decided when more than half of the nodes have voted for the same hash,
 * and with it all blocks before, since the hash covers them. A node's first vote for a block
 * counts, so that no two hashes can be decided. All that read the same votes in the same order come
 * to the same decisions.
 */
final class VoteTally {
  private final int nodes;
  private final int needed;
  private final TreeMap<Long, Map<String, Hash>> votes = new TreeMap<>();
  private long decidedHeight;

  /** What a vote has brought about. */
  sealed interface Verdict {
    /**
     * A block is decided.
     *
     * @param nodes whose votes have
     */
    record Decided(BlockHash block, List<String> nodes) implements Verdict {}

    /**
     * No hash can have a majority any more.
     *
     * @param nodes who has voted for what
     */
    record Undecidable(long height, Map<Hash, List<String>> nodes) implements Verdict {}
  }

  VoteTally(int nodes) {
    this.nodes = nodes;
    this.needed = majority(nodes);
  }

  /** How many of so many nodes are more than half. */
  static int majority(int nodes) {
    return nodes / 2 + 1;
  }

  /** The highest block that is decided; 0: none. */
  long decidedHeight() {
    return decidedHeight;
  }

  /** Counts a vote for a block that all nodes have; empty if nothing comes of it yet. */
  Optional<Verdict> add(String node, BlockHash block) {
    if (block.height() <= decidedHeight) {
      return Optional.empty();
    }
    Map<String, Hash> cast = votes.computeIfAbsent(block.height(), height -> new TreeMap<>());
    if (cast.putIfAbsent(node, block.hash()) != null) {
      return Optional.empty();
    }
    Map<Hash, List<String>> nodesByHash = new LinkedHashMap<>();
    cast.forEach(
        (voter, hash) -> nodesByHash.computeIfAbsent(hash, each -> new ArrayList<>()).add(voter));
    int most = nodesByHash.values().stream().mapToInt(List::size).max().orElseThrow();
    if (nodesByHash.get(block.hash()).size() >= needed) {
      decidedHeight = block.height();
      votes.headMap(decidedHeight, true).clear();
      return Optional.of(new Verdict.Decided(block, nodesByHash.get(block.hash())));
    }
    return most + nodes - cast.size() < needed
        ? Optional.of(new Verdict.Undecidable(block.height(), nodesByHash))
        : Optional.empty();
  }

  /** Who has voted for what, for people. */
  static String shown(Map<Hash, List<String>> nodesByHash) {
    return nodesByHash.entrySet().stream()
        .map(each -> BlockHash.shown(each.getKey()) + " on " + String.join(", ", each.getValue()))
        .collect(Collectors.joining("; "));
  }
}
