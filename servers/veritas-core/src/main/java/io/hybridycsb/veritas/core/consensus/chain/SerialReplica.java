package io.hybridycsb.veritas.core.consensus.chain;

import io.hybridycsb.veritas.core.consensus.Decision;
import io.hybridycsb.veritas.core.consensus.KnownTransactions;
import io.hybridycsb.veritas.core.consensus.NodeContext;
import io.hybridycsb.veritas.core.ledger.BlockExecutor;
import io.hybridycsb.veritas.core.ledger.BlockExecutor.DecidedBlock;
import io.hybridycsb.veritas.core.ledger.Ledger;
import io.hybridycsb.veritas.core.ledger.LedgerBlocks;
import io.hybridycsb.veritas.core.ledger.StateView;
import io.hybridycsb.veritas.core.txn.ByteKey;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.model.TransactionId;
import io.hybridycsb.veritas.proto.BlockHeader;
import io.hybridycsb.veritas.proto.Outcome;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A node's protocol for blocks that a chain has decided (VLDB'22 §3.2): transactions are executed
 * one after another, and one with stale reads aborts. It has no threads, no clock and no network.
 *
 * <p>A malformed transaction gets an outcome like any other, so that all nodes agree on it.
 */
public final class SerialReplica {
  private final Ledger ledger;
  private final StateView state;
  private final BlockExecutor executor;
  private KnownTransactions known;
  private final List<ByteKey> pinned = new ArrayList<>();
  private final List<Decision> executed = new ArrayList<>();
  private final List<TransactionId> duplicates = new ArrayList<>();

  public SerialReplica(NodeContext.Data data) {
    ledger = data.ledger();
    state = data.state();
    executor = data.executor();
    known = new KnownTransactions(ledger.store());
  }

  /** Continues from the restored ledger. */
  public void restored() {
    known = new KnownTransactions(ledger.store());
  }

  private long newestTimestamp() {
    long height = ledger.head().height();
    return height == 0 ? 0 : ledger.readHeader(height).getNewestTimestamp();
  }

  /**
   * Executes a block in memory, on top of the ledger's head.
   *
   * @param position the block's height in the chain
   * @return the outcomes, one for each transaction
   */
  public Outcome[] execute(long position, String proposer, List<CheckedTransaction> transactions) {
    List<ByteKey> keys = CheckedTransaction.keys(transactions);
    state.pin(keys);
    pinned.addAll(keys);
    Outcome[] outcomes = judge(transactions);
    long newest = newestTimestamp();
    for (CheckedTransaction transaction : transactions) {
      newest = transaction.id() == null ? newest : Math.max(newest, transaction.timestamp());
    }
    BlockHeader header =
        BlockHeader.newBuilder()
            .setFormat(LedgerBlocks.FORMAT_PLACES)
            .setPosition(position)
            .setDecidedAt(position)
            .setProposer(proposer)
            .setNewestTimestamp(newest)
            .build();
    executor.execute(new DecidedBlock(header, transactions, outcomes, List.of()));
    remember(transactions, outcomes);
    return outcomes;
  }

  private Outcome[] judge(List<CheckedTransaction> transactions) {
    Outcome[] outcomes = new Outcome[transactions.size()];
    Set<ByteKey> writtenHere = new HashSet<>();
    for (int i = 0; i < outcomes.length; i++) {
      CheckedTransaction transaction = transactions.get(i);
      outcomes[i] = judge(transaction, writtenHere);
      if (outcomes[i] == Outcome.COMMITTED) {
        transaction.writes().forEach(write -> writtenHere.add(write.key()));
      }
    }
    return outcomes;
  }

  private void remember(List<CheckedTransaction> transactions, Outcome[] outcomes) {
    long height = ledger.head().height();
    for (int i = 0; i < outcomes.length; i++) {
      CheckedTransaction transaction = transactions.get(i);
      if (outcomes[i] == Outcome.DUPLICATE) {
        duplicates.add(transaction.id());
      } else if (transaction.id() != null) {
        executed.add(Decision.on(transaction, height, i, outcomes[i]));
      }
    }
  }

  private Outcome judge(CheckedTransaction transaction, Set<ByteKey> writtenHere) {
    if (transaction.id() != null && !known.add(transaction.id())) {
      return Outcome.DUPLICATE;
    }
    if (transaction.fault() != null) {
      return transaction.fault();
    }
    for (CheckedTransaction.Read read : transaction.reads()) {
      if (writtenHere.contains(read.key()) || state.version(read.key()) != read.version()) {
        return Outcome.READ_CONFLICT;
      }
    }
    return Outcome.COMMITTED;
  }

  /** Whether a transaction stands in the ledger. */
  public boolean isKnown(TransactionId id) {
    return ledger.store().find(id.encode()).isPresent();
  }

  /**
   * Makes the executed blocks durable.
   *
   * @return the transactions that are now decided, durable and applied
   */
  public List<Decision> flush() {
    executor.flush();
    List<Decision> decisions = new ArrayList<>(executed);
    duplicates.forEach(id -> Decision.earlier(id, ledger).ifPresent(decisions::add));
    executed.forEach(decision -> known.decided(decision.id()));
    known.trim();
    state.unpin(pinned);
    pinned.clear();
    executed.clear();
    duplicates.clear();
    return decisions;
  }
}
