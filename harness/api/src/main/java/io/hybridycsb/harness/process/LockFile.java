package io.hybridycsb.harness.process;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.files.Attempt;
import io.hybridycsb.harness.files.Disk;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/** An exclusive lock among all processes of this machine, held until closed. */
public final class LockFile implements AutoCloseable {
  private final FileChannel channel;

  private LockFile(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Waits for the lock and takes it.
   *
   * @param file the lock's file; made if absent
   * @param otherwise the message of the failure if the deadline passes first
   */
  public static LockFile take(Path file, Deadline deadline, String otherwise)
      throws InterruptedException {
    LockFile lock = open(file);
    boolean taken = false;
    try {
      taken = deadline.await(() -> lock.tryTake(file));
    } finally {
      if (!taken) {
        lock.close();
      }
    }
    if (!taken) {
      throw new HarnessException(otherwise);
    }
    return lock;
  }

  private static LockFile open(Path file) {
    Disk.makeDirectory(file.getParent());
    Set<StandardOpenOption> made = Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    return new LockFile(Attempt.get("lock " + file, () -> FileChannel.open(file, made)));
  }

  private boolean tryTake(Path file) {
    try {
      FileLock lock = Attempt.get("lock " + file, () -> channel.tryLock());
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  @Override
  public void close() {
    Attempt.to("unlock", channel::close);
  }
}
