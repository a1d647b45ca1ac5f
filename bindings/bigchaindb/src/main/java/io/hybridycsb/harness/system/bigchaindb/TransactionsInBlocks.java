package io.hybridycsb.harness.system.bigchaindb;

import com.fasterxml.jackson.databind.JsonNode;
import io.hybridycsb.harness.http.Loopback;
import io.hybridycsb.harness.recorded.CountedByServer;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The transactions in each node's blocks, which are read one after another. */
final class TransactionsInBlocks implements CountedByServer.Count {
  /** By the port of a node's HTTP interface. */
  private final Map<Integer, Chain> chains = new HashMap<>();

  /** What a node's blocks up to a height hold. */
  private record Chain(long height, long transactions) {}

  @Override
  public long of(int port) throws IOException, InterruptedException {
    Chain chain = chains.getOrDefault(port, new Chain(0, 0));
    Optional<JsonNode> next = block(port, chain.height() + 1);
    while (next.isPresent()) {
      chain =
          new Chain(
              chain.height() + 1, chain.transactions() + next.get().path("transactions").size());
      chains.put(port, chain);
      next = block(port, chain.height() + 1);
    }
    return chain.transactions();
  }

  private static Optional<JsonNode> block(int port, long height)
      throws IOException, InterruptedException {
    return Loopback.PLAIN.json(port, "/api/v1/blocks/" + height);
  }
}
