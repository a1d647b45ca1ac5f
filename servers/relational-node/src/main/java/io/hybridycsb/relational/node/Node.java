package io.hybridycsb.relational.node;

import io.hybridycsb.relational.node.database.ChainDatabase;
import io.hybridycsb.relational.node.database.DatabaseFailure;
import io.hybridycsb.relational.node.database.DatabaseOptions;
import io.hybridycsb.relational.node.database.Reads;
import io.hybridycsb.relational.node.database.Rules;
import io.hybridycsb.settings.SettingNames;
import io.hybridycsb.settings.Settings;
import io.hybridycsb.tls.ServerTls;
import io.hybridycsb.tls.TlsFiles;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A running node: its parts, opened one after the other and closed the other way round. */
final class Node implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Node.class);
  private static final long POLL_MS = 20;

  /** Calls wait for the database, not for processors. */
  private static final int THREADS = 64;

  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private final ExecutorService executor = Executors.newFixedThreadPool(THREADS);
  private final ClientPort.Options port;
  private ChainDatabase database;
  private Ordering ordering;
  private ClientService service;
  private volatile boolean serves;

  /**
   * @throws IllegalArgumentException if a setting is wrong
   * @throws DatabaseFailure if the database can't be reached
   * @throws IOException if an address can't be listened on
   */
  Node(RelationalSystem system, Settings settings, ClusterConfig cluster, Rules rules)
      throws IOException {
    parts.push(executor::shutdownNow);
    try {
      port =
          new ClientPort.Options(
              settings.get(NodeProperties.LISTEN),
              ServerTls.of(TlsFiles.of("tls.", settings::text)),
              settings.get(NodeProperties.CONNECTIONS_MAX),
              settings.get(NodeProperties.CALLS_MAX),
              rules.transactionBytesMax());
      open(system, settings, cluster, rules);
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  private void open(RelationalSystem system, Settings settings, ClusterConfig cluster, Rules rules)
      throws IOException {
    DatabaseOptions options = NodeProperties.database(settings);
    String name = settings.get(NodeProperties.NAME);
    database =
        opened(ChainDatabase.open(options, rules, NodeProperties.skips(system, settings, cluster)));
    Reads reads = opened(new Reads(options, database));
    TransactionChecks checks = new TransactionChecks(cluster, rules);
    Commits commits = new Commits(executor);
    NodeCounts counts = new NodeCounts();
    WaitingBytes waiting = new WaitingBytes(settings.get(NodeProperties.WAITING_BYTES_MAX));
    var metrics = settings.find(SettingNames.METRICS_LISTEN);
    if (metrics.isPresent()) {
      opened(new NodeMetrics(metrics.get(), () -> serves, counts, database, commits, waiting));
    }
    ordering =
        opened(
            system.ordering(
                new NodeParts(
                    settings,
                    cluster,
                    name,
                    rules,
                    options,
                    database,
                    checks,
                    commits,
                    counts,
                    new BlockBudget(
                        Duration.ofMillis(settings.get(NodeProperties.BLOCK_EXECUTION_MS))),
                    settings.get(NodeProperties.WAITING_BYTES_MAX),
                    ended::completeExceptionally)));
    service =
        new ClientService(name, checks, commits, database, reads, ordering, waiting, executor);
    ordering.start();
  }

  private <T extends AutoCloseable> T opened(T part) {
    parts.push(part);
    return part;
  }

  /**
   * Waits until the node has caught up with the others, and lets clients in.
   *
   * @param timeoutMs for that, once no definition waits
   * @throws IllegalStateException if the time is up
   * @throws IOException if the address can't be listened on
   */
  void serve(long timeoutMs) throws InterruptedException, IOException {
    long ends = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
    Optional<String> behind = ordering.behind();
    while (behind.isPresent()) {
      if (ended.isDone()) {
        awaitEnd();
      }
      if (database.definitionWaitMs() > 0) {
        ends = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
      } else if (System.nanoTime() - ends >= 0) {
        throw new IllegalStateException(
            "the node did not catch up within %d ms (start.timeout.ms): %s"
                .formatted(timeoutMs, behind.get()));
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MS);
      behind = ordering.behind();
    }
    opened(new ClientPort(port, service, executor));
    serves = true;
  }

  /**
   * Waits until the node can't go on.
   *
   * @throws RuntimeException that says why, in one line
   */
  void awaitEnd() throws InterruptedException {
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

  @Override
  public void close() {
    serves = false;
    while (!parts.isEmpty()) {
      try {
        parts.pop().close();
      } catch (Exception e) {
        LOG.debug("closing a part", e);
      }
    }
  }
}
