package io.hybridycsb.veritas.core.state;

import io.hybridycsb.veritas.core.ledger.BlockExecutor;
import io.hybridycsb.veritas.core.ledger.Ledger;
import io.hybridycsb.veritas.core.ledger.LedgerBlocks;
import io.hybridycsb.veritas.core.ledger.StateView;
import io.hybridycsb.veritas.core.spi.StateBatch;
import io.hybridycsb.veritas.core.spi.StateLostException;
import io.hybridycsb.veritas.core.spi.StateSource;
import io.hybridycsb.veritas.core.spi.StateStore;
import io.hybridycsb.veritas.core.spi.StateWrite;
import io.hybridycsb.veritas.core.spi.StoreException;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.core.txn.CheckedTransaction.Change;
import io.hybridycsb.veritas.proto.BlockHeader;
import io.hybridycsb.veritas.proto.LedgerBlock;
import io.hybridycsb.veritas.proto.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings a state store up to the ledger: after a crash, or from nothing when its data is lost. */
public final class StateRecovery {
  private static final Logger LOG = LoggerFactory.getLogger(StateRecovery.class);
  private static final int BLOCKS_PER_BATCH = 64;
  private static final int ENTRIES_PER_BATCH = 512;
  private static final long BYTES_PER_BATCH = 8L << 20;

  private record Committed(List<Change> writes, long version) {}

  private StateRecovery() {}

  /**
   * Applies all blocks of the ledger that the store doesn't have; an empty store begins with the
   * newest state that is kept beside the ledger.
   *
   * @throws StoreException if the ledger begins after block 1 and no earlier state is kept
   */
  public static void run(Ledger ledger, StateStore store, StateSource source) {
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
    if (height > 0 && height + 1 < ledger.firstHeight()) {
      LOG.warn(
          "{} is at height {}, before the ledger's first block: clearing it",
          store.describe(),
          height);
      height = 0;
    }
    if (height == 0) {
      store.clear();
      height = load(ledger, store, source);
    }
    if (height < target) {
      LOG.info("applying blocks {} to {} to {}", height + 1, target, store.describe());
    }
    while (height < target) {
      height = applyBlocks(ledger, store, height + 1, target);
    }
  }

  /** Fills an empty store and returns its height. */
  private static long load(Ledger ledger, StateStore store, StateSource source) {
    long height = source.newestHeight(ledger.store().height());
    if (height + 1 >= ledger.firstHeight() && height > 0) {
      try {
        LOG.info("filling {} with the snapshot of height {}", store.describe(), height);
        fill(store, source, height);
        return height;
      } catch (DamagedSource e) {
        LOG.warn(e.getMessage());
        store.clear();
      }
    }
    if (ledger.firstHeight() > 1) {
      throw new StoreException(
          store.describe()
              + " is empty, the ledger begins at block "
              + ledger.firstHeight()
              + " and no whole snapshot is beside it; the node has to start afresh");
    }
    return 0;
  }

  private static final class DamagedSource extends RuntimeException {
    DamagedSource(StoreException cause) {
      super(cause.getMessage(), cause);
    }
  }

  /** The store gets its height only with the last batch, when it has everything. */
  private static void fill(StateStore store, StateSource source, long height) {
    List<StateWrite> batch = new ArrayList<>();
    long[] bytes = new long[1];
    StoreException[] storeFailure = new StoreException[1];
    try {
      source.forEachEntry(
          height,
          entry -> {
            batch.add(new StateWrite(entry.key(), entry.value(), true));
            bytes[0] += entry.key().length + entry.value().length;
            if (batch.size() == ENTRIES_PER_BATCH || bytes[0] >= BYTES_PER_BATCH) {
              try {
                store.apply(new StateBatch(0, List.copyOf(batch)));
              } catch (StoreException e) {
                storeFailure[0] = e;
                throw e;
              }
              batch.clear();
              bytes[0] = 0;
            }
          });
    } catch (StoreException e) {
      throw storeFailure[0] == null ? new DamagedSource(e) : e;
    }
    store.apply(new StateBatch(height, batch));
  }

  private static long appliedHeight(StateStore store) {
    try {
      return store.appliedHeight();
    } catch (StateLostException e) {
      LOG.warn("{}: clearing what is left", e.getMessage());
      return 0;
    }
  }

  /**
   * Applies as many blocks as a batch may have, at least one. They are executed one by one: all of
   * them in memory, each with the records that it merges into, might be more than a heap.
   *
   * @return the height of the last one
   */
  private static long applyBlocks(Ledger ledger, StateStore store, long from, long target) {
    StateView view = new StateView(store, 0);
    long height = from - 1;
    long bytes = 0;
    do {
      height++;
      bytes += execute(ledger.block(height), view);
    } while (height < target && height < from + BLOCKS_PER_BATCH - 1 && bytes < BYTES_PER_BATCH);
    store.apply(new StateBatch(height, view.unwritten()));
    return height;
  }

  /** Returns the bytes that were written. */
  private static long execute(LedgerBlock block, StateView view) {
    BlockHeader header = LedgerBlocks.header(block.getHeader().toByteArray());
    List<Committed> committed = new ArrayList<>();
    for (int i = 0; i < block.getTransactionsCount(); i++) {
      if (block.getOutcomes().byteAt(i) == Outcome.COMMITTED_VALUE) {
        CheckedTransaction read = LedgerBlocks.transaction(block.getTransactions(i));
        committed.add(new Committed(read.writes(), LedgerBlocks.version(header, i, read)));
      }
    }
    view.pin(committed.stream().flatMap(each -> each.writes.stream()).map(Change::key).toList());
    long bytes = 0;
    for (Committed each : committed) {
      for (Change write : each.writes) {
        byte[] value = BlockExecutor.valueAfter(view.value(write.key()), write, each.version);
        view.set(write.key(), value);
        bytes += write.key().bytes().length + (value == null ? 0 : value.length);
      }
    }
    return bytes;
  }
}
