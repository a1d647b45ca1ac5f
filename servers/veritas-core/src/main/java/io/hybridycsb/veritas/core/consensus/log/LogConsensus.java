package io.hybridycsb.veritas.core.consensus.log;

import io.hybridycsb.veritas.core.call.Call;
import io.hybridycsb.veritas.core.consensus.Consensus;
import io.hybridycsb.veritas.core.consensus.NodeContext;
import io.hybridycsb.veritas.core.ledger.Headers;
import io.hybridycsb.veritas.core.ledger.Ledger;
import io.hybridycsb.veritas.core.read.Certificates;
import io.hybridycsb.veritas.core.spi.ApprovalRule;
import io.hybridycsb.veritas.core.spi.SharedLog;
import io.hybridycsb.veritas.core.spi.StoreException;
import io.hybridycsb.veritas.core.txn.ByteKey;
import io.hybridycsb.veritas.core.txn.CheckedTransaction.Read;
import io.hybridycsb.veritas.proto.Failure;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Veritas' own consensus over a shared log that is trusted to keep the order, and nothing else
 * (VLDB'22 §3.1): every node judges every block and votes.
 *
 * <pre>
 *   commit ──> {@link Proposer} ──> shared log ──> {@link LogReader} ──> {@link ReplicaLoop} ──> answers
 * </pre>
 */
public final class LogConsensus implements Consensus {
  private final Proposer proposer;
  private final LogReader logReader;
  private final ReplicaLoop replicaLoop;
  private final Attestations attestations;
  private final NodeContext node;

  private LogConsensus(NodeContext node, SharedLog log, ApprovalRule rule) {
    this.node = node;
    attestations = new Attestations(node.cluster().votesNeeded());
    Replica replica =
        new Replica(
            node.cluster(),
            node.name(),
            rule,
            node.ledger(),
            node.state(),
            node.executor(),
            node.gate(),
            attestations);
    LogContext context = LogContext.of(node, log);
    ReadAhead items = new ReadAhead();
    proposer = new Proposer(context, replica::undecided, replica::undecidedBytes);
    replicaLoop =
        new ReplicaLoop(
            context,
            replica,
            node.store(),
            node.applied(),
            items,
            requireWhole(log, node.ledger()));
    logReader = new LogReader(context, replica.startPosition(), items);
  }

  /** Consensus over a log; the log stays its owner's to close. */
  public static Factory over(SharedLog log, ApprovalRule rule) {
    return context -> new LogConsensus(context, log, rule);
  }

  /** The log's end, which must be behind everything that the ledger knows of the log. */
  private static long requireWhole(SharedLog log, Ledger ledger) {
    long end = log.end();
    long height = ledger.head().height();
    if (height > 0 && Headers.parse(ledger.header(height)).getDecidedAt() >= end) {
      throw new StoreException(
          "the shared log ends at position "
              + end
              + ", before what the ledger at height "
              + height
              + " is made of; is it the same log?");
    }
    return end;
  }

  @Override
  public Map<String, Runnable> threads() {
    return Map.of("log-reader", logReader, "replica", replicaLoop, "proposer", proposer);
  }

  @Override
  public void submit(Call commit) throws InterruptedException {
    proposer.submit(commit);
  }

  @Override
  public void forwarded(Call call) {
    call.fail(Failure.Code.INVALID, "nodes over a shared log forward nothing");
  }

  @Override
  public void checkReads(Call call, List<Read> reads) {
    List<ByteKey> keys = reads.stream().map(Read::key).toList();
    node.gate().whenOpen(keys, () -> replicaLoop.checkReads(call, reads));
  }

  @Override
  public Certificates certificates() {
    return () -> {
      Attestations.Certificate votes = attestations.certificate();
      return new Certificates.Certificate(
          votes.height(), votes.topHeight(), reply -> reply.addAllVotes(votes.votes()));
    };
  }

  @Override
  public boolean isCaughtUp() {
    return replicaLoop.caughtUp().getCount() == 0;
  }

  @Override
  public boolean awaitCaughtUp(long timeoutMs) throws InterruptedException {
    return replicaLoop.caughtUp().await(timeoutMs, TimeUnit.MILLISECONDS);
  }

  @Override
  public long orderedHeight() {
    return replicaLoop.orderedHeight();
  }

  @Override
  public long lastPosition() {
    return replicaLoop.lastPosition();
  }
}
