package io.hybridycsb.smt;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * A store in a directory of its own: one append-only log with a checksum on every batch.
 *
 * <p>After a crash at any byte the log opens at its last whole batch; what follows it is cut off. A
 * log that is damaged before its last batch is refused instead. When more than half of the log's
 * entries are overwritten or removed ones, the next batch first writes the leaves to a new log that
 * takes the old one's place.
 */
public final class FileNodeStore implements NodeStore {
  /** What an applied batch survives. */
  public enum Durability {
    /** The end of the machine: each batch is forced to the disk, once, or twice if it is large. */
    POWER_LOSS,
    /** The end of the process, but not of the operating system. */
    PROCESS_KILL
  }

  private static final String LOG = "leaves.log";
  private static final String NEW_LOG = "leaves.log.new";
  private static final String LOCK = "lock";
  private static final int COMPACT_MIN_ENTRIES = 4_096;

  private final Path directory;
  private final boolean sync;
  private final FileChannel lockFile;
  private LeafLog log;
  private boolean failed;

  private FileNodeStore(Path directory, Durability durability, FileChannel lockFile)
      throws IOException {
    this.directory = directory;
    this.lockFile = lockFile;
    sync = durability == Durability.POWER_LOSS;
    Files.deleteIfExists(directory.resolve(NEW_LOG));
    log = LeafLog.open(directory.resolve(LOG), sync);
    forceDirectory();
  }

  /** Opens a store whose batches survive power loss. */
  public static FileNodeStore open(Path directory) throws IOException {
    return open(directory, Durability.POWER_LOSS);
  }

  /**
   * Opens a store, making it if it is not there.
   *
   * @throws IOException if another store has the directory open, the log is damaged, or it cannot
   *     be read or written
   */
  public static FileNodeStore open(Path directory, Durability durability) throws IOException {
    Files.createDirectories(directory);
    FileChannel lockFile = lock(directory);
    try {
      return new FileNodeStore(directory, durability, lockFile);
    } catch (IOException | RuntimeException e) {
      lockFile.close();
      throw e;
    }
  }

  private static FileChannel lock(Path directory) throws IOException {
    FileChannel file =
        FileChannel.open(
            directory.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      FileLock lock = file.tryLock();
      if (lock != null) {
        return file;
      }
    } catch (OverlappingFileLockException heldByThisProcess) {
      // Reported below, like a lock of another process.
    }
    file.close();
    throw new IOException(directory + " is in use by another store: close that first");
  }

  @Override
  public synchronized long version() {
    return log.version();
  }

  @Override
  public synchronized byte[] root() {
    return log.root();
  }

  @Override
  public synchronized int leafCount() {
    return log.leafCount();
  }

  @Override
  public synchronized Stream<Change> leaves() throws IOException {
    requireUsable();
    return log.leaves().stream();
  }

  @Override
  public synchronized void apply(LeafBatch batch) throws IOException {
    requireUsable();
    batch.requireAfter(log.version());
    if (log.entryCount() > COMPACT_MIN_ENTRIES && log.entryCount() / 2 > log.leafCount()) {
      compact();
    }
    failed = true;
    log.append(batch);
    failed = false;
  }

  private void requireUsable() throws IOException {
    if (failed) {
      throw new IOException(directory + " failed in an earlier write: open the store again");
    }
  }

  /** Until the move the old log counts, after it the new one; both hold the same version. */
  private void compact() throws IOException {
    List<Change> leaves = log.leaves();
    Path newPath = directory.resolve(NEW_LOG);
    Files.deleteIfExists(newPath);
    LeafLog compacted = LeafLog.open(newPath, sync);
    try {
      compacted.append(new LeafBatch(log.version(), log.root(), leaves.size(), leaves));
      failed = true;
      Files.move(
          newPath,
          directory.resolve(LOG),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException | RuntimeException e) {
      compacted.close();
      throw e;
    }
    LeafLog old = log;
    log = compacted;
    old.close();
    forceDirectory();
    failed = false;
  }

  /** Makes a created or renamed file's name durable, where the platform can open a directory. */
  private void forceDirectory() throws IOException {
    if (sync && directory.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      try (FileChannel names = FileChannel.open(directory, StandardOpenOption.READ)) {
        names.force(true);
      }
    }
  }

  @Override
  public synchronized void close() throws IOException {
    try (lockFile) {
      log.close();
    }
  }
}
