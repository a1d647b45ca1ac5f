package io.hybridycsb.veritas.server;

import io.hybridycsb.veritas.client.ClientOptions;
import io.hybridycsb.veritas.client.Session;
import io.hybridycsb.veritas.client.VeritasClient;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.model.VeritasException.VerificationFailed;
import java.util.concurrent.Callable;
import java.util.function.IntSupplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IExitCodeExceptionMapper;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The base of the commands for users: a client made from a properties file. */
@Command(mixinStandardHelpOptions = true)
abstract class ClientCommand implements Callable<Integer>, IExitCodeExceptionMapper {
  @Mixin private ClientProperties client;

  @Option(
      names = "--node",
      paramLabel = "NODE",
      defaultValue = "1",
      description = "Ask this node first, by its name or number (default: ${DEFAULT-VALUE}).")
  private String node;

  @Option(
      names = "--table",
      defaultValue = "usertable",
      description = "The key's table (default: ${DEFAULT-VALUE}).")
  String table;

  @Override
  public Integer call() {
    ClusterConfig cluster = client.cluster();
    ClientOptions options = client.options();
    return checked(
        statusOfFailedCheck(),
        () -> {
          try (VeritasClient open =
              VeritasClient.connect(cluster, client.key(), options(options))) {
            return run(open.session(cluster.indexOf(node)));
          }
        });
  }

  /**
   * Does what may be found to be a lie, and then says so.
   *
   * @param statusOfFailure the exit status then
   */
  static int checked(int statusOfFailure, IntSupplier work) {
    try {
      return work.getAsInt();
    } catch (VerificationFailed e) {
      System.out.println("verification failed: " + e.getMessage());
      return statusOfFailure;
    }
  }

  /** The client's options, with those of this command. */
  ClientOptions options(ClientOptions general) {
    return general;
  }

  /** The exit status if what nodes have answered fails its check. */
  int statusOfFailedCheck() {
    return 1;
  }

  /** The exit status if the work can't be done, other than for a failed check. */
  @Override
  public int getExitCode(Throwable failure) {
    return CommandLine.ExitCode.SOFTWARE;
  }

  /** Does the work; the result is the exit status. */
  abstract int run(Session session);
}
