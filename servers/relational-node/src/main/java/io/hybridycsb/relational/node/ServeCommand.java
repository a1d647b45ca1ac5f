package io.hybridycsb.relational.node;

import io.hybridycsb.logs.Logs;
import io.hybridycsb.relational.node.database.Rules;
import io.hybridycsb.settings.Settings;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.crypto.Ed25519;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs a node until it is stopped or can't go on. */
@Command(
    name = "serve",
    description = "Runs a node. Prints one line when it serves.",
    mixinStandardHelpOptions = true)
final class ServeCommand implements Callable<Integer> {
  private static final Logger LOG = LoggerFactory.getLogger(ServeCommand.class);

  private final RelationalSystem system;

  @Option(names = "--config", paramLabel = "FILE", description = "The node's properties.")
  private Path config;

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description = "Sets a property, over environment and file. Repeatable.")
  private List<String> set = List.of();

  ServeCommand(RelationalSystem system) {
    this.system = system;
  }

  @Override
  public Integer call() throws IOException {
    List<Path> files = config == null ? List.of() : List.of(config);
    Settings settings = Settings.read(NodeProperties.names(system), files, System.getenv(), set);
    Logs.configure(settings);
    ClusterConfig cluster = ClusterConfig.read(settings.get(NodeProperties.CLUSTER_FILE));
    String name = settings.get(NodeProperties.NAME);
    if (cluster.node(name).isEmpty()) {
      throw new IllegalArgumentException(
          "cluster.json has no node named %s (node.name)".formatted(name));
    }
    Rules rules = rules(system, settings, cluster);
    settings.overrides().forEach(line -> LOG.info("set: {}", line));
    LOG.info("signatures are computed by {}", Ed25519.providerName());
    Thread main = Thread.currentThread();
    Thread hook = new Thread(main::interrupt, "stop");
    try (Node node = new Node(system, settings, cluster, rules)) {
      node.serve(settings.get(NodeProperties.START_TIMEOUT_MS));
      Runtime.getRuntime().addShutdownHook(hook);
      System.out.println(
          "node %s ready on %s:%d"
              .formatted(
                  name,
                  settings.get(NodeProperties.LISTEN).getHostString(),
                  settings.get(NodeProperties.LISTEN).getPort()));
      node.awaitEnd();
      return 0;
    } catch (InterruptedException e) {
      LOG.info("stopping");
      return 0;
    }
  }

  /**
   * @throws IllegalArgumentException if the cluster is one of another system
   */
  static Rules rules(RelationalSystem system, Settings settings, ClusterConfig cluster) {
    return new Rules(
        cluster.cluster(),
        system.chainId(cluster),
        settings.get(NodeProperties.FAILURE),
        settings.get(NodeProperties.TRANSACTION_BYTES_MAX));
  }
}
