package io.hybridycsb.veritas.server;

import io.hybridycsb.veritas.client.ClientOptions;
import io.hybridycsb.veritas.client.Session;
import io.hybridycsb.veritas.client.VeritasClient;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The base of the commands for users: a client made from a properties file. */
@Command(mixinStandardHelpOptions = true)
abstract class ClientCommand implements Callable<Integer> {
  @Option(
      names = "--config",
      required = true,
      paramLabel = "FILE",
      description =
          "Properties veritas.cluster (path of cluster.json), veritas.key and veritas.tls.*.")
  private Path config;

  @Option(
      names = "--node",
      paramLabel = "NODE",
      defaultValue = "1",
      description = "Ask this node first, by its name or number (default: ${DEFAULT-VALUE}).")
  private String node;

  @Option(
      names = "--timeout",
      paramLabel = "MS",
      defaultValue = "10000",
      description = "Give up after so many milliseconds (default: ${DEFAULT-VALUE}).")
  private int timeoutMs;

  @Option(
      names = "--table",
      defaultValue = "usertable",
      description = "The key's table (default: ${DEFAULT-VALUE}).")
  String table;

  @Override
  public Integer call() {
    ClientProperties properties = new ClientProperties(config);
    ClusterConfig cluster = properties.cluster();
    ClientOptions options =
        ClientOptions.DEFAULT.withTimeoutMs(timeoutMs).withTls(properties.tls());
    try (VeritasClient client = VeritasClient.connect(cluster, properties.key(), options)) {
      return run(client.session(cluster.indexOf(node)));
    }
  }

  /** Does the work; the result is the exit status. */
  abstract int run(Session session);
}
