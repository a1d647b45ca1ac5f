package io.hybridycsb.veritas.core.snapshot;

import io.hybridycsb.smt.Snapshot;
import io.hybridycsb.veritas.core.ledger.ChainHead;
import io.hybridycsb.veritas.core.ledger.Ledger;
import io.hybridycsb.veritas.core.spi.IndexRecord;
import io.hybridycsb.veritas.core.spi.StateEntry;
import io.hybridycsb.veritas.core.spi.StateReader;
import io.hybridycsb.veritas.core.spi.StoreException;
import io.hybridycsb.veritas.core.txn.ByteKey;
import io.hybridycsb.veritas.crypto.Hashes;
import io.hybridycsb.veritas.model.KeyLimit;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Writes one snapshot of the state as it was at a height, while the state goes on changing. It
 * reads the store page by page and then takes, from the overlay, the values that were overwritten
 * meanwhile. What it wrote is checked, key by key, against the tree of that height.
 *
 * @param head the height to take, the newest when the overlay began to keep values
 * @param tree of that height
 */
record SnapshotTaker(
    Ledger ledger,
    StateReader store,
    SnapshotDirectory snapshots,
    ChainHead head,
    Snapshot tree,
    Overlay overlay) {
  private static final int PAGE_MAX = 512;
  private static final int FIRST_PAGE = 16;
  private static final long PAGE_BYTES = 4L << 20;
  private static final byte[] END = KeyLimit.end();

  /**
   * Writes the snapshot.
   *
   * @throws StoreException if the snapshot can't be made or fails its check; then there is none
   */
  SnapshotInfo take() {
    Path directory = null;
    try {
      directory = snapshots.newDirectory("writing");
      ChunkOutput chunks = new ChunkOutput(directory);
      try (DataOutputStream out = new DataOutputStream(chunks)) {
        SnapshotContent.writePart(
            out, ledger.block(head.height()).toByteArray(), SnapshotContent.BLOCK_BYTES_MAX);
        writeIndex(out);
        writeState(out);
      }
      long position = ledger.readHeader(head.height()).getPosition();
      SnapshotInfo info = new SnapshotInfo(position, head.height(), chunks.hashes());
      snapshots.publish(directory, info);
      return info;
    } catch (IOException | UncheckedIOException e) {
      throw new StoreException("writing to " + directory + " fails: " + e.getMessage(), e);
    }
  }

  private void writeIndex(DataOutputStream out) throws IOException {
    byte[][] hash = {new byte[Hashes.BYTES]};
    long[] last = {0};
    ledger
        .store()
        .forEachIndexRecord(
            head.height(),
            (height, indexRecord) -> {
              requireNotStopped();
              if (height != last[0] + 1) {
                throw new StoreException("the index record of block " + (last[0] + 1) + " is gone");
              }
              last[0] = height;
              hash[0] = IndexRecord.hash(hash[0], height, indexRecord);
              try {
                SnapshotContent.writePart(out, indexRecord, SnapshotContent.INDEX_RECORD_BYTES_MAX);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    if (last[0] != head.height() || !Arrays.equals(hash[0], head.indexHash())) {
      throw new StoreException("the index records don't give the header's index hash");
    }
  }

  private void writeState(DataOutputStream out) throws IOException {
    byte[] from = new byte[0];
    int written = 0;
    boolean more = true;
    int fetch = FIRST_PAGE;
    while (more) {
      requireNotStopped();
      List<StateEntry> page = store.scan(from, END, fetch);
      more = !page.isEmpty();
      fetch = nextFetch(page);
      byte[] to = more ? after(page.get(page.size() - 1).key()) : END;
      Map<ByteKey, byte[]> entries = new TreeMap<>();
      page.forEach(entry -> entries.put(new ByteKey(entry.key()), entry.value()));
      for (Map.Entry<ByteKey, Optional<byte[]>> old : overlay.between(from, to).entrySet()) {
        entries.put(old.getKey(), old.getValue().orElse(null));
      }
      entries.values().removeIf(value -> value == null);
      for (Map.Entry<ByteKey, byte[]> entry : entries.entrySet()) {
        byte[] key = entry.getKey().bytes();
        if (!Arrays.equals(tree.valueHash(key), Hashes.sha256(entry.getValue()))) {
          throw wrong(entry.getKey() + " isn't what it was at height " + head.height());
        }
        SnapshotContent.writeEntry(out, key, entry.getValue());
        written++;
      }
      from = to;
    }
    SnapshotContent.writeEnd(out);
    if (written != tree.size()) {
      throw wrong(written + " records were found instead of " + tree.size());
    }
  }

  /** How many entries probably fit into memory, judging by the last page. */
  private static int nextFetch(List<StateEntry> page) {
    long bytes = page.stream().mapToLong(e -> (long) e.key().length + e.value().length).sum();
    return (int) Math.max(1, Math.min(PAGE_MAX, PAGE_BYTES * page.size() / Math.max(1, bytes)));
  }

  private StoreException wrong(String text) {
    return new StoreException(
        overlay.hasOverflowed() ? "too much changed while it was being written" : text);
  }

  private static byte[] after(byte[] key) {
    return Arrays.copyOf(key, key.length + 1);
  }

  private void requireNotStopped() {
    if (Thread.currentThread().isInterrupted()) {
      throw new StoreException("the node is being stopped");
    }
    if (overlay.hasOverflowed()) {
      throw wrong("");
    }
  }

  /** Cuts its input into chunks, each a file named by its number. */
  static final class ChunkOutput extends OutputStream {
    private final Path directory;
    private final byte[] chunk = new byte[SnapshotInfo.CHUNK_BYTES];
    private final List<byte[]> hashes = new ArrayList<>();
    private int filled;

    ChunkOutput(Path directory) {
      this.directory = directory;
    }

    @Override
    public void write(int value) throws IOException {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      int at = offset;
      int left = length;
      while (left > 0) {
        int taken = Math.min(left, chunk.length - filled);
        System.arraycopy(bytes, at, chunk, filled, taken);
        at += taken;
        left -= taken;
        filled += taken;
        if (filled == chunk.length) {
          cut();
        }
      }
    }

    private void cut() throws IOException {
      if (hashes.size() == SnapshotInfo.CHUNKS_MAX) {
        throw new IOException("a snapshot has at most " + SnapshotInfo.CHUNKS_MAX + " chunks");
      }
      byte[] bytes = Arrays.copyOf(chunk, filled);
      Files.write(directory.resolve(Integer.toString(hashes.size())), bytes);
      hashes.add(Hashes.sha256(bytes));
      filled = 0;
    }

    /** The hashes of the chunks. Call it after {@link #close}. */
    List<byte[]> hashes() {
      return List.copyOf(hashes);
    }

    @Override
    public void close() throws IOException {
      if (filled > 0) {
        cut();
      }
    }
  }
}
