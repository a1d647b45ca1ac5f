package io.hybridycsb.harness.system.bigchaindb;

import com.fasterxml.jackson.databind.JsonNode;
import io.hybridycsb.harness.http.Loopback;
import io.hybridycsb.harness.recorded.RecordedWrites;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The transactions in each node's blocks, which are read one after another. */
final class TransactionsInBlocks implements RecordedWrites {
  private final SortedMap<String, Integer> ports;
  private final SortedMap<String, Chain> chains = new TreeMap<>();

  /** What a node's blocks up to a height hold. */
  private record Chain(long height, long transactions) {}

  /**
   * @param ports of the nodes' HTTP interfaces, by node
   */
  TransactionsInBlocks(SortedMap<String, Integer> ports) {
    this.ports = new TreeMap<>(ports);
  }

  @Override
  public Kept kept() {
    return Kept.BY_ALL_FOREVER;
  }

  @Override
  public String what() {
    return "transactions in blocks";
  }

  @Override
  public SortedMap<String, Long> read() throws IOException, InterruptedException {
    SortedMap<String, Long> counts = new TreeMap<>();
    for (Map.Entry<String, Integer> node : ports.entrySet()) {
      counts.put(node.getKey(), newest(node.getKey(), node.getValue()).transactions());
    }
    return counts;
  }

  private Chain newest(String node, int port) throws IOException, InterruptedException {
    Chain chain = chains.getOrDefault(node, new Chain(0, 0));
    Optional<JsonNode> next = block(port, chain.height() + 1);
    while (next.isPresent()) {
      chain =
          new Chain(
              chain.height() + 1, chain.transactions() + next.get().path("transactions").size());
      chains.put(node, chain);
      next = block(port, chain.height() + 1);
    }
    return chain;
  }

  private static Optional<JsonNode> block(int port, long height)
      throws IOException, InterruptedException {
    return Loopback.json(port, "/api/v1/blocks/" + height);
  }
}
