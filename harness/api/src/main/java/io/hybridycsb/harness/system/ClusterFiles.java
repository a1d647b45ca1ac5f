package io.hybridycsb.harness.system;

import io.hybridycsb.harness.files.Caller;
import io.hybridycsb.harness.files.PrivateFiles;
import io.hybridycsb.settings.Property;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * The keys and files of a cluster whose processes are started by other tools on separate machines,
 * such as Kubernetes. Existing keys are kept, so the same call repairs and extends.
 *
 * <p>In texts, {@code {n}} stands for a node's number, from 1, and {@code {node}} for its name,
 * "node" and that number. In a node's properties, {@code {password:NAME}} stands for the random
 * password in the file {@code passwords/NAME}, which is made if it isn't there.
 *
 * @param cluster its name, to which signatures are bound
 * @param directory where the files are written
 * @param installedAt the path of that directory for the processes
 * @param nodes the number of nodes
 * @param nodeAddress HOST:PORT at which clients find a node
 * @param nodeProperties properties of each node, which are added or replace ours
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
  /** The file in which nodes and clients find each other, for systems that have one. */
  public static final String CLUSTER_FILE = "cluster.json";

  private static final Pattern PASSWORD = Pattern.compile("\\{password:([a-z0-9-]+)}");

  public ClusterFiles {
    nodeProperties = Map.copyOf(nodeProperties);
    options = Map.copyOf(options);
  }

  /** The value of an option of the system's own. */
  public String option(Property<String> option) {
    return options.get(option.name());
  }

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

  /** Writes a node's properties: the common ones, the system's and the user's. */
  public void writeNode(int n, Map<String, String> ofSystem) {
    Map<String, String> properties = new TreeMap<>(ofSystem);
    properties.put("node.name", "node" + n);
    properties.put("node.listen", listenOf(n));
    properties.put("cluster.file", installed(CLUSTER_FILE));
    nodeProperties.forEach((name, value) -> properties.put(name, withPasswords(of(n, value))));
    write(
        directory.resolve("node" + n).resolve("node.properties"),
        PropertiesText.of("The node's configuration.", properties));
  }

  public void writeClient(Map<String, String> properties) {
    write(
        directory.resolve("client.properties"),
        PropertiesText.of("How a client finds this cluster.", properties));
  }

  /** Fills in a node's number and name. */
  public static String of(int n, String text) {
    return text.replace("{node}", "node" + n).replace("{n}", Integer.toString(n));
  }

  private String withPasswords(String text) {
    return PASSWORD
        .matcher(text)
        .replaceAll(name -> Passwords.in(directory.resolve("passwords").resolve(name.group(1))));
  }

  /** A file's path for the processes. */
  public String installed(String... names) {
    Path path = installedAt;
    for (String name : names) {
      path = path.resolve(name);
    }
    return path.toString();
  }

  /**
   * Refuses a file or directory of a cluster that isn't the caller's own, or to which others may
   * write: they would know, or choose, what is in it. What isn't there is accepted.
   */
  public static void requireOwn(Path place) {
    Caller.current().requireOwn(place, "remove it, or work in a directory of your own");
  }

  /** Writes a file that only its owner can read, and makes its directories. */
  public static void write(Path file, String text) {
    requireOwn(file);
    PrivateFiles.write(file, text);
  }
}
