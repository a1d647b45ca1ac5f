package io.hybridycsb.blockchaindb.server.command;

import io.hybridycsb.blockchaindb.client.ClusterFile;
import io.hybridycsb.blockchaindb.server.eth.EthChain;
import io.hybridycsb.blockchaindb.server.eth.EthRpc;
import io.hybridycsb.blockchaindb.server.node.Gateway;
import io.hybridycsb.blockchaindb.server.node.Node;
import io.hybridycsb.blockchaindb.server.shard.Account;
import io.hybridycsb.blockchaindb.server.shard.ShardService;
import io.hybridycsb.logs.Logs;
import io.hybridycsb.metrics.MetricsServer;
import io.hybridycsb.settings.SettingNames;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
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

  private static final Pattern PRIVATE_KEY = Pattern.compile("(0x)?[0-9a-fA-F]{1,64}");

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
    ClusterFile cluster = ClusterFile.read(Path.of(settings.text("cluster.file")));
    List<ShardService> shards = new ArrayList<>();
    try {
      for (int i = 0; i < cluster.shards().size(); i++) {
        shards.add(shard(settings, cluster, i));
      }
      Node node = new Node(cluster, shards);
      settings.all().overrides().forEach(line -> LOG.info("set: {}", line));
      AtomicBoolean serves = new AtomicBoolean();
      try (MetricsServer metrics = metrics(settings, node, shards, serves)) {
        start(shards, settings.number("start.timeout.ms", 1, 86_400_000));
        serve(settings, node, serves);
      }
      return 0;
    } finally {
      for (ShardService shard : shards) {
        shard.close();
      }
    }
  }

  private static void start(List<ShardService> shards, long timeoutMs) throws InterruptedException {
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
    String listen = settings.text("node.listen");
    CountDownLatch stopped = new CountDownLatch(1);
    try (Gateway gateway = new Gateway(node, address(settings, "node.listen"))) {
      serves.set(true);
      Runtime.getRuntime().addShutdownHook(new Thread(stopped::countDown, "stop"));
      System.out.println("node " + settings.text("node.name") + " ready on " + listen);
      stopped.await();
    }
  }

  /** Null, which try-with-resources takes, where no address is given. */
  private static MetricsServer metrics(
      NodeConfig settings, Node node, List<ShardService> shards, AtomicBoolean serves)
      throws IOException {
    if (settings.optional(SettingNames.METRICS_LISTEN).isEmpty()) {
      return null;
    }
    MetricsServer metrics =
        new MetricsServer(
            address(settings, SettingNames.METRICS_LISTEN),
            () -> serves.get() && shards.stream().allMatch(ShardService::isFollowing));
    metrics.show(node.times());
    shards.forEach(shard -> ShardMetrics.register(metrics.registry(), shard));
    return metrics;
  }

  private static InetSocketAddress address(NodeConfig settings, String property) {
    String listen = settings.text(property);
    int colon = listen.lastIndexOf(':');
    try {
      int port = Integer.parseInt(listen.substring(colon + 1));
      if (colon > 0 && port > 0 && port < 65_536) {
        return new InetSocketAddress(listen.substring(0, colon), port);
      }
    } catch (NumberFormatException e) {
      throw settings.all().wrong(property, "is HOST:PORT");
    }
    throw settings.all().wrong(property, "is HOST:PORT");
  }

  private static List<Account> accounts(NodeConfig settings, String property) {
    List<String> keys = List.of(settings.text(property).split(","));
    if (!keys.stream().allMatch(key -> PRIVATE_KEY.matcher(key).matches())) {
      throw settings.all().wrong(property, "is private keys in hex with commas between them");
    }
    return keys.stream().map(Account::new).toList();
  }

  private static ShardService shard(NodeConfig settings, ClusterFile cluster, int number) {
    String name = "shard" + (number + 1);
    List<Account> accounts = accounts(settings, name + ".accounts");
    return new ShardService(
        name,
        new EthChain(new EthRpc(settings.text(name + ".rpc")), cluster.shards().get(number)),
        cluster.layout(),
        accounts,
        Path.of(settings.text("data.dir")).resolve(name),
        new ShardService.Options(
            (int) settings.number("batch.writes.max", 1, 10_000),
            settings.number("batch.linger.ms", 0, 60_000),
            (int) settings.number("account.transactions.max", 1, 10_000),
            settings.number("block.period.s", 1, 86_400)));
  }
}
