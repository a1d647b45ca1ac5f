package io.hybridycsb.blockchaindb.server.command;

import io.hybridycsb.blockchaindb.client.ClusterFile;
import io.hybridycsb.blockchaindb.server.eth.EthChain;
import io.hybridycsb.blockchaindb.server.node.Gateway;
import io.hybridycsb.blockchaindb.server.node.Node;
import io.hybridycsb.blockchaindb.server.shard.ShardService;
import io.hybridycsb.ethereum.contract.Account;
import io.hybridycsb.ethereum.rpc.EthRpc;
import io.hybridycsb.logs.Logs;
import io.hybridycsb.metrics.MetricsServer;
import io.hybridycsb.settings.SettingNames;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs a node until it is stopped. */
@Command(
    name = "serve",
    description = "Runs a node. Prints one line when it serves.",
    mixinStandardHelpOptions = true)
final class ServeCommand implements Callable<Integer> {
  private static final Logger LOG = LoggerFactory.getLogger(ServeCommand.class);

  @Option(names = "--config", paramLabel = "FILE", description = "The node's properties.")
  private Path config;

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description = "Sets a property, over environment and file. Repeatable.")
  private List<String> set = List.of();

  @Override
  public Integer call() throws IOException, InterruptedException {
    List<Path> files = config == null ? List.of() : List.of(config);
    NodeConfig settings = NodeConfig.read(files, System.getenv(), set);
    Logs.configure(settings.all());
    ClusterFile cluster = ClusterFile.read(settings.get(NodeConfig.CLUSTER_FILE));
    SortedMap<Integer, ShardService> shards = new TreeMap<>();
    try {
      for (int number : settings.heldShards(cluster)) {
        shards.put(number, shard(settings, cluster, number));
      }
      Node node = new Node(cluster, shards);
      settings.all().overrides().forEach(line -> LOG.info("set: {}", line));
      AtomicBoolean serves = new AtomicBoolean();
      try (MetricsServer metrics = metrics(settings, node, shards.values(), serves)) {
        start(shards.values(), settings.get(NodeConfig.START_TIMEOUT_MS));
        serve(settings, node, serves);
      }
      return 0;
    } finally {
      for (ShardService shard : shards.values()) {
        shard.close();
      }
    }
  }

  private static void start(Collection<ShardService> shards, long timeoutMs)
      throws InterruptedException {
    for (ShardService shard : shards) {
      if (!shard.start(timeoutMs)) {
        throw new IllegalStateException(
            "%s did not catch up with its chain within %d ms (start.timeout.ms)"
                .formatted(shard.name(), timeoutMs));
      }
    }
  }

  private static void serve(NodeConfig settings, Node node, AtomicBoolean serves)
      throws IOException, InterruptedException {
    CountDownLatch stopped = new CountDownLatch(1);
    try (Gateway gateway = new Gateway(node, settings.get(NodeConfig.LISTEN))) {
      serves.set(true);
      Runtime.getRuntime().addShutdownHook(new Thread(stopped::countDown, "stop"));
      System.out.printf(
          "node %s ready on %s%n",
          settings.get(NodeConfig.NAME), settings.all().text(NodeConfig.LISTEN.name()));
      stopped.await();
    }
  }

  /** Null, which try-with-resources accepts, if no address is given. */
  private static MetricsServer metrics(
      NodeConfig settings, Node node, Collection<ShardService> shards, AtomicBoolean serves)
      throws IOException {
    Optional<InetSocketAddress> listen = settings.all().find(SettingNames.METRICS_LISTEN);
    if (listen.isEmpty()) {
      return null;
    }
    MetricsServer metrics =
        new MetricsServer(
            listen.get(),
            () -> serves.get() && shards.stream().allMatch(ShardService::isFollowing));
    metrics.show(node.times());
    shards.forEach(shard -> ShardMetrics.register(metrics.registry(), shard));
    return metrics;
  }

  private static ShardService shard(NodeConfig settings, ClusterFile cluster, int number) {
    String name = "shard" + (number + 1);
    List<Account> accounts = settings.get(NodeConfig.SHARD_ACCOUNTS, number + 1);
    return new ShardService(
        name,
        new EthChain(
            new EthRpc(settings.get(NodeConfig.SHARD_RPC, number + 1)),
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
}
