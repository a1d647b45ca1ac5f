package io.hybridycsb.tso;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * A ceiling log in a directory: the file {@code ceilings}, whose format is {@link CeilingSlots},
 * and the file {@code lock}, which keeps a second server out and shows that there were ceilings.
 *
 * <p>A raised ceiling is written into the next free slot and forced to the disk. A full file is
 * replaced by a fresh one, atomically, and so is every file that is opened: a slot torn by a crash
 * is never overwritten.
 */
final class FileCeilingLog implements CeilingLog {
  static final String CEILINGS_FILE = "ceilings";
  static final String LOCK_FILE = "lock";

  /** Whoever makes a cluster may leave it, for one start in a directory without ceilings. */
  static final String FIRST_START_FILE = "first-start";

  /** Says that nothing is known of timestamps handed out before. */
  static final long START_UNKNOWN = -1;

  private static final byte[] IN_USE_MARK = "ceilings exist\n".getBytes(StandardCharsets.US_ASCII);

  private final Path directory;
  private final long step;
  private final FileChannel lockChannel;
  private final long startAbove;
  private FileChannel slots;
  private int usedSlots;
  private long ceiling;
  private boolean broken;

  private FileCeilingLog(Path directory, long step, long startAbove, FileChannel lockChannel) {
    this.directory = directory;
    this.step = step;
    this.startAbove = startAbove;
    this.lockChannel = lockChannel;
  }

  /**
   * Opens the log in a directory, which is created when it is absent.
   *
   * @param step by how much {@link #raise()} raises, at least 1
   * @param startAbove the ceiling is above this, even if that is a jump; 0 at the first start for a
   *     new cluster; {@link #START_UNKNOWN} goes on from the ceilings that there are
   * @throws IOException with one line for the user: the directory can't be written, another server
   *     uses it, its file is damaged, or there is none and nothing says where to start. A damaged
   *     file is left as it is.
   */
  static FileCeilingLog open(Path directory, long step, long startAbove) throws IOException {
    FileChannel lockChannel = lock(directory);
    FileCeilingLog log = new FileCeilingLog(directory, step, startAbove, lockChannel);
    try {
      log.ceiling = Math.max(log.recover(), startAbove + 1);
      log.startFile(log.ceiling);
      log.markInUse();
      Files.deleteIfExists(directory.resolve(FIRST_START_FILE));
      return log;
    } catch (FileSystemException e) {
      log.close();
      throw new IOException("cannot write to data directory " + directory + ": " + reason(e), e);
    } catch (IOException | RuntimeException e) {
      log.close();
      throw e;
    }
  }

  @Override
  public long ceiling() {
    return ceiling;
  }

  @Override
  public long raise() throws IOException {
    if (broken) {
      throw new IOException("the ceiling log in " + directory + " failed before");
    }
    // Cleared only at the end: after a failed force the state of the file is unknown.
    broken = true;
    long raised = above(ceiling);
    if (usedSlots == CeilingSlots.COUNT) {
      startFile(raised);
    } else {
      write(slots, usedSlots, raised);
      slots.force(false);
      usedSlots++;
    }
    ceiling = raised;
    broken = false;
    return raised;
  }

  @Override
  public void close() throws IOException {
    try (FileChannel lock = lockChannel) {
      if (slots != null) {
        slots.close();
      }
    }
  }

  private long recover() throws IOException {
    Path file = directory.resolve(CEILINGS_FILE);
    if (Files.exists(file)) {
      return CeilingSlots.recover(file);
    }
    boolean wasInUse = lockChannel.size() > 0;
    boolean isFirstStart =
        !wasInUse && (startAbove == 0 || Files.exists(directory.resolve(FIRST_START_FILE)));
    if (startAbove > 0 || isFirstStart) {
      return TimestampAllocator.FIRST_TIMESTAMP;
    }
    throw new IOException(
        file
            + " is missing, "
            + (wasInUse
                ? "but timestamps were handed out from this directory"
                : "so which timestamps were handed out isn't known: for a new cluster give start.above=0")
            + "; restore it, or give start.above=N with the newest timestamp that audit tells");
  }

  private void startFile(long firstCeiling) throws IOException {
    Path fresh = directory.resolve(CEILINGS_FILE + ".new");
    FileChannel channel =
        FileChannel.open(
            fresh,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE);
    try {
      writeFully(channel, ByteBuffer.allocate(CeilingSlots.FILE_BYTES), 0);
      write(channel, 0, firstCeiling);
      channel.force(true);
      Files.move(
          fresh,
          directory.resolve(CEILINGS_FILE),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
      forceDirectory();
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
    if (slots != null) {
      slots.close();
    }
    slots = channel;
    usedSlots = 1;
  }

  private void write(FileChannel channel, int slot, long newCeiling) throws IOException {
    ByteBuffer bytes = CeilingSlots.encode(slot, newCeiling, above(newCeiling));
    writeFully(channel, bytes, (long) slot * CeilingSlots.SLOT_BYTES);
  }

  private static void writeFully(FileChannel channel, ByteBuffer bytes, long position)
      throws IOException {
    long at = position;
    while (bytes.hasRemaining()) {
      at += channel.write(bytes, at);
    }
  }

  private long above(long oldCeiling) throws IOException {
    if (oldCeiling > Long.MAX_VALUE - step) {
      throw new IOException("timestamps are used up: " + oldCeiling + " plus a step of " + step);
    }
    return oldCeiling + step;
  }

  private void markInUse() throws IOException {
    if (lockChannel.size() == 0) {
      writeFully(lockChannel, ByteBuffer.wrap(IN_USE_MARK), 0);
      lockChannel.force(true);
    }
  }

  private void forceDirectory() throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  private static FileChannel lock(Path directory) throws IOException {
    FileChannel channel;
    try {
      Files.createDirectories(directory);
      channel =
          FileChannel.open(
              directory.resolve(LOCK_FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw new IOException("cannot write to data directory " + directory + ": " + reason(e), e);
    }
    try {
      FileLock lock = channel.tryLock();
      if (lock != null) {
        return channel;
      }
    } catch (OverlappingFileLockException e) {
      // Refused below, as for another process.
    } catch (IOException e) {
      channel.close();
      throw new IOException("cannot lock data directory " + directory + ": " + reason(e), e);
    }
    channel.close();
    throw new IOException("data directory " + directory + " is in use by another timestamp oracle");
  }

  private static String reason(IOException e) {
    String type = e.getClass().getSimpleName().replace("Exception", "");
    return type + " (" + e.getMessage() + ")";
  }
}
