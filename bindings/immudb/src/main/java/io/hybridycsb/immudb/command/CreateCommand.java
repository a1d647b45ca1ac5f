package io.hybridycsb.immudb.command;

import io.hybridycsb.immudb.client.CallFailed;
import io.hybridycsb.immudb.client.Immudb;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Makes a database, unless it exists. */
@Command(
    name = "create",
    description = "Makes a database, unless it exists.",
    mixinStandardHelpOptions = true)
final class CreateCommand implements Callable<Integer> {
  @Mixin private Database database;

  @Option(
      names = "--concurrency",
      defaultValue = "256",
      description = "Calls that the server works on at once (default: ${DEFAULT-VALUE}).")
  private int concurrency;

  @Option(
      names = "--sync-ms",
      defaultValue = "20",
      description =
          "Milliseconds for which writes are gathered before they are synced together (default:"
              + " ${DEFAULT-VALUE}).")
  private int syncMs;

  @Override
  public Integer call() throws IOException {
    try {
      Immudb.createDatabase(database.serverIn("defaultdb"), database.name(), concurrency, syncMs);
      return 0;
    } catch (CallFailed e) {
      throw database.unreachable(e);
    }
  }
}
