package io.hybridycsb.blockchaindb.server.command;

import io.hybridycsb.blockchaindb.server.eth.Block;
import io.hybridycsb.blockchaindb.server.shard.ShardService;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.BaseUnits;

/** The metrics of each of a node's shards. */
final class ShardMetrics {
  private static final String SHARD = "shard";

  private ShardMetrics() {}

  static void register(MeterRegistry registry, ShardService shard) {
    Gauge.builder(
            "blockchaindb.block.height",
            shard,
            s -> s.state().newest().map(Block::number).orElse(0L))
        .description("Height of the newest block that the node has from the chain")
        .tag(SHARD, shard.name())
        .register(registry);
    Gauge.builder("blockchaindb.writes", shard, s -> s.state().writes())
        .description("Writes in the chain's blocks up to the newest one that the node has")
        .tag(SHARD, shard.name())
        .register(registry);
    Gauge.builder("blockchaindb.chain.reachable", shard, s -> s.isFollowing() ? 1 : 0)
        .description("1 while the node follows the chain, 0 while its client does not answer")
        .tag(SHARD, shard.name())
        .register(registry);
    Gauge.builder("blockchaindb.send.window", shard, ShardService::sendWindowBytes)
        .description("Bytes of transactions that the node may have on their way into the chain")
        .baseUnit(BaseUnits.BYTES)
        .tag(SHARD, shard.name())
        .register(registry);
    FunctionCounter.builder("blockchaindb.reorganisations", shard, ShardService::reorganisations)
        .description("How often blocks of the chain were replaced by others")
        .tag(SHARD, shard.name())
        .register(registry);
  }
}
