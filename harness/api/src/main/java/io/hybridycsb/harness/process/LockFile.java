package io.hybridycsb.harness.process;

import io.hybridycsb.harness.HarnessException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

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
      taken = deadline.await(lock::tryTake);
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
    try {
      Files.createDirectories(file.getParent());
      return new LockFile(
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE));
    } catch (IOException e) {
      throw new HarnessException("cannot lock " + file + ": " + e.getMessage(), e);
    }
  }

  private boolean tryTake() {
    try {
      FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
