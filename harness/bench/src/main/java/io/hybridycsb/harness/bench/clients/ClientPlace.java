package io.hybridycsb.harness.bench.clients;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Where an experiment's client processes run: on this machine, or on others. */
public interface ClientPlace {
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
      Optional<Conductor> conductor)
      throws InterruptedException;

  /**
   * This machine.
   *
   * @param root the directory that holds the cluster's run directory
   */
  static ClientPlace here(Path root) {
    return (directory, clients, alone, timeout, conductor) ->
        new Clients(root, directory).run(clients, alone, timeout, conductor);
  }
}
