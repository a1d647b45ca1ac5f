package io.hybridycsb.veritas.server;

import io.hybridycsb.commands.Parts;
import io.hybridycsb.commands.ProcessingTime;
import io.hybridycsb.commands.RunningServer;
import io.hybridycsb.metrics.MetricsServer;
import io.hybridycsb.peers.PeerBounds;
import io.hybridycsb.settings.SettingNames;
import io.hybridycsb.settings.Settings;
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
import io.hybridycsb.veritas.server.ClientGateway.ClientFrames;
import io.hybridycsb.veritas.stores.StateStores;
import io.hybridycsb.veritas.stores.redis.RedisStateStore;
import io.hybridycsb.veritas.stores.rocksdb.Durability;
import io.hybridycsb.veritas.stores.rocksdb.RocksDbLedgerStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A node with its stores, what orders its transactions, and the port of its clients. */
final class RunningNode implements RunningServer {
  private static final Logger LOG = LoggerFactory.getLogger(RunningNode.class);

  private static final String RULES_FILE = "cluster-rules";

  private final Parts parts;
  private final VeritasSystem.Ordering ordering;
  private final Node node;
  private final ClientGateway.Port port;
  private final ClientFrames frames = new ClientFrames();
  private final ProcessingTime processing;
  private final long startTimeoutMs;
  private volatile boolean serves;

  /**
   * @throws IllegalArgumentException if a setting is wrong, before anything is opened
   * @throws IOException if an address can't be listened on
   */
  RunningNode(VeritasSystem system, Settings settings, ClusterConfig cluster, Parts parts)
      throws IOException {
    this.parts = parts;
    NodeProperties.requireLimits(settings, cluster.limits());
    Supplier<VeritasSystem.Ordering> opening = system.ordering(settings, cluster);
    String name = settings.get(NodeProperties.NAME);
    SigningKey key = SigningKey.read(settings.get(NodeProperties.KEY));
    cluster.requireOwnKey(name, key);
    port =
        new ClientGateway.Port(
            cluster,
            settings.get(NodeProperties.LISTEN),
            NodeProperties.serverTls(settings),
            PeerBounds.Times.DEFAULT,
            settings.get(NodeProperties.CONNECTIONS_MAX),
            settings.get(NodeProperties.CONNECTION_CALLS_MAX),
            settings.get(NodeProperties.REQUEST_BYTES_MAX));
    processing = new ProcessingTime(settings.get(NodeProperties.PROCESSING_MS));
    startTimeoutMs = settings.get(NodeProperties.START_TIMEOUT_MS);
    Durability durability = settings.get(Durability.PROPERTY);
    ClusterRules rules = ClusterRules.of(cluster, NodeProperties.options(settings).limits());
    Path data = settings.get(NodeProperties.DATA_DIR);
    // Opened first, which keeps a second process out of the directory.
    LedgerStore ledger = parts.add(RocksDbLedgerStore.open(data.resolve("ledger"), durability));
    requireSameRules(data, rules);
    StateStore state = parts.add(StateStores.open(settings, data));
    ordering = parts.add(opening.get());
    node =
        parts.add(
            new Node(
                new Node.Parts(
                    cluster,
                    name,
                    key,
                    ledger,
                    state,
                    ordering.states(),
                    NodeProperties.options(settings)),
                ordering.consensus()));
    MetricsServer metrics =
        parts.add(
            NodeMetrics.open(
                settings.find(SettingNames.METRICS_LISTEN), node, () -> serves, frames));
    if (state instanceof RedisStateStore redis) {
      NodeMetrics.showRedis(metrics, redis::roundTrips);
    }
    LOG.info("signatures are computed by {}", Ed25519.providerName());
  }

  /**
   * Keeps the rules with which the ledger began, in the data directory, and compares them at each
   * later start. Other ones would give the transactions of the log other outcomes than the other
   * nodes have, and the node would stop.
   *
   * @throws IllegalArgumentException if they have changed; the message says in what
   */
  private static void requireSameRules(Path dataDirectory, ClusterRules rules) throws IOException {
    Path file = dataDirectory.resolve(RULES_FILE);
    if (!Files.exists(file)) {
      Path fresh = dataDirectory.resolve(RULES_FILE + ".new");
      Files.writeString(fresh, rules.text());
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      LOG.info("the rules of cluster.json and limits are kept from now on, in {}", file);
      return;
    }
    ClusterRules before = ClusterRules.parse(Files.readString(file));
    if (!rules.changesSince(before).isEmpty()) {
      throw new IllegalArgumentException(
          ("cluster.json or a limit isn't as it was when this ledger began: %s; put it"
                  + " back, or begin a new cluster (%s)")
              .formatted(String.join("; ", rules.changesSince(before)), file));
    }
  }

  @Override
  public String serve() throws IOException, InterruptedException {
    node.start();
    ordering.start(node);
    parts.add(processing);
    parts.add(new ClientGateway(node, processing, port, frames));
    awaitCaughtUp();
    parts.add(() -> serves = false);
    serves = true;
    return "node %s ready on %s:%d"
        .formatted(node.name(), port.listen().getHostString(), port.listen().getPort());
  }

  private void awaitCaughtUp() throws InterruptedException {
    long deadline = System.nanoTime() + startTimeoutMs * 1_000_000;
    while (!node.awaitCaughtUp(100)) {
      if (node.stopped().isDone()) {
        awaitEnd();
      }
      if (System.nanoTime() - deadline >= 0) {
        throw new StoreException(
            "the node did not catch up within " + startTimeoutMs + " ms (start.timeout.ms)");
      }
    }
  }

  @Override
  public void awaitEnd() throws InterruptedException {
    try {
      node.stopped().get();
    } catch (ExecutionException e) {
      throw failure(e.getCause());
    }
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
