package io.hybridycsb.blockchaindb.server.command;

import io.hybridycsb.blockchaindb.client.ClusterFile;
import io.hybridycsb.blockchaindb.server.eth.EthChain;
import io.hybridycsb.blockchaindb.server.node.Gateway;
import io.hybridycsb.blockchaindb.server.node.Node;
import io.hybridycsb.blockchaindb.server.shard.ShardService;
import io.hybridycsb.commands.Parts;
import io.hybridycsb.commands.RunningServer;
import io.hybridycsb.commands.ServeFrame;
import io.hybridycsb.ethereum.contract.Account;
import io.hybridycsb.ethereum.rpc.EthRpc;
import io.hybridycsb.metrics.MetricsServer;
import io.hybridycsb.settings.SettingNames;
import io.hybridycsb.settings.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;

/** Runs a node of BlockchainDB. */
final class ServeCommand extends ServeFrame {
  ServeCommand() {
    super(NodeConfig.NAMES);
  }

  @Override
  protected Settings read(List<Path> files, Map<String, String> environment, List<String> flags) {
    return NodeConfig.read(files, environment, flags).all();
  }

  @Override
  protected RunningServer open(Settings settings, Parts parts) throws IOException {
    NodeConfig config = new NodeConfig(settings);
    ClusterFile cluster = ClusterFile.read(config.get(NodeConfig.CLUSTER_FILE));
    SortedMap<Integer, ShardService> shards = new TreeMap<>();
    for (int number : config.heldShards(cluster)) {
      shards.put(number, parts.add(shard(config, cluster, number)));
    }
    return new RunningNode(config, new Node(cluster, shards), shards, parts);
  }

  /** A node with its metrics and the port of its clients. */
  private static final class RunningNode implements RunningServer {
    private final NodeConfig config;
    private final Node node;
    private final SortedMap<Integer, ShardService> shards;
    private final Parts parts;
    private volatile boolean serves;

    RunningNode(NodeConfig config, Node node, SortedMap<Integer, ShardService> shards, Parts parts)
        throws IOException {
      this.config = config;
      this.node = node;
      this.shards = shards;
      this.parts = parts;
      MetricsServer metrics =
          parts.add(
              new MetricsServer(
                  config.all().find(SettingNames.METRICS_LISTEN),
                  () -> serves && shards.values().stream().allMatch(ShardService::isFollowing)));
      metrics.show(node.times());
      shards.values().forEach(shard -> ShardMetrics.show(metrics, shard));
    }

    @Override
    public String serve() throws IOException, InterruptedException {
      int timeoutMs = config.get(NodeConfig.START_TIMEOUT_MS);
      for (ShardService shard : shards.values()) {
        if (!shard.start(timeoutMs)) {
          throw new IllegalStateException(
              "%s did not catch up with its chain within %d ms (start.timeout.ms)"
                  .formatted(shard.name(), timeoutMs));
        }
      }
      parts.add(new Gateway(node, config.get(NodeConfig.LISTEN)));
      serves = true;
      return "node %s ready on %s"
          .formatted(config.get(NodeConfig.NAME), config.all().text(NodeConfig.LISTEN.name()));
    }

    /** It goes on, whatever becomes of a chain. */
    @Override
    public void awaitEnd() throws InterruptedException {
      new CountDownLatch(1).await();
    }
  }

  private static ShardService shard(NodeConfig config, ClusterFile cluster, int number) {
    String name = "shard" + (number + 1);
    List<Account> accounts = config.get(NodeConfig.SHARD_ACCOUNTS, number + 1);
    return new ShardService(
        name,
        new EthChain(
            new EthRpc(config.get(NodeConfig.SHARD_RPC, number + 1)), cluster.shards().get(number)),
        cluster.layout(),
        accounts,
        config.get(NodeConfig.DATA_DIR).resolve(name),
        new ShardService.Options(
            config.get(NodeConfig.BATCH_WRITES_MAX),
            config.get(NodeConfig.BATCH_LINGER_MS),
            config.get(NodeConfig.ACCOUNT_TRANSACTIONS_MAX),
            config.get(NodeConfig.PERIOD_S)));
  }
}
