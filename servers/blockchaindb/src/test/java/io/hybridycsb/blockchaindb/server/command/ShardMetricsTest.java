package io.hybridycsb.blockchaindb.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.blockchaindb.client.ClusterFile.Shard;
import io.hybridycsb.blockchaindb.server.eth.EthChain;
import io.hybridycsb.blockchaindb.server.shard.ShardService;
import io.hybridycsb.ethereum.chain.Address;
import io.hybridycsb.ethereum.chain.Consensus;
import io.hybridycsb.ethereum.chain.Layout;
import io.hybridycsb.ethereum.contract.Account;
import io.hybridycsb.ethereum.rpc.EthRpc;
import io.hybridycsb.metrics.DashboardMetrics;
import io.hybridycsb.metrics.MetricsClient;
import io.hybridycsb.metrics.MetricsServer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShardMetricsTest {
  @TempDir private Path directory;

  @Test
  void aShardTellsWhatTheDashboardShowsAndFollowsNothingBeforeItsStart() throws Exception {
    Shard chain =
        new Shard(
            Consensus.CLIQUE, 2_022, new Address("0x" + "0b".repeat(20)), List.of(), List.of());
    try (ShardService shard =
            new ShardService(
                "shard1",
                new EthChain(new EthRpc("http://127.0.0.1:1"), chain),
                Layout.LOG,
                List.of(new Account("01".repeat(32))),
                directory,
                new ShardService.Options(64, 20, 64, 1));
        MetricsServer metrics = new MetricsServer(MetricsClient.ANY_PORT, () -> true)) {
      ServeCommand.show(metrics, shard);
      String scrape = MetricsClient.get(metrics.address(), "/metrics").body();
      assertThat(DashboardMetrics.ofScrape(scrape, "blockchaindb_"))
          .containsAll(DashboardMetrics.named("blockchaindb_"))
          .isEqualTo(DashboardMetrics.documented("blockchaindb_"));
      assertThat(scrape.lines()).contains("blockchaindb_chain_reachable{shard=\"shard1\"} 0.0");
      assertThat(shard.isFollowing()).isFalse();
    }
  }
}
