package io.hybridycsb.blockchaindb.server.command;

import io.hybridycsb.blockchaindb.client.ClusterFile;
import io.hybridycsb.blockchaindb.server.eth.Block;
import io.hybridycsb.blockchaindb.server.eth.EthChain;
import io.hybridycsb.blockchaindb.server.node.Gateway;
import io.hybridycsb.blockchaindb.server.node.Node;
import io.hybridycsb.blockchaindb.server.shard.ShardService;
import io.hybridycsb.commands.Parts;
import io.hybridycsb.commands.ProcessingTime;
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
    return NodeConfig.read(files, environment, flags);
  }

  @Override
  protected RunningServer open(Settings settings, Parts parts) throws IOException {
    ClusterFile cluster = ClusterFile.read(settings.get(NodeConfig.CLUSTER_FILE));
    SortedMap<Integer, ShardService> shards = new TreeMap<>();
    for (int number : NodeConfig.heldShards(settings, cluster)) {
      shards.put(number, parts.add(shard(settings, cluster, number)));
    }
    return new RunningNode(settings, new Node(cluster, shards), shards, parts);
  }

  /** A node with its metrics and the port of its clients. */
  private static final class RunningNode implements RunningServer {
    private final Settings settings;
    private final Node node;
    private final SortedMap<Integer, ShardService> shards;
    private final Parts parts;
    private volatile boolean serves;

    RunningNode(Settings settings, Node node, SortedMap<Integer, ShardService> shards, Parts parts)
        throws IOException {
      this.settings = settings;
      this.node = node;
      this.shards = shards;
      this.parts = parts;
      MetricsServer metrics =
          parts.add(
              new MetricsServer(
                  settings.find(SettingNames.METRICS_LISTEN),
                  () -> serves && shards.values().stream().allMatch(ShardService::isFollowing)));
      metrics.show(node.times());
      shards.values().forEach(shard -> show(metrics, shard));
    }

    @Override
    public String serve() throws IOException, InterruptedException {
      int timeoutMs = settings.get(NodeConfig.START_TIMEOUT_MS);
      for (ShardService shard : shards.values()) {
        if (!shard.start(timeoutMs)) {
          throw new IllegalStateException(
              "%s did not catch up with its chain within %d ms (start.timeout.ms)"
                  .formatted(shard.name(), timeoutMs));
        }
      }
      ProcessingTime processing =
          parts.add(new ProcessingTime(settings.get(NodeConfig.PROCESSING_MS)));
      parts.add(new Gateway(node, processing, settings.get(NodeConfig.LISTEN)));
      serves = true;
      return "node %s ready on %s"
          .formatted(settings.get(NodeConfig.NAME), settings.text(NodeConfig.LISTEN.name()));
    }

    /** It goes on, whatever becomes of a chain. */
    @Override
    public void awaitEnd() throws InterruptedException {
      new CountDownLatch(1).await();
    }
  }

  private static ShardService shard(Settings settings, ClusterFile cluster, int number) {
    String name = "shard" + (number + 1);
    List<Account> accounts = NodeConfig.get(settings, NodeConfig.SHARD_ACCOUNTS, number + 1);
    return new ShardService(
        name,
        new EthChain(
            new EthRpc(NodeConfig.get(settings, NodeConfig.SHARD_RPC, number + 1)),
            cluster.shards().get(number)),
        cluster.layout(),
        accounts,
        settings.get(NodeConfig.DATA_DIR).resolve(name),
        new ShardService.Options(
            settings.get(NodeConfig.BATCH_WRITES_MAX),
            settings.get(NodeConfig.BATCH_LINGER_MS),
            settings.get(NodeConfig.ACCOUNT_TRANSACTIONS_MAX),
            settings.get(NodeConfig.PERIOD_S)));
  }

  /** The metrics of one of the node's shards. */
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
