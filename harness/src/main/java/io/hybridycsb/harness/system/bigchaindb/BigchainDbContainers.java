package io.hybridycsb.harness.system.bigchaindb;

import io.hybridycsb.harness.system.ClusterFiles;
import io.hybridycsb.harness.system.PropertiesText;
import io.hybridycsb.harness.system.Settings;
import io.hybridycsb.harness.system.SystemOption;
import io.hybridycsb.harness.system.Template;
import io.hybridycsb.harness.system.validators.CometBftConfig;
import io.hybridycsb.harness.system.validators.TendermintChain;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The files of a BigchainDB cluster whose processes others start, each in a container that has the
 * process's name for its host: {@code mongodb1}, {@code node1}, {@code validator1}.
 */
public final class BigchainDbContainers {
  private static final int MONGODB_PORT = 27_017;
  private static final int EVENTS_PORT = 9_985;

  private final ClusterFiles files;
  private final Settings settings;

  public BigchainDbContainers(ClusterFiles files) {
    this.files = files;
    this.settings = new Settings(options(), files.nodeProperties());
  }

  /** Those of local clusters that say something of files. */
  private static List<SystemOption> options() {
    return new BigchainDbSystem("bigchaindb", false)
        .options().stream()
            .filter(
                option ->
                    option.name().equals(BigchainDbSystem.THREADS)
                        || option.name().equals(BigchainDbSystem.WORKERS)
                        || option.isPattern())
            .toList();
  }

  /**
   * Writes all files but those that the validators' keys are in.
   *
   * @param validatorRpc HOST:PORT at which a node finds its validator
   */
  public void write(String validatorRpc) {
    ClusterFiles.write(
        files.directory().resolve(BigchainDbSystem.LAUNCHER),
        Template.fill(BigchainDbSystem.class, BigchainDbSystem.LAUNCHER, Map.of()));
    for (int n = 1; n <= files.nodes(); n++) {
      String address = ClusterFiles.of(n, files.nodeAddress());
      String host = address.substring(0, address.lastIndexOf(':'));
      BigchainDbConfig config =
          new BigchainDbConfig(
              "mongodb%d:%d".formatted(n, MONGODB_PORT),
              "0.0.0.0" + address.substring(address.lastIndexOf(':')),
              "0.0.0.0:" + EVENTS_PORT,
              host + ":" + EVENTS_PORT,
              ClusterFiles.of(n, validatorRpc),
              BigchainDbSystem.workers(settings, files.nodes()));
      Path file = files.directory().resolve("node" + n).resolve("bigchaindb.json");
      ClusterFiles.write(file, config.json().toPrettyString() + "\n");
    }
    ClusterFiles.write(
        files.directory().resolve("client.properties"),
        PropertiesText.of("How a client finds this cluster.", client()));
  }

  private Map<String, String> client() {
    String endpoints =
        IntStream.rangeClosed(1, files.nodes())
            .mapToObj(n -> ClusterFiles.of(n, files.nodeAddress()))
            .collect(Collectors.joining(","));
    return new TreeMap<>(Map.of("bigchaindb.endpoints", endpoints, "bigchaindb.confirm", "false"));
  }

  /** A validator's {@code config.toml}. */
  public String validatorConfig(int n, String peers, String application) {
    Map<String, ?> values =
        Map.of(
            "name",
            "validator" + n,
            "application",
            application,
            "rpc",
            "0.0.0.0:26657",
            "peer",
            "0.0.0.0:26656",
            "cache",
            TendermintChain.mempoolCache(files.nodes()),
            "peers",
            peers);
    return CometBftConfig.text(
        "Tendermint",
        TendermintChain.TEMPLATE,
        values,
        settings.under(TendermintChain.SETTINGS_PREFIX));
  }
}
