package io.hybridycsb.ycsb.support;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * A file with one line of JSON for each operation of this process, after a first line that names
 * the process and before a last one that says that nothing is missing. Threads hand their lines to
 * one writer over a bounded queue, and wait when it is full.
 */
final class History implements AutoCloseable {
  private static final int QUEUE_LINES = 65_536;
  private static final int LINES_PER_WRITE = 1024;
  private static final long OFFER_MS = 100;
  private static final long CLOSE_MS = 60_000;
  private static final String END = "";

  /**
   * Files that this process has begun, and its name in each. All of YCSB's threads may end before
   * the next one starts, which must not overwrite their records.
   */
  private static final Map<Path, String> BEGUN = new ConcurrentHashMap<>();

  private final Path file;
  private final String process;
  private final BufferedWriter out;
  private final Terminator terminator;
  private final ArrayBlockingQueue<String> queue = new ArrayBlockingQueue<>(QUEUE_LINES);
  private final Thread writer = new Thread(this::run, "history-writer");
  private volatile boolean failed;

  /**
   * Begins the file anew; goes on with it if this process has begun it before.
   *
   * @param terminator is called when the file can't be written any longer
   * @throws IllegalArgumentException if the file can't be made
   */
  History(Path file, Terminator terminator) {
    this.file = file;
    this.terminator = terminator;
    Path whole = file.toAbsolutePath().normalize();
    String begun = BEGUN.get(whole);
    this.process = begun == null ? newProcess() : begun;
    this.out = begun == null ? begin(file, process) : open(file, StandardOpenOption.APPEND);
    BEGUN.put(whole, process);
    writer.setDaemon(true);
    writer.start();
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

  private static BufferedWriter begin(Path file, String process) {
    BufferedWriter writer = open(file, StandardOpenOption.TRUNCATE_EXISTING);
    try {
      writer.write(
          HistoryLine.first(
              process, Machine.name(), System.nanoTime(), System.currentTimeMillis()));
      writer.write('\n');
      return writer;
    } catch (IOException e) {
      throw new IllegalArgumentException("can't write history " + file + ": " + e.getMessage(), e);
    }
  }

  private static BufferedWriter open(Path file, OpenOption how) {
    try {
      return Files.newBufferedWriter(
          file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, how);
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException("history " + file + ": no such directory", e);
    } catch (AccessDeniedException e) {
      throw new IllegalArgumentException("history " + file + ": permission denied", e);
    } catch (IOException e) {
      throw new IllegalArgumentException("can't write history " + file + ": " + e.getMessage(), e);
    }
  }

  /** Takes a line even from an interrupted thread: the last line says that none is missing. */
  void record(String line) {
    boolean interrupted = false;
    boolean taken = false;
    while (!taken && !failed) {
      try {
        // The writer may be behind: wait, unless it has given up.
        taken = queue.offer(line, OFFER_MS, TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    List<String> lines = new ArrayList<>();
    try (out) {
      boolean more = true;
      while (more) {
        lines.add(queue.take());
        queue.drainTo(lines, LINES_PER_WRITE);
        more = write(lines);
        lines.clear();
        if (queue.isEmpty()) {
          // So that little is missing if this process is killed.
          out.flush();
        }
      }
    } catch (IOException e) {
      failed = true;
      terminator.terminate("can't write history " + file + ": " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean write(List<String> lines) throws IOException {
    for (String line : lines) {
      if (line.equals(END)) {
        out.write(HistoryLine.last(System.nanoTime()));
        out.write('\n');
        return false;
      }
      out.write(line);
      out.write('\n');
    }
    return true;
  }

  /** Returns when all lines are in the file. */
  @Override
  public void close() throws IOException {
    record(END);
    boolean interrupted = Thread.interrupted();
    try {
      writer.join(CLOSE_MS);
    } catch (InterruptedException e) {
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (writer.isAlive()) {
      throw new IOException("history " + file + " was not written within " + CLOSE_MS + " ms");
    }
  }
}
