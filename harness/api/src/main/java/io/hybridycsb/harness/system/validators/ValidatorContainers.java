package io.hybridycsb.harness.system.validators;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hybridycsb.harness.system.ClusterFiles;
import io.hybridycsb.harness.system.Keygen;
import io.hybridycsb.settings.Property;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/** The home directories, {@code validator1}, of validators that other tools start. */
public final class ValidatorContainers {
  private static final Property<String> ADDRESS =
      Keygen.address(
          "validator-address",
          "validator{n}:26656",
          "where validators find each other; {from} stands for the\nnumber of the one that asks");

  /** HOST:PORT at which a validator finds its node. */
  private static final Property<String> APPLICATION =
      Keygen.address("application", "{node}:26658", "where a validator finds its node\n");

  private final ClusterFiles files;
  private final SortedMap<String, String> settings;
  private final Map<String, String> nodes = new LinkedHashMap<>();
  private final ValidatorFiles validators;

  /**
   * @param settings the user's changes to {@code config.toml}
   */
  ValidatorContainers(ChainKind kind, ClusterFiles files, SortedMap<String, String> settings) {
    this.files = files;
    this.settings = settings;
    files.numbers().forEach(n -> nodes.put("validator" + n, "node" + n));
    this.validators =
        new ValidatorFiles(kind, files.cluster(), List.copyOf(nodes.keySet()), files.directory());
  }

  /** The options of {@code keygen} for them. */
  public static List<Property<String>> options() {
    return List.of(ADDRESS, APPLICATION);
  }

  /**
   * Writes their files.
   *
   * @param scheme the prefix of an application's address in their configuration
   */
  public void write(String scheme) {
    String genesis = validators.genesis();
    for (int n : files.numbers()) {
      String name = "validator" + n;
      ClusterFiles.write(validators.genesisFile(name), genesis);
      String address = files.option(ADDRESS).replace("{from}", Integer.toString(n));
      Map<String, String> own =
          Map.of(
              "application", scheme + ClusterFiles.of(n, files.option(APPLICATION)),
              "rpc", "0.0.0.0:26657",
              "peer", "0.0.0.0:26656");
      ClusterFiles.write(
          validators.configFile(name),
          validators.config(name, own, other -> ClusterFiles.of(number(other), address), settings));
    }
  }

  private static int number(String validator) {
    return Integer.parseInt(validator.substring("validator".length()));
  }

  /** A cluster file's {@code validators}: who signs the chain. */
  public void describe(ObjectNode json) {
    validators.describe(json, nodes);
  }
}
