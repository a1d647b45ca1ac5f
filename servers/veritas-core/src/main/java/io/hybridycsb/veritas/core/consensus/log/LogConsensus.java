package io.hybridycsb.veritas.core.consensus.log;

import io.hybridycsb.sharedlog.LogException;
import io.hybridycsb.sharedlog.SharedLog;
import io.hybridycsb.veritas.core.call.Call;
import io.hybridycsb.veritas.core.consensus.Consensus;
import io.hybridycsb.veritas.core.consensus.NodeContext;
import io.hybridycsb.veritas.core.consensus.NodeOptions;
import io.hybridycsb.veritas.core.ledger.Ledger;
import io.hybridycsb.veritas.core.read.Certificates;
import io.hybridycsb.veritas.core.spi.ApprovalRule;
import io.hybridycsb.veritas.core.txn.ByteKey;
import io.hybridycsb.veritas.core.txn.CheckedTransaction.Read;
import io.hybridycsb.veritas.proto.Failure;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Veritas' own consensus over a shared log that is trusted to keep the order, and nothing else
 * (VLDB'22 §3.1): every node judges every block and votes.
 *
 * <pre>
 *   commit ──> {@link Proposer} ──> {@link OpenBlock} ──> {@link ReplicaLoop} ──> {@link LogChannel} ──> shared log
 *   shared log ──> {@link LogChannel} ──> {@link ReplicaLoop} ──> {@link Replica} ──> answers
 * </pre>
 */
public final class LogConsensus implements Consensus {
  /** What a record has besides its transactions, vetoes not counted. */
  private static final int RECORD_OVERHEAD_BYTES = 4096;

  private final Proposer proposer;
  private final ReplicaLoop replicaLoop;
  private final Certificates certificates;
  private final NodeContext node;

  /**
   * @param clock in nanoseconds; calls have their deadlines on it
   */
  LogConsensus(NodeContext node, SharedLog log, ApprovalRule rule, LongSupplier clock) {
    this.node = node;
    long endAtStart = requireWhole(log, node.data().ledger());
    Replica replica = new Replica(node, rule);
    certificates = replica.attestations();
    LogChannel channel = new LogChannel(node, log, replica.startPosition());
    NodeOptions options = node.self().options();
    OpenBlock block =
        new OpenBlock(
            options.blockTransactionsMax(),
            Math.min(options.blockBytesMax(), log.recordBytesMax() - RECORD_OVERHEAD_BYTES));
    replicaLoop = new ReplicaLoop(node, channel, block, replica, endAtStart, clock);
    proposer =
        new Proposer(
            node,
            block,
            new Proposer.Undecided(
                replica::undecided, () -> replica.undecidedBytes() + channel.underwayBytes()),
            replica::newestTimestamp,
            replicaLoop::blockChanged);
  }

  /** Consensus over a log, which the caller closes. */
  public static Factory over(SharedLog log, ApprovalRule rule) {
    return context -> new LogConsensus(context, log, rule, System::nanoTime);
  }

  /** The log's end. It must come after every position that the ledger knows. */
  private static long requireWhole(SharedLog log, Ledger ledger) {
    long end = log.end();
    long height = ledger.head().height();
    if (height > 0 && ledger.readHeader(height).getDecidedAt() >= end) {
      throw new LogException(
          ("the shared log ends at position %s, before what the ledger at height %s is made"
                  + " of; is it the same log?")
              .formatted(end, height));
    }
    return end;
  }

  @Override
  public Map<String, Runnable> threads() {
    return Map.of("replica", replicaLoop, "proposer", proposer);
  }

  @Override
  public void forwarded(Call call) {
    call.fail(Failure.Code.INVALID, "nodes over a shared log forward nothing");
  }

  @Override
  public void checkReads(Call call, List<Read> reads) {
    List<ByteKey> keys = reads.stream().map(Read::key).toList();
    node.clients().gate().whenOpen(keys, () -> replicaLoop.checkReads(call, reads));
  }

  @Override
  public Certificates certificates() {
    return certificates;
  }

  @Override
  public boolean isCaughtUp() {
    return replicaLoop.isCaughtUp();
  }

  @Override
  public boolean awaitCaughtUp(long timeoutMs) throws InterruptedException {
    return replicaLoop.awaitCaughtUp(timeoutMs);
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
