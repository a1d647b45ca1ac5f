package io.hybridycsb.veritas.core.sim;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.hybridycsb.veritas.core.spi.InMemoryLedgerStore;
import io.hybridycsb.veritas.core.spi.LedgerBatch;
import io.hybridycsb.veritas.core.spi.LedgerStore;
import io.hybridycsb.veritas.core.spi.TransactionLocation;
import io.hybridycsb.veritas.proto.BlockHeader;
import io.hybridycsb.veritas.proto.LedgerBlock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/** A ledger on a disk that outlives its node, may forget its newest batches, or all of them. */
final class SimulatedLedgerStore implements LedgerStore {
  private final CrashPoint.Trigger crash;
  private final List<LedgerBatch> journal = new ArrayList<>();
  private InMemoryLedgerStore store = new InMemoryLedgerStore();

  SimulatedLedgerStore(CrashPoint.Trigger crash) {
    this.crash = crash;
  }

  /** Keeps the oldest batches and forgets the others, as a machine without power would. */
  void rollBack(int batchesKept) {
    journal.subList(Math.max(0, Math.min(batchesKept, journal.size())), journal.size()).clear();
    store = new InMemoryLedgerStore();
    journal.forEach(store::append);
  }

  /** Changes the header of the last block behind the node's back. */
  void tamper() {
    LedgerBatch batch = journal.remove(journal.size() - 1);
    List<byte[]> blocks = new ArrayList<>(batch.blocks());
    blocks.set(blocks.size() - 1, tampered(blocks.get(blocks.size() - 1)));
    journal.add(new LedgerBatch(batch.firstHeight(), blocks, batch.transactions(), batch.leaves()));
    rollBack(journal.size());
  }

  private static byte[] tampered(byte[] bytes) {
    try {
      LedgerBlock block = LedgerBlock.parseFrom(bytes);
      BlockHeader header = BlockHeader.parseFrom(block.getHeader());
      ByteString wrong = header.toBuilder().setProposer("nobody").build().toByteString();
      return block.toBuilder().setHeader(wrong).build().toByteArray();
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError("a ledger holds an unreadable block", e);
    }
  }

  int batches() {
    return journal.size();
  }

  @Override
  public void append(LedgerBatch batch) {
    crash.passing(CrashPoint.BEFORE_LEDGER_WRITE);
    store.append(batch);
    journal.add(batch);
    crash.passing(CrashPoint.AFTER_LEDGER_WRITE);
  }

  @Override
  public long height() {
    return store.height();
  }

  @Override
  public long firstHeight() {
    return store.firstHeight();
  }

  @Override
  public void forEachIndexRecord(long lastHeight, IndexRecordConsumer consumer) {
    store.forEachIndexRecord(lastHeight, consumer);
  }

  @Override
  public Restore beginRestore() {
    return store.beginRestore();
  }

  @Override
  public Optional<byte[]> block(long height) {
    return store.block(height);
  }

  @Override
  public Optional<TransactionLocation> find(byte[] transactionId) {
    return store.find(transactionId);
  }

  @Override
  public void forEachLeaf(BiConsumer<byte[], byte[]> consumer) {
    store.forEachLeaf(consumer);
  }

  @Override
  public String describe() {
    return "ledger";
  }

  @Override
  public void close() {}
}
