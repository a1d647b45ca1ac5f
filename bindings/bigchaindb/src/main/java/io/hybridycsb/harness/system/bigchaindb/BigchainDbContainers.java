package io.hybridycsb.harness.system.bigchaindb;

import io.hybridycsb.harness.system.ClusterFiles;
import io.hybridycsb.harness.system.Keygen;
import io.hybridycsb.harness.system.Settings;
import io.hybridycsb.harness.system.Template;
import io.hybridycsb.harness.system.validators.Tendermint;
import io.hybridycsb.harness.system.validators.ValidatorContainers;
import io.hybridycsb.settings.Property;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The files of a BigchainDB cluster whose processes run in containers with the processes' names as
 * hosts: {@code node1}, {@code validator1}. A node's MongoDB has its network, and answers on
 * loopback only.
 */
final class BigchainDbContainers {
  private static final Property<String> VALIDATOR_RPC =
      Keygen.address("validator-rpc", "validator{n}:26657", "where a node finds its validator");

  private static final int MONGODB_PORT = 27_017;
  private static final int EVENTS_PORT = 9_985;

  private final ClusterFiles files;
  private final Settings settings;

  private BigchainDbContainers(ClusterFiles files) {
    this.files = files;
    this.settings = new Settings(options(), files.nodeProperties());
  }

  /** The options of local clusters that concern files. */
  private static List<Property<?>> options() {
    return new BigchainDbSystem("bigchaindb", false)
        .options().stream()
            .filter(
                option ->
                    option.name().equals(BigchainDbSystem.THREADS)
                        || option.name().equals(BigchainDbSystem.WORKERS)
                        || option.isPattern())
            .toList();
  }

  static Keygen keygen() {
    List<Property<String>> options = new ArrayList<>(ValidatorContainers.options());
    options.add(VALIDATOR_RPC);
    return new Keygen("", false, options, files -> new BigchainDbContainers(files).write());
  }

  private void write() {
    Tendermint.containers(files, settings).write("");
    ClusterFiles.write(
        files.directory().resolve(BigchainDbSystem.LAUNCHER),
        Template.fill(BigchainDbSystem.class, BigchainDbSystem.LAUNCHER, Map.of()));
    for (int n : files.numbers()) {
      String address = files.addressOf(n);
      String host = address.substring(0, address.lastIndexOf(':'));
      BigchainDbConfig config =
          new BigchainDbConfig(
              "127.0.0.1:" + MONGODB_PORT,
              files.listenOf(n),
              "0.0.0.0:" + EVENTS_PORT,
              host + ":" + EVENTS_PORT,
              ClusterFiles.of(n, files.option(VALIDATOR_RPC)),
              BigchainDbSystem.workers(settings, files.nodes()));
      Path file = files.directory().resolve("node" + n).resolve("bigchaindb.json");
      ClusterFiles.write(file, config.json().toPrettyString() + "\n");
    }
    files.writeClient(client());
  }

  private Map<String, String> client() {
    String endpoints =
        files.numbers().stream().map(files::addressOf).collect(Collectors.joining(","));
    return new TreeMap<>(Map.of("bigchaindb.endpoints", endpoints, "bigchaindb.confirm", "false"));
  }
}
