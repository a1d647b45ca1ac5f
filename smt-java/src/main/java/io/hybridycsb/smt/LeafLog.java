package io.hybridycsb.smt;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** An append-only file of batches of leaf changes; see {@link LeafFrame} for what is in it. */
final class LeafLog implements Closeable {
  private static final byte[] FILE_HEADER = {'h', 'y', 's', 'm', 't', 'l', 'o', 1};
  private static final int SEARCH_BYTES = 1 << 20;

  private final Path path;
  private final FileChannel file;
  private final boolean sync;
  private final ByteBuffer out =
      ByteBuffer.allocate(LeafFrame.HEADER_BYTES + LeafFrame.PAYLOAD_MAX);
  private long end = FILE_HEADER.length;
  private long version;
  private byte[] root = Hashes.empty();
  private int leafCount;
  private long entryCount;

  private LeafLog(Path path, FileChannel file, boolean sync) {
    this.path = path;
    this.file = file;
    this.sync = sync;
  }

  /** Opens a log, making an empty one if there is none, and cuts off a batch torn by a crash. */
  static LeafLog open(Path path, boolean sync) throws IOException {
    FileChannel file =
        FileChannel.open(
            path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      LeafLog log = new LeafLog(path, file, sync);
      log.readHeader();
      log.recover();
      return log;
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  private void readHeader() throws IOException {
    int length = (int) Math.min(file.size(), FILE_HEADER.length);
    ByteBuffer header = ByteBuffer.allocate(length);
    LeafFrame.readFully(file, header, 0);
    if (!Arrays.equals(header.array(), Arrays.copyOf(FILE_HEADER, length))) {
      throw new IOException(path + " is not a leaf log: its first bytes are not those of one");
    }
    if (length < FILE_HEADER.length) {
      file.truncate(0);
      file.position(0);
      writeFully(ByteBuffer.wrap(FILE_HEADER));
      force();
    }
  }

  private void recover() throws IOException {
    long size = file.size();
    long position = end;
    long entries = 0;
    LeafFrame frame = LeafFrame.read(file, position, size);
    while (frame != null) {
      position += frame.bytes();
      entries += frame.forEachEntry(change -> {});
      if (frame.commits()) {
        if (frame.version() <= version) {
          throw damaged(position - frame.bytes(), "its versions do not ascend");
        }
        committed(frame.version(), frame.root(), frame.leafCount(), entries, position);
        entries = 0;
      }
      frame = LeafFrame.read(file, position, size);
    }
    if (position < size && commitFollows(position + 1, size)) {
      throw damaged(position, "a committed batch follows bytes that are no frame");
    }
    if (end < size) {
      file.truncate(end);
      force();
    }
    file.position(end);
  }

  private void committed(long version, byte[] root, int leafCount, long entries, long end) {
    this.version = version;
    this.root = root;
    this.leafCount = leafCount;
    this.entryCount += entries;
    this.end = end;
  }

  /** A commit is written only after everything before it is durable, so a crash can't tear that. */
  private boolean commitFollows(long from, long size) throws IOException {
    ByteBuffer window = ByteBuffer.allocate(SEARCH_BYTES);
    for (long start = from; start < size; start += SEARCH_BYTES - Integer.BYTES) {
      window.clear();
      int read = file.read(window, start);
      for (int i = 0; i + Integer.BYTES <= read; i++) {
        if (LeafFrame.isMagic(window.getInt(i))) {
          LeafFrame frame = LeafFrame.read(file, start + i, size);
          if (frame != null && frame.commits()) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private IOException damaged(long position, String why) {
    return new IOException(path + " is damaged at byte " + position + ": " + why);
  }

  long version() {
    return version;
  }

  byte[] root() {
    return root.clone();
  }

  int leafCount() {
    return leafCount;
  }

  /** All entries of the log, overwritten ones included. */
  long entryCount() {
    return entryCount;
  }

  /** Appends a batch; once this returns it is committed. */
  void append(LeafBatch batch) throws IOException {
    long written = 0;
    List<Change> changes = batch.changes();
    int lastFrom =
        Math.max(0, (changes.size() - 1) / LeafFrame.ENTRIES_MAX * LeafFrame.ENTRIES_MAX);
    for (int from = 0; from < lastFrom; from += LeafFrame.ENTRIES_MAX) {
      LeafFrame.begin(out);
      written += write(changes.subList(from, from + LeafFrame.ENTRIES_MAX));
    }
    if (lastFrom > 0) {
      force();
    }
    LeafFrame.beginCommit(out, batch.version(), batch.root(), batch.leafCount());
    written += write(changes.subList(lastFrom, changes.size()));
    force();
    committed(
        batch.version(), batch.root().clone(), batch.leafCount(), changes.size(), end + written);
  }

  private int write(List<Change> changes) throws IOException {
    for (Change change : changes) {
      LeafFrame.putEntry(out, change);
    }
    LeafFrame.end(out);
    int bytes = out.limit();
    writeFully(out);
    return bytes;
  }

  private void writeFully(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      file.write(bytes);
    }
  }

  private void force() throws IOException {
    if (sync) {
      file.force(false);
    }
  }

  /** The leaves at the newest version, in ascending order of their paths. */
  List<Change> leaves() throws IOException {
    List<Change> entries = new ArrayList<>();
    for (long position = FILE_HEADER.length; position < end; ) {
      LeafFrame frame = LeafFrame.read(file, position, end);
      if (frame == null) {
        throw damaged(position, "a frame that was whole when it was written or opened is not");
      }
      frame.forEachEntry(entries::add);
      position += frame.bytes();
    }
    List<Change> leaves = new ArrayList<>(leafCount);
    for (Change change : ChangeSort.sortedLastWins(entries)) {
      if (!change.isDelete()) {
        leaves.add(change);
      }
    }
    if (leaves.size() != leafCount) {
      throw damaged(
          0,
          "it records "
              + leafCount
              + " leaves at version "
              + version
              + ", but holds "
              + leaves.size());
    }
    return leaves;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
