package io.hybridycsb.quorum.raft;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The directory of a node's log. Its files are written one after another, so that a kill breaks off
 * a record in the last one only.
 *
 * @param directory that GoQuorum calls {@code raft-wal}
 */
public record RaftLog(Path directory) {
  /** The file's number, and that of its first entry: in this order they sort. */
  private static final Pattern FILE_NAME = Pattern.compile("[0-9a-f]{16}-[0-9a-f]{16}\\.wal");

  /** No file of this name is one of the log. */
  private static final String COPY_SUFFIX = ".broken";

  public RaftLog {
    if (Files.exists(directory) && !Files.isDirectory(directory)) {
      throw new IllegalArgumentException(
          directory + " is a file; the directory of the log is expected");
    }
  }

  /**
   * What was cut.
   *
   * @param file that ended with a half-written record
   * @param at where that began, and the file ends now
   * @param bytes that the record took
   * @param copy the file as it was
   */
  public record Cut(Path file, long at, long bytes, Path copy) {}

  /**
   * Cuts off a half-written record at the end of the last file. A node that was killed while it
   * wrote the record had told nobody of it.
   *
   * @return what was cut; empty if that file is whole, or there is none
   * @throws IOException if it is damaged in another way
   * @throws IllegalStateException if a node has it open
   */
  public Optional<Cut> repair() throws IOException {
    Optional<Path> last = lastFile();
    return last.isEmpty() ? Optional.empty() : repair(last.get());
  }

  /** Whether there is a file of the log. */
  public boolean exists() throws IOException {
    return lastFile().isPresent();
  }

  private Optional<Path> lastFile() throws IOException {
    if (!Files.exists(directory)) {
      return Optional.empty();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> FILE_NAME.matcher(file.getFileName().toString()).matches())
          .max(Comparator.comparing(file -> file.getFileName().toString()));
    }
  }

  private static Optional<Cut> repair(Path file) throws IOException {
    try (FileChannel channel =
            FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
        FileLock lock = lock(file, channel)) {
      Optional<LogReader.HalfWritten> half = new LogReader(file, channel).readAll();
      if (half.isEmpty()) {
        return Optional.empty();
      }
      Path copy = keep(file, channel);
      channel.truncate(half.get().at());
      channel.force(true);
      return Optional.of(new Cut(file, half.get().at(), half.get().bytes(), copy));
    }
  }

  /** A node has locked each file that it writes, by a kind of lock that this one's meets. */
  private static FileLock lock(Path file, FileChannel channel) throws IOException {
    FileLock lock = channel.tryLock();
    if (lock == null) {
      throw new IllegalStateException(
          file + " is open in a running node; stop it first: the log of a stopped one is expected");
    }
    return lock;
  }

  /** The file as it was, under a name of its own. */
  private static Path keep(Path file, FileChannel channel) throws IOException {
    Path copy = file.resolveSibling(file.getFileName() + COPY_SUFFIX);
    for (int number = 2; Files.exists(copy); number++) {
      copy = file.resolveSibling(file.getFileName() + COPY_SUFFIX + "-" + number);
    }
    try {
      copy(channel, copy);
    } catch (IOException e) {
      Files.deleteIfExists(copy);
      throw new IOException(
          "%s can't be kept as %s, so nothing was cut: %s".formatted(file, copy, e.getMessage()),
          e);
    }
    return copy;
  }

  /** Not by the file's name: to close it a second time would end the lock. */
  private static void copy(FileChannel from, Path to) throws IOException {
    try (FileChannel target =
        FileChannel.open(to, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      long copied = 0;
      while (copied < from.size()) {
        copied += from.transferTo(copied, from.size() - copied, target);
      }
      target.force(true);
    }
    try (FileChannel directory = FileChannel.open(to.getParent(), StandardOpenOption.READ)) {
      directory.force(true);
    }
  }
}
