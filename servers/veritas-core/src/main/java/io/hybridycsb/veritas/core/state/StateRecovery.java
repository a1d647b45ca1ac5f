package io.hybridycsb.veritas.core.state;

import io.hybridycsb.veritas.core.ledger.BlockExecutor;
import io.hybridycsb.veritas.core.ledger.Headers;
import io.hybridycsb.veritas.core.ledger.Ledger;
import io.hybridycsb.veritas.core.ledger.LedgerBlocks;
import io.hybridycsb.veritas.core.spi.StateBatch;
import io.hybridycsb.veritas.core.spi.StateLostException;
import io.hybridycsb.veritas.core.spi.StateStore;
import io.hybridycsb.veritas.core.txn.ByteKey;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.core.txn.TransactionReader;
import io.hybridycsb.veritas.proto.BlockHeader;
import io.hybridycsb.veritas.proto.LedgerBlock;
import io.hybridycsb.veritas.proto.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings a state store up to the ledger: after a crash, or from nothing when its data is lost. */
public final class StateRecovery {
  private static final Logger LOG = LoggerFactory.getLogger(StateRecovery.class);
  private static final int BLOCKS_PER_BATCH = 64;

  private record Committed(CheckedTransaction transaction, long version) {}

  private StateRecovery() {}

  /** Applies all blocks of the ledger that the store doesn't have. */
  public static void run(Ledger ledger, StateStore store) {
    long target = ledger.store().height();
    long height = appliedHeight(store);
    if (height > target) {
      LOG.warn(
          "{} is at height {}, ahead of the ledger at {}: clearing it",
          store.describe(),
          height,
          target);
      height = 0;
    }
    if (height == 0) {
      store.clear();
    }
    if (height < target) {
      LOG.info("applying blocks {} to {} to {}", height + 1, target, store.describe());
    }
    while (height < target) {
      long last = Math.min(target, height + BLOCKS_PER_BATCH);
      applyBlocks(ledger, store, height + 1, last);
      height = last;
    }
  }

  private static long appliedHeight(StateStore store) {
    try {
      return store.appliedHeight();
    } catch (StateLostException e) {
      LOG.warn("{}: clearing what is left", e.getMessage());
      return 0;
    }
  }

  private static void applyBlocks(Ledger ledger, StateStore store, long from, long to) {
    List<Committed> committed = new ArrayList<>();
    for (long height = from; height <= to; height++) {
      LedgerBlock block = ledger.block(height);
      BlockHeader header = Headers.parse(block.getHeader().toByteArray());
      for (int i = 0; i < block.getTransactionsCount(); i++) {
        if (block.getOutcomes().byteAt(i) == Outcome.COMMITTED_VALUE) {
          CheckedTransaction read = TransactionReader.readTrusted(block.getTransactions(i));
          committed.add(new Committed(read, LedgerBlocks.version(header, i, read)));
        }
      }
    }
    StateView view = new StateView(store, 0);
    Set<ByteKey> keys = new LinkedHashSet<>();
    committed.forEach(each -> each.transaction.writes().forEach(w -> keys.add(w.key())));
    view.pin(keys);
    for (Committed each : committed) {
      for (CheckedTransaction.Change write : each.transaction.writes()) {
        byte[] before = view.value(write.key());
        view.set(write.key(), BlockExecutor.valueAfter(before, write, each.version));
      }
    }
    store.apply(new StateBatch(to, view.unwritten()));
  }
}
