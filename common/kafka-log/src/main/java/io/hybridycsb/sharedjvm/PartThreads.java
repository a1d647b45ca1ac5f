package io.hybridycsb.sharedjvm;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/**
 * Where a part runs: its threads, which are those that its first thread starts and theirs, and the
 * file for all that they print.
 */
class PartThreads extends ThreadGroup {
  private static final int LINE_SHOWN = 300;

  private final OutputStream log;
  private final Pattern ready;
  private final CountDownLatch serves = new CountDownLatch(1);
  private String lastLine = "";

  /**
   * @param log appended to
   * @param ready matches a part of the line that the part prints when it serves
   */
  @SuppressWarnings("resource") // It is open as long as the JVM runs.
  PartThreads(String name, Path log, Pattern ready) throws IOException {
    super(name);
    Files.createDirectories(log.getParent());
    this.log = new FileOutputStream(log.toFile(), true);
    this.ready = ready;
  }

  /** Where this thread runs; empty if it belongs to no part. */
  static Optional<PartThreads> ofThisThread() {
    return of(Thread.currentThread());
  }

  static Optional<PartThreads> of(Thread thread) {
    ThreadGroup group = thread.getThreadGroup();
    while (group != null && !(group instanceof PartThreads)) {
      group = group.getParent();
    }
    return Optional.ofNullable((PartThreads) group);
  }

  /** Takes what a thread of the part prints: whole lines, or a line without its end. */
  synchronized void print(byte[] bytes, int from, int length) throws IOException {
    log.write(bytes, from, length);
    new String(bytes, from, length, StandardCharsets.UTF_8).lines().forEach(this::look);
  }

  private void look(String line) {
    if (ready.matcher(line).find()) {
      serves.countDown();
    }
    // The lines of a stack trace are indented.
    if (!line.isBlank() && !Character.isWhitespace(line.charAt(0))) {
      lastLine = line.substring(0, Math.min(LINE_SHOWN, line.length()));
    }
  }

  /** Opens when the part serves. */
  CountDownLatch serves() {
    return serves;
  }

  /** What the part has printed last, without stack traces. */
  synchronized String lastLine() {
    return lastLine.isEmpty() ? "it has printed nothing" : lastLine;
  }

  /** Where a program runs that prepares a part, and whose end isn't the JVM's. */
  static final class SetupThreads extends PartThreads {
    private static final int RUNS = -1;
    private static final Pattern NEVER = Pattern.compile("(?!)");

    private final AtomicInteger status = new AtomicInteger(RUNS);

    SetupThreads(String name, Path log) throws IOException {
      super(name, log, NEVER);
    }

    /** Takes the program's exit status; the first one counts. */
    void end(int exitStatus) {
      status.compareAndSet(RUNS, exitStatus);
    }

    /** What the program has ended with. */
    int status() {
      return status.get();
    }
  }

  /**
   * Standard output and standard error of the JVM: what a part's thread prints goes to the part's
   * log, and all else to the JVM's own. So do log lines, which Logback writes to these streams on
   * the thread that logs.
   */
  static final class OutputByPart extends OutputStream {
    private final PrintStream others;

    private OutputByPart(PrintStream others) {
      this.others = others;
    }

    /**
     * Takes the place of both. Comes before anything that keeps one of them.
     *
     * @return the JVM's own standard output
     */
    static PrintStream install() {
      PrintStream own = System.out;
      System.setOut(over(own));
      System.setErr(over(System.err));
      return own;
    }

    private static PrintStream over(PrintStream others) {
      return new PrintStream(new OutputByPart(others), true, StandardCharsets.UTF_8);
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      Optional<PartThreads> place = PartThreads.ofThisThread();
      if (place.isPresent()) {
        place.get().print(bytes, from, length);
      } else {
        others.write(bytes, from, length);
      }
    }

    @Override
    public void flush() {
      others.flush();
    }
  }
}
