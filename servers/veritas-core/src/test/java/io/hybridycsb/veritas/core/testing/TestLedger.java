package io.hybridycsb.veritas.core.testing;

import io.hybridycsb.smt.SparseMerkleTree;
import io.hybridycsb.veritas.core.consensus.NodeContext;
import io.hybridycsb.veritas.core.consensus.NodeOptions;
import io.hybridycsb.veritas.core.ledger.BlockExecutor.DecidedBlock;
import io.hybridycsb.veritas.core.ledger.Ledger;
import io.hybridycsb.veritas.core.ledger.LedgerBlocks;
import io.hybridycsb.veritas.core.spi.LedgerBatch;
import io.hybridycsb.veritas.core.spi.LedgerStore;
import io.hybridycsb.veritas.core.spi.StateEntry;
import io.hybridycsb.veritas.core.spi.StateSource;
import io.hybridycsb.veritas.core.spi.StateStore;
import io.hybridycsb.veritas.core.times.StageTimes;
import io.hybridycsb.veritas.core.txn.ByteKey;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.proto.BlockHeader;
import io.hybridycsb.veritas.proto.Outcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A ledger and a state store, filled block by block. */
public class TestLedger {
  private final NodeContext.Data data;

  public TestLedger(LedgerStore ledgerStore, StateStore stateStore) {
    this(ledgerStore, stateStore, StateSource.NONE);
  }

  TestLedger(LedgerStore ledgerStore, StateStore stateStore, StateSource source) {
    this(ledgerStore, stateStore, source, NodeOptions.DEFAULT);
  }

  public TestLedger(
      LedgerStore ledgerStore, StateStore stateStore, StateSource source, NodeOptions options) {
    data = NodeContext.Data.open(ledgerStore, stateStore, source, options, new StageTimes());
  }

  public final NodeContext.Data data() {
    return data;
  }

  public final Ledger ledger() {
    return data.ledger();
  }

  public final SparseMerkleTree tree() {
    return data.tree();
  }

  /** Writes a block in which all transactions commit. */
  public void commit(CheckedTransaction... transactions) {
    Outcome[] outcomes = new Outcome[transactions.length];
    Arrays.fill(outcomes, Outcome.COMMITTED);
    add(List.of(transactions), outcomes);
  }

  /** Writes a block. */
  public void add(List<CheckedTransaction> transactions, Outcome[] outcomes) {
    List<ByteKey> keys = new ArrayList<>();
    transactions.forEach(t -> t.writes().forEach(write -> keys.add(write.key())));
    data.state().pin(keys);
    data.executor()
        .execute(
            new DecidedBlock(
                BlockHeader.newBuilder().setFormat(LedgerBlocks.FORMAT_TIMESTAMPS).build(),
                transactions,
                outcomes,
                List.of()));
    data.executor().flush();
    data.state().unpin(keys);
  }

  /** Copies the first blocks of a ledger. */
  public static void copyBlocks(LedgerStore from, LedgerStore to, long upTo) {
    for (long height = to.height() + 1; height <= upTo; height++) {
      List<byte[]> block = List.of(from.block(height).orElseThrow());
      to.append(new LedgerBatch(height, block, List.of(), List.of()));
    }
  }

  /** All that a store holds, as text. */
  public static Map<String, String> content(StateStore store) {
    Map<String, String> content = new TreeMap<>();
    for (StateEntry entry : store.scan(new byte[0], new byte[] {(byte) 0xff}, Integer.MAX_VALUE)) {
      content.put(new ByteKey(entry.key()).toString(), HexFormat.of().formatHex(entry.value()));
    }
    return content;
  }
}
