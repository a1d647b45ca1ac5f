package io.hybridycsb.harness.system;

import io.hybridycsb.harness.HarnessException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The keys and files of a cluster whose processes others start, each on a machine of its own:
 * containers, Kubernetes. Keys that exist are kept, so that the same call repairs and extends.
 *
 * <p>In texts, {@code {n}} stands for a node's number, from 1, and {@code {node}} for its name,
 * "node" and that number.
 *
 * @param cluster its name; signatures are bound to it
 * @param directory where the files are made
 * @param installedAt what the processes will know that directory as
 * @param nodes how many
 * @param nodeAddress HOST:PORT at which clients find a node
 * @param nodeProperties further properties of each node, and those that replace ours
 * @param options values of the system's own options, by their names
 */
public record ClusterFiles(
    String cluster,
    Path directory,
    Path installedAt,
    int nodes,
    String nodeAddress,
    Map<String, String> nodeProperties,
    Map<String, String> options) {
  /** What nodes and clients know of each other, for systems that have such a file. */
  public static final String CLUSTER_FILE = "cluster.json";

  public ClusterFiles {
    nodeProperties = Map.copyOf(nodeProperties);
    options = Map.copyOf(options);
  }

  /** The value of an option of the system's own. */
  public String option(Keygen.Option option) {
    return options.get(option.name());
  }

  /** The nodes' numbers. */
  public List<Integer> numbers() {
    return IntStream.rangeClosed(1, nodes).boxed().toList();
  }

  /** HOST:PORT at which clients find this node. */
  public String addressOf(int n) {
    return of(n, nodeAddress);
  }

  /** HOST:PORT on which this node listens. */
  public String listenOf(int n) {
    String address = addressOf(n);
    return "0.0.0.0" + address.substring(address.lastIndexOf(':'));
  }

  /** Writes a node's properties: those of every system, these, and the user's. */
  public void writeNode(int n, Map<String, String> ofSystem) {
    Map<String, String> properties = new TreeMap<>(ofSystem);
    properties.put("node.name", "node" + n);
    properties.put("node.listen", listenOf(n));
    properties.put("cluster.file", installed(CLUSTER_FILE));
    nodeProperties.forEach((name, value) -> properties.put(name, of(n, value)));
    write(
        directory.resolve("node" + n).resolve("node.properties"),
        PropertiesText.of("The node's configuration.", properties));
  }

  /** Writes the client's properties. */
  public void writeClient(Map<String, String> properties) {
    write(
        directory.resolve("client.properties"),
        PropertiesText.of("How a client finds this cluster.", properties));
  }

  /** A text of a node with this number. */
  public static String of(int n, String text) {
    return text.replace("{node}", "node" + n).replace("{n}", Integer.toString(n));
  }

  /** What the processes will know a file as. */
  public String installed(String... names) {
    Path path = installedAt;
    for (String name : names) {
      path = path.resolve(name);
    }
    return path.toString();
  }

  /** Writes a file, in directories that are made. */
  public static void write(Path file, String text) {
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new HarnessException("cannot write " + file + ": " + e.getMessage(), e);
    }
  }
}
