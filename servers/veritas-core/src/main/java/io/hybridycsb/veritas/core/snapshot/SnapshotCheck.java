package io.hybridycsb.veritas.core.snapshot;

import io.hybridycsb.veritas.core.ledger.LedgerBlocks;
import io.hybridycsb.veritas.core.spi.IndexRecord;
import io.hybridycsb.veritas.core.spi.LedgerStore;
import io.hybridycsb.veritas.crypto.Hashes;
import io.hybridycsb.veritas.crypto.MerkleTree;
import io.hybridycsb.veritas.model.KeyLimit;
import io.hybridycsb.veritas.proto.BlockHeader;
import io.hybridycsb.veritas.proto.LedgerBlock;
import io.hybridycsb.veritas.proto.Transaction;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Checks a snapshot's content as it comes, each part as soon as it is there, and hands index and
 * leaves to the ledger. Of the content, only the part under way and the block are in memory.
 *
 * <pre>
 * from           part                                        to
 * BLOCK          the block that the trusted hash names       INDEX_RECORD
 * INDEX_RECORD   one of a height before the snapshot's       INDEX_RECORD
 * INDEX_RECORD   the last, and all give the header's hash    KEY
 * KEY            a key above the one before                  VALUE
 * KEY            empty                                       END
 * VALUE          any                                         KEY
 * </pre>
 *
 * <p>Whether the leaves give the header's root is known only at the {@link #end}.
 */
final class SnapshotCheck {
  private final SnapshotInfo info;
  private final byte[] trustedHash;
  private final LedgerStore.Restore restore;
  private final ByteBuffer length = ByteBuffer.allocate(Integer.BYTES);
  private Part next = Part.BLOCK;
  private ByteArrayOutputStream part;
  private byte[] block;
  private BlockHeader header;
  private long indexed;
  private byte[] indexHash = new byte[Hashes.BYTES];
  private byte[] key = new byte[0];

  private enum Part {
    BLOCK(SnapshotContent.BLOCK_BYTES_MAX),
    INDEX_RECORD(SnapshotContent.INDEX_RECORD_BYTES_MAX),
    KEY(KeyLimit.BYTES_MAX),
    VALUE(SnapshotContent.VALUE_BYTES_MAX),
    END(0);

    private final int bytesMax;

    Part(int bytesMax) {
      this.bytesMax = bytesMax;
    }
  }

  SnapshotCheck(SnapshotInfo info, byte[] trustedHash, LedgerStore.Restore restore) {
    this.info = info;
    this.trustedHash = trustedHash;
    this.restore = restore;
  }

  /**
   * Takes the next bytes.
   *
   * @throws IOException if they can't belong to the snapshot of the trusted hash
   * @throws IllegalArgumentException likewise
   */
  void take(byte[] bytes) throws IOException {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    while (in.hasRemaining()) {
      if (next == Part.END) {
        throw new IOException("it goes on after its end");
      }
      if (length.hasRemaining()) {
        length.put(in.get());
        if (length.hasRemaining()) {
          continue;
        }
        SnapshotContent.requireLength(length.getInt(0), next.bytesMax);
        part = new ByteArrayOutputStream();
      }
      int taken = Math.min(in.remaining(), length.getInt(0) - part.size());
      part.write(bytes, in.position(), taken);
      in.position(in.position() + taken);
      if (part.size() == length.getInt(0)) {
        length.clear();
        next = check(part.toByteArray());
      }
    }
  }

  /** Checks a whole part and returns which comes next. */
  private Part check(byte[] whole) throws IOException {
    return switch (next) {
      case BLOCK -> {
        checkBlock(whole);
        yield Part.INDEX_RECORD;
      }
      case INDEX_RECORD -> {
        indexed++;
        indexHash = IndexRecord.hash(indexHash, indexed, whole);
        restore.index(indexed, whole);
        yield isIndexWhole() ? Part.KEY : Part.INDEX_RECORD;
      }
      case KEY -> {
        if (whole.length > 0 && Arrays.compareUnsigned(key, whole) >= 0) {
          throw new IOException("its keys aren't in their order");
        }
        key = whole;
        yield whole.length == 0 ? Part.END : Part.VALUE;
      }
      case VALUE -> {
        restore.leaf(Hashes.sha256(key), Hashes.sha256(whole));
        yield Part.KEY;
      }
      case END -> throw new IllegalStateException("nothing comes after the end");
    };
  }

  private void checkBlock(byte[] bytes) throws IOException {
    LedgerBlock parsed = LedgerBlock.parseFrom(bytes);
    if (!Arrays.equals(Hashes.sha256(parsed.getHeader().toByteArray()), trustedHash)) {
      throw new IOException("its block isn't the one that the validators have signed");
    }
    header = BlockHeader.parseFrom(parsed.getHeader());
    if (header.getHeight() != info.height() || header.getPosition() != info.position()) {
      throw new IOException("its block stands elsewhere");
    }
    if (parsed.getOutcomes().size() != parsed.getTransactionsCount()) {
      throw new IOException("its block has not one outcome for each transaction");
    }
    List<byte[]> leaves = new ArrayList<>(parsed.getTransactionsCount());
    for (Transaction transaction : parsed.getTransactionsList()) {
      leaves.add(MerkleTree.leaf(transaction.getBody().toByteArray()));
    }
    byte[] root = LedgerBlocks.transactionsRoot(leaves, parsed.getOutcomes());
    if (!Arrays.equals(root, header.getTransactionsRoot().toByteArray())) {
      throw new IOException("its block's transactions aren't those of the header");
    }
    block = bytes;
  }

  private boolean isIndexWhole() throws IOException {
    if (indexed < info.height()) {
      return false;
    }
    if (!Arrays.equals(indexHash, header.getIndexHash().toByteArray())) {
      throw new IOException("its transaction index isn't that of the header");
    }
    return true;
  }

  /**
   * Says that all bytes were taken.
   *
   * @return the snapshot's block
   * @throws IOException if they aren't the whole snapshot of the trusted hash
   */
  byte[] end() throws IOException {
    if (next != Part.END) {
      throw new IOException("it ends too early");
    }
    LeavesRoot root = new LeavesRoot();
    restore.forEachLeaf(root::add);
    if (!Arrays.equals(root.root(), header.getStateRoot().toByteArray())) {
      throw new IOException("its state hasn't the root that the header has");
    }
    return block;
  }
}
