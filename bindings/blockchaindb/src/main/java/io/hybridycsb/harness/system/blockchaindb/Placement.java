package io.hybridycsb.harness.system.blockchaindb;

import io.hybridycsb.harness.HarnessException;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Which nodes hold which shards. Each shard has the same number of nodes. They are assigned round
 * robin, so two nodes differ by one shard at most.
 *
 * @param replicas how many nodes hold a shard
 */
record Placement(int nodes, int shards, int replicas) {
  Placement {
    if (shards > nodes) {
      throw new HarnessException(
          "there are as many shards as nodes at most; %d are too many for %d nodes"
              .formatted(shards, nodes));
    }
    if (replicas > nodes) {
      throw new HarnessException(
          "%d nodes can't hold a shard (shard.replicas): there are %d nodes"
              .formatted(replicas, nodes));
    }
    if (shards * replicas < nodes) {
      throw new HarnessException(
          "%d shards on %d nodes each (shard.replicas) leave %d of %d nodes without a shard"
              .formatted(shards, replicas, nodes - shards * replicas, nodes));
    }
  }

  /**
   * As few replicas as give each node a shard, but so many that sealers go on without one of them.
   *
   * @param sealers how many those are, if there are as many nodes
   */
  static Placement sparing(int nodes, int shards, int sealers) {
    int share = (nodes + shards - 1) / shards;
    return new Placement(nodes, shards, Math.max(share, Math.min(sealers, nodes)));
  }

  /** The numbers of the nodes that hold a shard, from 1. */
  List<Integer> holders(int shard) {
    return IntStream.range(0, replicas)
        .map(place -> ((shard - 1) * replicas + place) % nodes + 1)
        .boxed()
        .toList();
  }

  /** The numbers of the shards that a node holds, from 1. */
  List<Integer> heldBy(int node) {
    return IntStream.rangeClosed(1, shards)
        .filter(shard -> holders(shard).contains(node))
        .boxed()
        .toList();
  }
}
