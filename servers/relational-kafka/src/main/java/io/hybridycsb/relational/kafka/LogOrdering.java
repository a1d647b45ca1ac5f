package io.hybridycsb.relational.kafka;

import io.hybridycsb.relational.node.NodeParts;
import io.hybridycsb.relational.node.Ordering;
import io.hybridycsb.relational.node.database.BlockTransaction;
import io.hybridycsb.sharedlog.SharedLog;
import io.hybridycsb.verification.Threads;
import io.hybridycsb.veritas.crypto.SigningKey;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The shared log as what orders a node's transactions: its threads, and what they share. */
final class LogOrdering implements Ordering {
  private static final long STOP_MS = 5_000;

  private final SharedLog log;
  private final Proposer proposer;
  private final ReplicaLoop replicaLoop;
  private final List<Thread> threads;

  /**
   * @param log is closed with this
   * @param key the node's own
   */
  LogOrdering(NodeParts node, SharedLog log, SigningKey key, Proposer.Limits limits) {
    this.log = log;
    LogCodec codec = new LogCodec(node.cluster());
    Replica replica =
        new Replica(node.name(), node.cluster().nodes().size(), new DatabaseExecutor(node));
    proposer =
        new Proposer(
            log, limits, node.blocks().database()::work, node.blocks().budget(), this::undecided);
    replicaLoop =
        new ReplicaLoop(
            log,
            codec,
            replica,
            proposer,
            blocks -> codec.votes(node.name(), key, blocks),
            node.ended());
    threads = List.of(Threads.daemon("proposer", proposer), Threads.daemon("replica", replicaLoop));
  }

  private int undecided() {
    return replicaLoop.undecided();
  }

  @Override
  public boolean take(BlockTransaction transaction, byte[] bytes) {
    return proposer.take(transaction, bytes);
  }

  @Override
  public void start() {
    threads.forEach(Thread::start);
  }

  @Override
  public Optional<String> behind() {
    return replicaLoop.behind();
  }

  @Override
  public void close() {
    threads.forEach(Thread::interrupt);
    try {
      for (Thread thread : threads) {
        TimeUnit.MILLISECONDS.timedJoin(thread, STOP_MS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    log.close();
  }
}
