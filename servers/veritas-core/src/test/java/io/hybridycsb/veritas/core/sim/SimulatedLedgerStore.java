package io.hybridycsb.veritas.core.sim;

import com.google.protobuf.ByteString;
import io.hybridycsb.veritas.core.spi.InMemoryLedgerStore;
import io.hybridycsb.veritas.core.spi.LedgerBatch;
import io.hybridycsb.veritas.proto.BlockHeader;
import io.hybridycsb.veritas.proto.LedgerBlock;
import java.util.ArrayList;
import java.util.List;

/** A ledger on a disk that outlives its node, may forget its newest batches, or all of them. */
public final class SimulatedLedgerStore extends InMemoryLedgerStore {
  private final CrashPoint.Trigger crash;
  private final List<LedgerBatch> journal = new ArrayList<>();
  private boolean refusing;

  public SimulatedLedgerStore(CrashPoint.Trigger crash) {
    this.crash = crash;
  }

  /** From now on the disk is full. */
  void refuse() {
    refusing = true;
  }

  boolean isRefusing() {
    return refusing;
  }

  /** There is room again. */
  void mend() {
    refusing = false;
  }

  /** Keeps the oldest batches and forgets the others, as a machine without power would. */
  public void rollBack(int batchesKept) {
    journal.subList(Math.max(0, Math.min(batchesKept, journal.size())), journal.size()).clear();
    clear();
    journal.forEach(super::append);
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
    LedgerBlock block = Audit.parse(LedgerBlock.parser(), bytes);
    BlockHeader header = Audit.parse(BlockHeader.parser(), block.getHeader().toByteArray());
    ByteString wrong = header.toBuilder().setProposer("nobody").build().toByteString();
    return block.toBuilder().setHeader(wrong).build().toByteArray();
  }

  public int batches() {
    return journal.size();
  }

  @Override
  public void append(LedgerBatch batch) {
    crash.passing(CrashPoint.BEFORE_LEDGER_WRITE);
    if (refusing) {
      throw new SimulatedRefusal("the disk is full");
    }
    super.append(batch);
    journal.add(batch);
    crash.passing(CrashPoint.AFTER_LEDGER_WRITE);
  }
}
