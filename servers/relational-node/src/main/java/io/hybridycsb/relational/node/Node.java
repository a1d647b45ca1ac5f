package io.hybridycsb.relational.node;

import io.hybridycsb.commands.Parts;
import io.hybridycsb.commands.ProcessingTime;
import io.hybridycsb.commands.RunningServer;
import io.hybridycsb.metrics.MetricsServer;
import io.hybridycsb.relational.node.database.ChainDatabase;
import io.hybridycsb.relational.node.database.DatabaseOptions;
import io.hybridycsb.relational.node.database.Reads;
import io.hybridycsb.relational.node.database.Rules;
import io.hybridycsb.relational.node.dialect.DatabaseFailure;
import io.hybridycsb.settings.SettingNames;
import io.hybridycsb.settings.Settings;
import io.hybridycsb.tls.ServerTls;
import io.hybridycsb.tls.TlsFiles;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.crypto.Ed25519;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A running node: its database, what orders its transactions, and the port of its clients. */
final class Node implements RunningServer {
  private static final Logger LOG = LoggerFactory.getLogger(Node.class);
  private static final long POLL_MS = 20;

  /** Calls wait for the database, not for processors. */
  private static final int THREADS = 64;

  private final Parts parts;
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private final ExecutorService executor = Executors.newFixedThreadPool(THREADS);
  private final String name;
  private final int startTimeoutMs;
  private final ClientService.PortOptions port;
  private final ChainDatabase database;
  private final Ordering ordering;
  private final ClientService service;
  private volatile boolean serves;

  /**
   * @throws IllegalArgumentException if a setting is wrong
   * @throws DatabaseFailure if the database can't be reached
   * @throws IOException if an address can't be listened on
   */
  Node(RelationalSystem system, Settings settings, ClusterConfig cluster, Rules rules, Parts parts)
      throws IOException {
    this.parts = parts;
    parts.add(executor::shutdownNow);
    name = settings.get(NodeProperties.NAME);
    startTimeoutMs = settings.get(NodeProperties.START_TIMEOUT_MS);
    port =
        new ClientService.PortOptions(
            settings.get(NodeProperties.LISTEN),
            ServerTls.of(TlsFiles.of("tls.", settings::text)),
            settings.get(NodeProperties.CONNECTIONS_MAX),
            settings.get(NodeProperties.CALLS_MAX),
            rules.transactionBytesMax());
    DatabaseOptions options = NodeProperties.database(settings);
    database =
        parts.add(
            ChainDatabase.open(options, rules, NodeProperties.skips(system, settings, cluster)));
    Reads reads = parts.add(new Reads(options, database));
    BlockProcessor blocks =
        new BlockProcessor(
            database,
            new TransactionChecks(cluster, rules),
            new Commits(executor),
            new NodeCounts(),
            new BlockBudget(Duration.ofMillis(settings.get(NodeProperties.BLOCK_EXECUTION_MS))));
    MetricsServer metrics =
        parts.add(new MetricsServer(settings.find(SettingNames.METRICS_LISTEN), () -> serves));
    long waitingBytesMax = settings.get(NodeProperties.WAITING_BYTES_MAX);
    ordering =
        parts.add(
            system.ordering(
                new NodeParts(
                    settings,
                    cluster,
                    name,
                    rules,
                    options,
                    blocks,
                    waitingBytesMax,
                    ended::completeExceptionally)));
    ProcessingTime processing =
        parts.add(new ProcessingTime(settings.get(NodeProperties.PROCESSING_MS)));
    service =
        new ClientService(name, blocks, reads, ordering, processing, waitingBytesMax, executor);
    showMetrics(metrics, blocks);
    LOG.info("signatures are computed by {}", Ed25519.providerName());
    ordering.start();
  }

  private void showMetrics(MetricsServer metrics, BlockProcessor blocks) {
    metrics.gauge(
        "relational.height",
        "Height of the last committed block with transactions",
        database::height);
    metrics.gauge(
        "relational.definition.waiting.seconds",
        "How long a definition has waited for those who read its table, by now",
        () -> database.definitionWaitMs() / 1e3);
    metrics.gauge(
        "relational.decided.height", "Height up to which all is decided", blocks.commits()::height);
    metrics.gauge(
        "relational.transactions.waiting",
        "Transactions waited for here",
        blocks.commits()::waiting);
    metrics.gauge(
        "relational.waiting.bytes", "Bytes of the transactions held here", service::waitingBytes);
    blocks.counts().show(metrics);
  }

  /** Waits until the node has caught up with the others; only while no definition waits. */
  @Override
  public String serve() throws InterruptedException, IOException {
    long timeoutNanos = TimeUnit.MILLISECONDS.toNanos(startTimeoutMs);
    long ends = System.nanoTime() + timeoutNanos;
    Optional<String> behind = ordering.behind();
    while (behind.isPresent()) {
      if (ended.isDone()) {
        awaitEnd();
      }
      if (database.definitionWaitMs() > 0) {
        ends = System.nanoTime() + timeoutNanos;
      } else if (System.nanoTime() - ends >= 0) {
        throw new IllegalStateException(
            "the node did not catch up within %d ms (start.timeout.ms): %s"
                .formatted(startTimeoutMs, behind.get()));
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MS);
      behind = ordering.behind();
    }
    parts.add(service.listen(port));
    parts.add(() -> serves = false);
    serves = true;
    return "node %s ready on %s:%d"
        .formatted(name, port.listen().getHostString(), port.listen().getPort());
  }

  @Override
  public void awaitEnd() throws InterruptedException {
    try {
      ended.get();
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      if (cause instanceof DatabaseFailure
          || cause instanceof IllegalStateException
          || cause instanceof IllegalArgumentException
          || cause instanceof IOException) {
        throw new IllegalStateException(cause.getMessage(), cause);
      }
      LOG.error("the node stops because of a defect", cause);
      throw new IllegalStateException("defect: " + cause, cause);
    }
  }
}
