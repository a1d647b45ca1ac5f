package io.hybridycsb.relational.client;

import java.util.List;

/**
 * How a client finds its cluster.
 *
 * @param nodes HOST:PORT of each, at least one
 * @param cluster its name, to which signatures are bound
 * @param timeoutMs how long a call may take in all, trying other nodes included
 * @param reads how fresh reads are
 * @param batchMax calls of all threads that share a transaction, at most
 */
public record ClientOptions(
    List<String> nodes, String cluster, int timeoutMs, ReadLevel reads, int batchMax) {
  /** What a node takes in one transaction. */
  public static final int BATCH_MAX = 2_048;

  public ClientOptions {
    nodes = List.copyOf(nodes);
    if (nodes.isEmpty()) {
      throw new IllegalArgumentException("a cluster has at least one node; name its address");
    }
    if (timeoutMs < 1) {
      throw new IllegalArgumentException("timeoutMs is 1 or more, not " + timeoutMs);
    }
    if (batchMax < 1 || batchMax > BATCH_MAX) {
      throw new IllegalArgumentException(
          "batchMax is from 1 to %d, not %d".formatted(BATCH_MAX, batchMax));
    }
  }

  /** How fresh the answer to a read is. */
  public enum ReadLevel {
    /**
     * What the node asked has committed, and at least everything that this client has seen: its own
     * commits, and the results of its reads.
     */
    LOCAL,
    /**
     * Every commit acknowledged to anybody before the read began: the read waits for a transaction
     * without calls, which is ordered after it began.
     */
    ORDERED
  }
}
