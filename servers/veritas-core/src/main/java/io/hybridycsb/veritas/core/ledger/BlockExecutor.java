package io.hybridycsb.veritas.core.ledger;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.hybridycsb.smt.Change;
import io.hybridycsb.smt.PreparedUpdate;
import io.hybridycsb.smt.Snapshot;
import io.hybridycsb.smt.SparseMerkleTree;
import io.hybridycsb.veritas.core.spi.IndexRecord;
import io.hybridycsb.veritas.core.spi.LedgerBatch;
import io.hybridycsb.veritas.core.spi.LedgerBatch.History;
import io.hybridycsb.veritas.core.spi.LedgerBatch.IndexedTransaction;
import io.hybridycsb.veritas.core.spi.LedgerBatch.Leaf;
import io.hybridycsb.veritas.core.spi.LedgerBatch.Replaced;
import io.hybridycsb.veritas.core.spi.StateBatch;
import io.hybridycsb.veritas.core.spi.TransactionLocation;
import io.hybridycsb.veritas.core.times.StageTimes;
import io.hybridycsb.veritas.core.times.StageTimes.Stage;
import io.hybridycsb.veritas.core.txn.ByteKey;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.crypto.Hashes;
import io.hybridycsb.veritas.model.StateValue;
import io.hybridycsb.veritas.model.TransactionId;
import io.hybridycsb.veritas.proto.BlockHeader;
import io.hybridycsb.veritas.proto.LedgerBlock;
import io.hybridycsb.veritas.proto.Outcome;
import io.hybridycsb.veritas.proto.Vote;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.Consumer;

/**
 * Executes decided blocks: state, state root, ledger. Blocks are executed one by one in memory, in
 * two steps; the second may come later. They are written in batches: first the ledger with the
 * tree's leaves, in one write, then the state store. If the process dies in between, the state
 * store is brought up from the ledger.
 */
public final class BlockExecutor {
  private final Ledger ledger;
  private final StateView state;
  private final Consumer<StateBatch> stateWriter;
  private final SparseMerkleTree tree;
  private final int valueBytesMax;
  private final int historyBlocks;
  private final StageTimes times;

  private long firstHeight;
  private long committed;
  private final List<byte[]> blocks = new ArrayList<>();
  private final List<IndexedTransaction> index = new ArrayList<>();
  private final List<byte[]> indexRecords = new ArrayList<>();
  private final Map<ByteKey, Leaf> leaves = new LinkedHashMap<>();
  private final List<List<Replaced>> replaced = new ArrayList<>();

  /**
   * A key's value before a block, where a history is kept, and after it; null where it is absent.
   */
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody
  private record Changed(byte[] before, byte[] after) {}

  /** Blocks that are applied and not built. */
  private final Queue<Applied> applied = new ArrayDeque<>();

  private record Applied(DecidedBlock block, Map<ByteKey, Changed> changed) {}

  /**
   * @param stateWriter applies what is executed to the state store
   * @param valueBytesMax bytes of a record in the state, at most; the same on all nodes
   * @param historyBlocks of how many blocks what they replace is kept; 0: of none
   */
  public BlockExecutor(
      Ledger ledger,
      StateView state,
      Consumer<StateBatch> stateWriter,
      SparseMerkleTree tree,
      int valueBytesMax,
      int historyBlocks,
      StageTimes times) {
    this.ledger = ledger;
    this.state = state;
    this.stateWriter = stateWriter;
    this.tree = tree;
    this.valueBytesMax = valueBytesMax;
    this.historyBlocks = historyBlocks;
    this.times = times;
  }

  /** {@link #apply} and {@link #build} in one. */
  public void execute(DecidedBlock block) {
    apply(block);
    build();
  }

  /**
   * Makes a block's writes in the state. The keys that it writes must be pinned.
   *
   * <p>Where a transaction would make a record too large, nothing of it is done, and its outcome in
   * the block becomes RECORD_TOO_LARGE.
   */
  public void apply(DecidedBlock block) {
    long height = ledger.head().height() + applied.size() + 1;
    applied.add(new Applied(block, applyWrites(height, block)));
  }

  /** Makes the ledger's blocks of what is applied: the state's tree, hashes, headers. */
  public void build() {
    long start = System.nanoTime();
    while (!applied.isEmpty()) {
      Applied next = applied.remove();
      build(ledger.head().height() + 1, next.block(), next.changed());
    }
    times.add(Stage.BUILD, System.nanoTime() - start);
  }

  private void build(long height, DecidedBlock block, Map<ByteKey, Changed> changed) {
    if (historyBlocks > 0) {
      replaced.add(replacedBy(changed));
    }
    byte[] stateRoot = updateTree(height, changed);
    byte[] outcomes = new byte[block.outcomes().length];
    List<byte[]> bodyHashes = new ArrayList<>(outcomes.length);
    int indexedBefore = index.size();
    for (int i = 0; i < outcomes.length; i++) {
      outcomes[i] = (byte) block.outcomes()[i].getNumber();
      committed += block.outcomes()[i] == Outcome.COMMITTED ? 1 : 0;
      bodyHashes.add(block.transactions().get(i).leafHash());
      addToIndex(height, i, block);
    }
    ByteString outcomeBytes = UnsafeByteOperations.unsafeWrap(outcomes);
    BlockHeader.Builder header =
        block.header().toBuilder()
            .setHeight(height)
            .setPreviousHash(UnsafeByteOperations.unsafeWrap(ledger.head().hash()))
            .setTransactionsRoot(
                UnsafeByteOperations.unsafeWrap(
                    LedgerBlocks.transactionsRoot(bodyHashes, outcomeBytes)))
            .setStateRoot(UnsafeByteOperations.unsafeWrap(stateRoot));
    if (block.header().getFormat() == LedgerBlocks.FORMAT_PLACES) {
      byte[] record = IndexRecord.encode(index.subList(indexedBefore, index.size()));
      indexRecords.add(record);
      header.setIndexHash(
          UnsafeByteOperations.unsafeWrap(
              IndexRecord.hash(ledger.head().indexHash(), height, record)));
    }
    byte[] headerBytes = header.build().toByteArray();
    LedgerBlock.Builder encoded =
        LedgerBlock.newBuilder()
            .setHeader(UnsafeByteOperations.unsafeWrap(headerBytes))
            .setOutcomes(outcomeBytes)
            .addAllVotes(block.votes());
    block.transactions().forEach(transaction -> encoded.addTransactions(transaction.message()));
    if (blocks.isEmpty()) {
      firstHeight = height;
    }
    blocks.add(encoded.build().toByteArray());
    ledger.extend(headerBytes);
  }

  private Map<ByteKey, Changed> applyWrites(long height, DecidedBlock block) {
    int format = block.header().getFormat();
    Map<ByteKey, Changed> changed = new LinkedHashMap<>();
    for (int i = 0; i < block.outcomes().length; i++) {
      if (block.outcomes()[i] == Outcome.COMMITTED) {
        CheckedTransaction transaction = block.transactions().get(i);
        long version = LedgerBlocks.version(format, height, i, transaction);
        if (!apply(transaction, version, changed)) {
          block.outcomes()[i] = Outcome.RECORD_TOO_LARGE;
        }
      }
    }
    return changed;
  }

  /** Makes all of a transaction's writes, or none if a record would become too large. */
  private boolean apply(
      CheckedTransaction transaction, long version, Map<ByteKey, Changed> changed) {
    List<byte[]> values = new ArrayList<>(transaction.writes().size());
    for (CheckedTransaction.Change write : transaction.writes()) {
      byte[] value = valueAfter(state.value(write.key()), write, version);
      if (value != null && value.length > valueBytesMax) {
        return false;
      }
      values.add(value);
    }
    for (int i = 0; i < values.size(); i++) {
      ByteKey key = transaction.writes().get(i).key();
      Changed earlier = changed.get(key);
      byte[] before = historyBlocks == 0 ? null : valueBefore(key, earlier);
      state.set(key, values.get(i));
      changed.put(key, new Changed(before, values.get(i)));
    }
    return true;
  }

  private byte[] valueBefore(ByteKey key, Changed earlier) {
    return earlier == null ? state.value(key) : earlier.before();
  }

  /** The value of a key after a write to it; null when the key is then absent. */
  public static byte[] valueAfter(byte[] before, CheckedTransaction.Change write, long version) {
    return switch (write.kind()) {
      case PUT -> StateValue.put(version, write.fields());
      case MERGE -> StateValue.merge(before, version, write.fields());
      case DELETE -> null;
      case UNRECOGNIZED ->
          throw new IllegalStateException("a write of unknown kind passed the checks");
    };
  }

  private List<Replaced> replacedBy(Map<ByteKey, Changed> changed) {
    Snapshot before = tree.latest();
    List<Replaced> all = new ArrayList<>(changed.size());
    changed.forEach(
        (key, value) -> {
          byte[] path = Hashes.sha256(key.bytes());
          all.add(new Replaced(new Leaf(path, before.valueHashAtPath(path)), value.before()));
        });
    return all;
  }

  private byte[] updateTree(long height, Map<ByteKey, Changed> changed) {
    List<Change> changes = new ArrayList<>(changed.size());
    changed.forEach(
        (key, value) -> {
          byte[] path = Hashes.sha256(key.bytes());
          byte[] valueHash = value.after() == null ? null : Hashes.sha256(value.after());
          leaves.put(key, new Leaf(path, valueHash));
          changes.add(
              valueHash == null ? Change.deletePath(path) : Change.putPath(path, valueHash));
        });
    PreparedUpdate update = tree.prepare(height, changes);
    update.commit();
    return update.root();
  }

  private void addToIndex(long height, int position, DecidedBlock block) {
    TransactionId id = block.transactions().get(position).id();
    Outcome outcome = block.outcomes()[position];
    if (id != null && outcome != Outcome.DUPLICATE) {
      index.add(
          new IndexedTransaction(
              id.encode(), new TransactionLocation(height, position, outcome.getNumber())));
    }
  }

  /** Writes all blocks to the databases. Those that aren't built yet are built first. */
  public void flush() {
    build();
    if (blocks.isEmpty()) {
      return;
    }
    LedgerBatch batch =
        new LedgerBatch(
            firstHeight,
            List.copyOf(blocks),
            List.copyOf(index),
            List.copyOf(leaves.values()),
            List.copyOf(indexRecords),
            new History(historyBlocks, List.copyOf(replaced)));
    long start = System.nanoTime();
    ledger.append(batch, committed);
    times.add(Stage.LEDGER, System.nanoTime() - start);
    stateWriter.accept(new StateBatch(ledger.head().height(), state.unwritten()));
    state.written();
    committed = 0;
    blocks.clear();
    index.clear();
    indexRecords.clear();
    leaves.clear();
    replaced.clear();
  }

  /**
   * A block whose transactions' outcomes are final.
   *
   * @param header what is known of the header before execution: format, position, proposer and the
   *     like
   * @param outcomes one for each transaction
   * @param votes that decided it
   */
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody
  public record DecidedBlock(
      BlockHeader header,
      List<CheckedTransaction> transactions,
      Outcome[] outcomes,
      List<Vote> votes) {}
}
