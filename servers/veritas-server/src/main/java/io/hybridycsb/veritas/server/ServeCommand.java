package io.hybridycsb.veritas.server;

import io.hybridycsb.logs.Logs;
import io.hybridycsb.peers.PeerBounds;
import io.hybridycsb.settings.SettingNames;
import io.hybridycsb.sharedlog.LogException;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.core.consensus.ClusterRules;
import io.hybridycsb.veritas.core.consensus.log.DivergedException;
import io.hybridycsb.veritas.core.node.Node;
import io.hybridycsb.veritas.core.spi.LedgerStore;
import io.hybridycsb.veritas.core.spi.StateFullException;
import io.hybridycsb.veritas.core.spi.StateStore;
import io.hybridycsb.veritas.core.spi.StoreException;
import io.hybridycsb.veritas.crypto.Ed25519;
import io.hybridycsb.veritas.crypto.SigningKey;
import io.hybridycsb.veritas.stores.redis.RedisStateStore;
import io.hybridycsb.veritas.stores.rocksdb.Durability;
import io.hybridycsb.veritas.stores.rocksdb.RocksDbLedgerStore;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs a node until it is stopped or can't go on. */
@Command(
    name = "serve",
    description = "Runs a node. Prints one line when it serves.",
    mixinStandardHelpOptions = true)
final class ServeCommand implements Callable<Integer> {
  private static final Logger LOG = LoggerFactory.getLogger(ServeCommand.class);

  private final VeritasSystem system;

  @Option(names = "--config", paramLabel = "FILE", description = "The node's properties.")
  private Path config;

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description = "Sets a property, over environment and file. Repeatable.")
  private List<String> set = List.of();

  ServeCommand(VeritasSystem system) {
    this.system = system;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    List<Path> files = config == null ? List.of() : List.of(config);
    NodeSettings settings = NodeSettings.read(files, System.getenv(), set, system.properties());
    Logs.configure(settings.all());
    ClusterConfig cluster = ClusterConfig.read(settings.get(NodeProperties.CLUSTER_FILE));
    settings.requireLimits(cluster.limits());
    Supplier<VeritasSystem.Ordering> opening = system.ordering(settings, cluster);
    String name = settings.get(NodeProperties.NAME);
    SigningKey key = SigningKey.read(settings.get(NodeProperties.KEY));
    requireMember(cluster, name, key);
    ClientGateway.Port port =
        new ClientGateway.Port(
            cluster,
            settings.get(NodeProperties.LISTEN),
            settings.serverTls(),
            PeerBounds.Times.DEFAULT,
            settings.get(NodeProperties.CONNECTIONS_MAX),
            settings.get(NodeProperties.CONNECTION_CALLS_MAX),
            settings.get(NodeProperties.REQUEST_BYTES_MAX));
    Durability durability = settings.get(Durability.PROPERTY);
    settings.all().overrides().forEach(line -> LOG.info("set: {}", line));
    LOG.info("signatures are computed by {}", Ed25519.providerName());
    ClusterRules rules = ClusterRules.of(cluster, settings.nodeOptions().limits());
    try (LedgerStore ledger = openLedger(settings.get(NodeProperties.DATA_DIR), durability, rules);
        StateStore state = settings.openStateStore();
        VeritasSystem.Ordering ordering = opening.get();
        Node node =
            new Node(
                new Node.Parts(
                    cluster, name, key, ledger, state, ordering.states(), settings.nodeOptions()),
                ordering.consensus())) {
      AtomicBoolean serves = new AtomicBoolean();
      ClientFrames frames = new ClientFrames();
      MetricsEndpoint metrics =
          metrics(node, settings.all().find(SettingNames.METRICS_LISTEN), serves::get);
      if (metrics != null) {
        metrics.show(frames);
        if (state instanceof RedisStateStore redis) {
          metrics.showRedis(redis::roundTrips);
        }
      }
      try (metrics) {
        long startTimeoutMs = settings.get(NodeProperties.START_TIMEOUT_MS);
        return run(node, ordering, port, frames, startTimeoutMs, serves);
      }
    }
  }

  /** Opened first, which keeps a second process out of the directory. */
  private static LedgerStore openLedger(Path data, Durability durability, ClusterRules rules)
      throws IOException {
    LedgerStore ledger = RocksDbLedgerStore.open(data.resolve("ledger"), durability);
    try {
      RulesFile.require(data, rules);
      return ledger;
    } catch (IOException | RuntimeException e) {
      ledger.close();
      throw e;
    }
  }

  /** Null, which try-with-resources accepts, if no address is given. */
  private static MetricsEndpoint metrics(
      Node node, Optional<InetSocketAddress> listen, BooleanSupplier serves) throws IOException {
    return listen.isEmpty() ? null : new MetricsEndpoint(node, listen.get(), serves);
  }

  private static void requireMember(ClusterConfig cluster, String name, SigningKey key) {
    ClusterConfig.Member member =
        cluster
            .node(name)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "cluster.json has no node named " + name + " (node.name)"));
    if (!Arrays.equals(member.publicKey(), key.publicKey())) {
      throw new IllegalArgumentException(
          "node.key is not the private key of " + name + " in cluster.json");
    }
  }

  private static int run(
      Node node,
      VeritasSystem.Ordering ordering,
      ClientGateway.Port port,
      ClientFrames frames,
      long startTimeoutMs,
      AtomicBoolean serves)
      throws IOException, InterruptedException {
    Thread main = Thread.currentThread();
    Thread hook = new Thread(main::interrupt, "stop");
    node.start();
    ordering.start(node);
    try (ClientGateway gateway = new ClientGateway(node, port, frames)) {
      if (!awaitCaughtUp(node, startTimeoutMs)) {
        throw new StoreException(
            "the node did not catch up within " + startTimeoutMs + " ms (start.timeout.ms)");
      }
      serves.set(true);
      Runtime.getRuntime().addShutdownHook(hook);
      System.out.println("node " + node.name() + " ready on " + format(port.listen()));
      node.stopped().get();
      return 0;
    } catch (InterruptedException e) {
      LOG.info("stopping");
      return 0;
    } catch (ExecutionException e) {
      throw failure(e.getCause());
    } finally {
      serves.set(false);
    }
  }

  private static String format(InetSocketAddress address) {
    return address.getHostString() + ":" + address.getPort();
  }

  private static boolean awaitCaughtUp(Node node, long timeoutMs)
      throws InterruptedException, ExecutionException {
    long deadline = System.nanoTime() + timeoutMs * 1_000_000;
    while (System.nanoTime() < deadline) {
      if (node.awaitCaughtUp(100)) {
        return true;
      }
      if (node.stopped().isDone()) {
        node.stopped().get();
      }
    }
    return false;
  }

  private static RuntimeException failure(Throwable cause) {
    if (cause instanceof StoreException
        || cause instanceof LogException
        || cause instanceof DivergedException
        || cause instanceof StateFullException) {
      return (RuntimeException) cause;
    }
    LOG.error("the node stops because of a defect", cause);
    return new IllegalStateException("defect: " + cause, cause);
  }
}
