package io.hybridycsb.veritas.stores.sql;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A real database server that a test starts, kills and starts again on the same files. */
abstract class SqlServer implements AutoCloseable {

  /** Address of a database on it, with user and password. */
  abstract String url();

  /** Starts it again after a kill and waits until it answers. */
  abstract void start() throws Exception;

  /** The server's process, to which signals go. */
  abstract ProcessHandle process();

  /** Ends it with SIGKILL. */
  final void kill() {
    ProcessHandle process = process();
    process.destroyForcibly();
    process.onExit().orTimeout(10, TimeUnit.SECONDS).join();
  }

  /** Sends it and all processes that it has started a signal, as in {@code kill -STOP}. */
  final void signal(String name) throws Exception {
    List<String> command = new ArrayList<>(List.of("kill", "-" + name, "" + process().pid()));
    process().descendants().forEach(descendant -> command.add("" + descendant.pid()));
    int exit = new ProcessBuilder(command).start().waitFor();
    if (exit != 0) {
      throw new IllegalStateException("kill -" + name + " exits with " + exit);
    }
  }

  @Override
  public void close() throws IOException {
    kill();
  }
}
