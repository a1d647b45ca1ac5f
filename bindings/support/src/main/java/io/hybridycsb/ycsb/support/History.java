package io.hybridycsb.ycsb.support;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hybridycsb.ycsb.outcome.Terminator;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A file with one line of JSON for each operation of this process, after a first line that names
 * the process and before a last one that says that nothing is missing. A line is handed to the
 * operating system by one write before its thread goes on. So if this process is killed, of each
 * thread no more than the operation under way is missing.
 */
final class History implements AutoCloseable {
  /**
   * Files that this process has begun, and its name in each. All of YCSB's threads may end before
   * the next one starts, which must not overwrite their records.
   */
  private static final Map<Path, String> BEGUN = new ConcurrentHashMap<>();

  private final Path file;
  private final String process;
  private final OutputStream out;
  private final Terminator terminator;
  private boolean ended;

  private History(Path file, String process, OutputStream out, Terminator terminator) {
    this.file = file;
    this.process = process;
    this.out = out;
    this.terminator = terminator;
  }

  /**
   * Begins a new file; goes on with it if this process has begun it before. An empty one is new.
   *
   * @param threads how many threads this process has, if that is known
   * @param terminator is called when the file can't be written any longer
   * @throws IllegalArgumentException if the file can't be made, or another process has written it
   */
  static History open(Path file, OptionalInt threads, Terminator terminator) {
    Path whole = file.toAbsolutePath().normalize();
    if (!Files.isDirectory(whole.getParent())) {
      throw new IllegalArgumentException("history " + file + ": no such directory");
    }
    String begun = BEGUN.get(whole);
    try {
      if (begun == null) {
        requireNothingIn(file);
        new FileOutputStream(file.toFile()).close();
      }
      // Unlike a channel's, its writes survive an interrupt of their thread. It only appends, so
      // that two that write the same file don't overwrite each other's lines.
      OutputStream out = new FileOutputStream(file.toFile(), true);
      History history =
          begun == null
              ? begin(file, threads, out, terminator)
              : new History(file, begun, out, terminator);
      BEGUN.put(whole, history.process);
      return history;
    } catch (IOException e) {
      throw new IllegalArgumentException("can't write history " + file + ": " + e.getMessage(), e);
    }
  }

  /** What another process has recorded isn't lost; a device or a pipe keeps nothing. */
  private static void requireNothingIn(Path file) throws IOException {
    if (Files.isRegularFile(file) && Files.size(file) > 0) {
      throw new IllegalArgumentException(
          "history " + file + " is there already: remove it, or name another file");
    }
  }

  /** Writes the first line. */
  static History begin(Path file, OptionalInt threads, OutputStream out, Terminator terminator)
      throws IOException {
    History history = new History(file, newProcess(), out, terminator);
    out.write(
        bytes(
            HistoryLine.first(
                history.process,
                ClockName.name(),
                threads,
                System.nanoTime(),
                System.currentTimeMillis())));
    return history;
  }

  /** Unlike a process id, it is unique: ids are reused, and each container has its own. */
  private static String newProcess() {
    return ProcessHandle.current().pid()
        + "-"
        + HexFormat.of().toHexDigits(new SecureRandom().nextInt());
  }

  /** The name of this process, in this file only. */
  String process() {
    return process;
  }

  /**
   * Writes a line; does nothing once a write has failed, nor after the last line. That one may come
   * before a thread has recorded what became of a transaction.
   */
  void record(String line) {
    byte[] bytes = bytes(line);
    synchronized (this) {
      if (!ended) {
        try {
          out.write(bytes);
        } catch (IOException e) {
          ended = true;
          terminator.terminate("can't write history " + file + ": " + e.getMessage());
        }
      }
    }
  }

  private static byte[] bytes(String line) {
    return (line + '\n').getBytes(UTF_8);
  }

  /** Says that no line is missing, if none is. */
  @Override
  public synchronized void close() throws IOException {
    try (out) {
      record(HistoryLine.last(System.nanoTime()));
      ended = true;
    }
  }
}
