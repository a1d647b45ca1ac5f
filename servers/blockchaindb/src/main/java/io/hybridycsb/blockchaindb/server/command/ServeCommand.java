package io.hybridycsb.blockchaindb.server.command;

import io.hybridycsb.blockchaindb.client.ClusterFile;
import io.hybridycsb.blockchaindb.server.eth.EthChain;
import io.hybridycsb.blockchaindb.server.eth.EthRpc;
import io.hybridycsb.blockchaindb.server.node.Gateway;
import io.hybridycsb.blockchaindb.server.node.Node;
import io.hybridycsb.blockchaindb.server.shard.Account;
import io.hybridycsb.blockchaindb.server.shard.ShardService;
import io.hybridycsb.metrics.MetricsServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs a node until it is stopped. */
@Command(
    name = "serve",
    description = "Runs a node. Prints one line when it serves.",
    mixinStandardHelpOptions = true)
final class ServeCommand implements Callable<Integer> {
  @Option(
      names = "--config",
      required = true,
      paramLabel = "FILE",
      description = "The node's properties.")
  private Path config;

  @Override
  public Integer call() throws IOException, InterruptedException {
    NodeConfig settings = NodeConfig.read(config);
    ClusterFile cluster = ClusterFile.read(Path.of(settings.text("cluster.file")));
    long timeoutMs = settings.number("start.timeout.ms", 1, 86_400_000);
    List<ShardService> shards = new ArrayList<>();
    try {
      for (int i = 0; i < cluster.shards().size(); i++) {
        shards.add(shard(settings, cluster, i));
      }
      for (ShardService shard : shards) {
        if (!shard.start(timeoutMs)) {
          throw new IllegalStateException(
              "%s did not catch up with its chain within %d ms".formatted(shard.name(), timeoutMs));
        }
      }
      serve(settings, new Node(cluster, shards));
      return 0;
    } finally {
      for (ShardService shard : shards) {
        shard.close();
      }
    }
  }

  private static void serve(NodeConfig settings, Node node)
      throws IOException, InterruptedException {
    String listen = settings.text("node.listen");
    CountDownLatch stopped = new CountDownLatch(1);
    try (Gateway gateway = new Gateway(node, address(listen));
        MetricsServer metrics = metrics(settings.optional("metrics.listen"), node)) {
      Runtime.getRuntime().addShutdownHook(new Thread(stopped::countDown, "stop"));
      System.out.println("node " + settings.text("node.name") + " ready on " + listen);
      stopped.await();
    }
  }

  /** Null, which try-with-resources takes, where no address is given. */
  private static MetricsServer metrics(String listen, Node node) throws IOException {
    return listen.isEmpty() ? null : new MetricsServer(address(listen), node.times(), () -> true);
  }

  private static InetSocketAddress address(String listen) {
    int colon = listen.lastIndexOf(':');
    return new InetSocketAddress(
        listen.substring(0, colon), Integer.parseInt(listen.substring(colon + 1)));
  }

  private static ShardService shard(NodeConfig settings, ClusterFile cluster, int number) {
    String name = "shard" + (number + 1);
    List<Account> accounts =
        Arrays.stream(settings.text(name + ".accounts").split(",")).map(Account::new).toList();
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
