package io.hybridycsb.veritas.core.ledger;

import com.google.protobuf.InvalidProtocolBufferException;
import io.hybridycsb.smt.Change;
import io.hybridycsb.smt.Options;
import io.hybridycsb.smt.SparseMerkleTree;
import io.hybridycsb.veritas.core.spi.LedgerBatch;
import io.hybridycsb.veritas.core.spi.LedgerStore;
import io.hybridycsb.veritas.core.spi.StoreException;
import io.hybridycsb.veritas.core.spi.TransactionLocation;
import io.hybridycsb.veritas.crypto.Hashes;
import io.hybridycsb.veritas.crypto.MerkleTree;
import io.hybridycsb.veritas.proto.BlockHeader;
import io.hybridycsb.veritas.proto.LedgerBlock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/**
 * The chain of decided blocks: a store, and in memory its head and the newest headers, which votes
 * refer to. The head may be ahead of the store until the batch is written. Safe for one writer and
 * many readers.
 */
public final class Ledger {
  private static final int RECENT_HEADERS = 8192;

  private final LedgerStore store;
  private final Map<Long, byte[]> recentHeaders =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, byte[]> eldest) {
          return size() > RECENT_HEADERS;
        }
      };
  private final LongAdder committed = new LongAdder();
  private volatile ChainHead head;

  /**
   * @throws StoreException if the store can't be read, or was written by a newer release
   */
  public Ledger(LedgerStore store) {
    this.store = store;
    long height = store.height();
    if (height == 0) {
      head =
          new ChainHead(0, new byte[Hashes.BYTES], new byte[Hashes.BYTES], new byte[Hashes.BYTES]);
    } else {
      head = headOf(block(height).getHeader().toByteArray());
    }
  }

  /** Continues from the restored store. */
  public void restored() {
    head = headOf(block(store.height()).getHeader().toByteArray());
  }

  /** The height of the oldest block; 1 in a ledger that is empty or was never restored. */
  public long firstHeight() {
    return Math.max(1, store.firstHeight());
  }

  public ChainHead head() {
    return head;
  }

  public LedgerStore store() {
    return store;
  }

  /** Makes a block the head; the caller writes it to the store later. */
  public void extend(byte[] header) {
    ChainHead next = headOf(header);
    synchronized (recentHeaders) {
      recentHeaders.put(next.height(), header);
    }
    head = next;
  }

  /**
   * Writes blocks to the store.
   *
   * @param transactions of them that are committed
   */
  public void append(LedgerBatch batch, long transactions) {
    store.append(batch);
    committed.add(transactions);
  }

  /** Committed transactions in the blocks that were written since this process started. */
  public long committed() {
    return committed.sum();
  }

  /**
   * The header at a height, encoded.
   *
   * @throws StoreException if the ledger has no such block
   */
  public byte[] header(long height) {
    synchronized (recentHeaders) {
      byte[] recent = recentHeaders.get(height);
      if (recent != null) {
        return recent;
      }
    }
    return block(height).getHeader().toByteArray();
  }

  /** As {@link #header}, read. */
  public BlockHeader readHeader(long height) {
    return LedgerBlocks.header(header(height));
  }

  /** The hash of the block at a height; 32 zero bytes for height 0. */
  public byte[] hash(long height) {
    ChainHead current = head;
    if (height == current.height()) {
      return current.hash();
    }
    return height == 0 ? new byte[Hashes.BYTES] : Hashes.sha256(header(height));
  }

  /** Headers from one height to another, both included. */
  public List<byte[]> headers(long from, long to) {
    List<byte[]> headers = new ArrayList<>();
    for (long height = from; height <= to; height++) {
      headers.add(header(height));
    }
    return headers;
  }

  /**
   * The block at a height, from the store.
   *
   * @throws StoreException if there is none or it can't be read
   */
  public LedgerBlock block(long height) {
    Optional<byte[]> bytes = store.block(height);
    if (bytes.isEmpty()) {
      long first = firstHeight();
      throw new StoreException(
          store.describe()
              + " has no block at height "
              + height
              + (height < first ? ": it was restored from a snapshot, at height " + first : ""));
    }
    try {
      return LedgerBlock.parseFrom(bytes.get());
    } catch (InvalidProtocolBufferException e) {
      throw new StoreException(
          store.describe() + " holds an unreadable block at height " + height, e);
    }
  }

  /**
   * The leaf hash of the body of a transaction; empty where the ledger begins after its block.
   *
   * @throws StoreException if the block can't be read
   */
  public Optional<byte[]> bodyHash(TransactionLocation at) {
    if (at.height() < firstHeight()) {
      return Optional.empty();
    }
    byte[] body = block(at.height()).getTransactions(at.index()).getBody().toByteArray();
    return Optional.of(MerkleTree.leaf(body));
  }

  /**
   * Builds the tree over the state at the head from the leaves that the store keeps.
   *
   * @param versionsRetained state roots for which proofs can be made
   * @throws StoreException if the leaves don't give the head's state root
   */
  public SparseMerkleTree openTree(int versionsRetained) {
    SparseMerkleTree tree =
        SparseMerkleTree.inMemory(Options.defaults().versionsRetained(versionsRetained));
    if (head.height() > 0) {
      List<Change> leaves = new ArrayList<>();
      store.forEachLeaf((path, hash) -> leaves.add(Change.putPath(path, hash)));
      byte[] root = tree.update(head.height(), leaves);
      if (!Arrays.equals(root, head.stateRoot())) {
        throw new StoreException(
            "%s is damaged: its leaves don't give the state root of height %d"
                .formatted(store.describe(), head.height()));
      }
    }
    return tree;
  }

  private ChainHead headOf(byte[] header) {
    try {
      BlockHeader parsed = BlockHeader.parseFrom(header);
      if (parsed.getFormat() == LedgerBlocks.FORMAT_SIGNED_APART) {
        throw new StoreException(
            "%s was written by an older release: its block %d has format %d, which this release doesn't read; make the cluster again, see docs/operating.md"
                .formatted(store.describe(), parsed.getHeight(), parsed.getFormat()));
      }
      if (parsed.getFormat() > LedgerBlocks.FORMAT_TIMESTAMPS) {
        throw new StoreException(
            "%s was written by a newer release: its block %d has format %d, and this release knows %d"
                .formatted(
                    store.describe(),
                    parsed.getHeight(),
                    parsed.getFormat(),
                    LedgerBlocks.FORMAT_TIMESTAMPS));
      }
      return new ChainHead(
          parsed.getHeight(),
          Hashes.sha256(header),
          parsed.getStateRoot().toByteArray(),
          parsed.getIndexHash().isEmpty()
              ? new byte[Hashes.BYTES]
              : parsed.getIndexHash().toByteArray());
    } catch (InvalidProtocolBufferException e) {
      throw new StoreException(store.describe() + " holds an unreadable header", e);
    }
  }
}
