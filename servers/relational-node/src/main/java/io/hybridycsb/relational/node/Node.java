package io.hybridycsb.relational.node;

import io.hybridycsb.cometbft.abci.AbciServer;
import io.hybridycsb.cometbft.rpc.CometBftException;
import io.hybridycsb.cometbft.rpc.CometBftRpc;
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
  private static final Duration RPC_DEADLINE = Duration.ofSeconds(5);
  private static final long POLL_MS = 20;

  /** Calls wait for CometBFT and the database, not for processors. */
  private static final int THREADS = 64;

  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private final CometBftRpc rpc;
  private volatile boolean serves;

  /**
   * @throws IllegalArgumentException if a setting is wrong
   * @throws DatabaseFailure if the database can't be reached
   * @throws IOException if an address can't be listened on
   */
  Node(Settings settings, ClusterConfig cluster, Rules rules) throws IOException {
    rpc = new CometBftRpc(settings.get(NodeProperties.RPC), RPC_DEADLINE);
    try {
      open(settings, cluster, rules);
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  private void open(Settings settings, ClusterConfig cluster, Rules rules) throws IOException {
    DatabaseOptions options = NodeProperties.database(settings);
    ClientPort.Options port =
        new ClientPort.Options(
            settings.get(NodeProperties.LISTEN),
            ServerTls.of(TlsFiles.of("tls.", settings::text)),
            settings.get(NodeProperties.CONNECTIONS_MAX),
            settings.get(NodeProperties.CALLS_MAX),
            rules.transactionBytesMax());
    ChainDatabase database = opened(ChainDatabase.open(options, rules));
    Reads reads = opened(new Reads(options, database));
    TransactionChecks checks = new TransactionChecks(cluster, rules);
    ExecutorService executor = Executors.newFixedThreadPool(THREADS);
    opened(executor::shutdownNow);
    Commits commits = new Commits(database.height(), executor);
    NodeCounts counts = new NodeCounts();
    WaitingBytes waiting = new WaitingBytes(settings.get(NodeProperties.WAITING_BYTES_MAX));
    var metrics = settings.find(SettingNames.METRICS_LISTEN);
    if (metrics.isPresent()) {
      opened(
          new NodeMetrics(metrics.get(), () -> serves, counts, database::height, commits, waiting));
    }
    ClientService service =
        new ClientService(
            settings.get(NodeProperties.NAME),
            checks,
            commits,
            database,
            reads,
            rpc::broadcastAsync,
            waiting,
            executor);
    opened(new ClientPort(port, service, executor));
    opened(
        AbciServer.start(
            settings.get(NodeProperties.ABCI),
            new RelationalApplication(rules, database, checks, commits, counts),
            ended::completeExceptionally));
  }

  private <T extends AutoCloseable> T opened(T part) {
    parts.push(part);
    return part;
  }

  /**
   * Waits until CometBFT answers its RPC, which it does once it has replayed its blocks into the
   * application.
   *
   * @throws IllegalStateException if the time is up
   */
  void awaitCaughtUp(long timeoutMs) throws InterruptedException {
    long ends = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
    String last = "it is still fetching blocks";
    while (System.nanoTime() - ends < 0) {
      try {
        if (!rpc.status().catchingUp()) {
          serves = true;
          return;
        }
      } catch (CometBftException e) {
        last = e.getMessage();
      }
      if (ended.isDone()) {
        awaitEnd();
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MS);
    }
    throw new IllegalStateException(
        "CometBFT was not ready within %d ms (start.timeout.ms): %s".formatted(timeoutMs, last));
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
