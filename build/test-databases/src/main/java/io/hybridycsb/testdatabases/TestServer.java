package io.hybridycsb.testdatabases;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A real database server that a test starts, kills and starts again on the same files. */
public abstract class TestServer implements AutoCloseable {
  public static final int PATIENCE_SECONDS = 120;

  /** Starts it again after a kill and waits until it answers. */
  public abstract void start() throws Exception;

  /** The server's process, to which signals go. */
  protected abstract ProcessHandle process();

  /** Ends it with SIGKILL; stopped before, so that it starts nothing that nobody knows of. */
  public final void kill() {
    if (process().isAlive()) {
      signal("STOP", process());
    }
    List<ProcessHandle> all = processes();
    process().destroyForcibly();
    awaitEnd(all);
  }

  /** The server's process and those that it has started. */
  protected final List<ProcessHandle> processes() {
    return Stream.concat(Stream.of(process()), process().descendants()).toList();
  }

  /** Those that a server has started outlive it for a moment, with its files still in use. */
  protected static void awaitEnd(List<ProcessHandle> processes) {
    for (ProcessHandle process : processes) {
      process.onExit().orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
    }
  }

  /**
   * Sends it and all processes that it has started a signal, as in {@code kill -STOP}. It comes
   * first, so that it starts no more of them meanwhile.
   */
  public final void signal(String name) throws Exception {
    signal(name, process());
    for (ProcessHandle started : process().descendants().toList()) {
      signal(name, started);
    }
  }

  private static void signal(String name, ProcessHandle process) {
    int exit;
    try {
      exit = new ProcessBuilder("kill", "-" + name, "" + process.pid()).start().waitFor();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException("kill -" + name + " can't be run", e);
    }
    // One that served a connection may just have ended.
    if (exit != 0 && process.isAlive()) {
      throw new IllegalStateException("kill -" + name + " exits with " + exit);
    }
  }

  @Override
  public void close() throws IOException {
    kill();
  }
}
