package io.hybridycsb.blockchaindb.server.command;

import io.hybridycsb.blockchaindb.server.eth.Block;
import io.hybridycsb.blockchaindb.server.shard.ShardService;
import io.hybridycsb.metrics.MetricsServer;

/** The metrics of each of a node's shards. */
final class ShardMetrics {
  private ShardMetrics() {}

  static void show(MetricsServer metrics, ShardService shard) {
    String[] tags = {"shard", shard.name()};
    metrics.gauge(
        "blockchaindb.block.height",
        "Height of the newest block that the node has from the chain",
        () -> shard.state().newest().map(Block::number).orElse(0L),
        tags);
    metrics.gauge(
        "blockchaindb.writes",
        "Writes in the chain's blocks up to the newest one that the node has",
        () -> shard.state().writes(),
        tags);
    metrics.gauge(
        "blockchaindb.chain.reachable",
        "1 while the node follows the chain, 0 while its client does not answer",
        () -> shard.isFollowing() ? 1 : 0,
        tags);
    metrics.gauge(
        "blockchaindb.send.window.bytes",
        "Bytes of transactions that the node may have on their way into the chain",
        shard::sendWindowBytes,
        tags);
    metrics.counter(
        "blockchaindb.reorganisations",
        "How often blocks of the chain were replaced by others",
        shard::reorganisations,
        tags);
  }
}
