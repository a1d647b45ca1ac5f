package io.hybridycsb.harness.bench.clients;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** Where an experiment's client processes run: on this machine, or on others. */
public interface ClientPlace extends AutoCloseable {
  /**
   * Runs all clients to their end, as {@link Clients#run} does.
   *
   * @param directory the directory for their outputs and logs
   * @param clients with commands as for this machine
   */
  Clients.Outcome run(
      Path directory,
      List<Clients.Client> clients,
      boolean alone,
      Duration timeout,
      Optional<Clients.Watcher> watcher)
      throws InterruptedException;

  /** Leaves nothing there. */
  @Override
  default void close() {}

  /**
   * This machine.
   *
   * @param root the directory that holds the cluster's run directory
   */
  static ClientPlace here(Path root) {
    return (directory, clients, alone, timeout, watcher) ->
        new Clients(root, directory, TreeMap::new).run(clients, alone, timeout, watcher);
  }
}
