package io.hybridycsb.ycsb.veritas;

import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.ycsb.support.Property;
import io.hybridycsb.ycsb.support.PropertySet;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;

/**
 * The properties {@code veritas.*}.
 *
 * @param cluster the cluster's file, {@code cluster.json}
 * @param key the client's private key, PKCS#8 in PEM
 * @param commit when a write is acknowledged
 * @param timeoutMs how long an operation may take, trying other nodes included
 * @param verify which reads are checked against the nodes' signatures
 * @param retries how often an aborted transaction is tried again, each time with a new timestamp
 * @param node the node to which all sessions go first; empty: sessions are spread over the nodes
 */
record VeritasProperties(
    Path cluster, Path key, Commit commit, int timeoutMs, Verify verify, int retries, String node) {

  /** When a write is acknowledged. */
  enum Commit {
    /** When it is decided, and applied on the node asked. */
    SYNC,
    /** When the node has accepted it; it may still abort. */
    ASYNC
  }

  /** Which reads are verified. */
  enum Verify {
    OFF,
    /** Each read of one record. */
    READ
  }

  static final Property<Path> CLUSTER =
      Property.requiredFile("veritas.cluster", "the cluster's file, cluster.json");
  static final Property<Path> KEY =
      Property.requiredFile("veritas.key", "the client's private key");
  static final Property<Commit> COMMIT =
      Property.choice("veritas.commit", Commit.SYNC, "when a write is acknowledged");
  static final Property<Integer> TIMEOUT_MS =
      Property.integer("veritas.timeout.ms", 10_000, 1, 600_000, "how long an operation may take");
  static final Property<Verify> VERIFY =
      Property.choice("veritas.verify", Verify.OFF, "which reads are verified");
  static final Property<Integer> RETRIES =
      Property.integer("veritas.retries", 0, 0, 1000, "how often an abort is tried again");
  static final Property<String> NODE =
      Property.text("veritas.node", "NAME", "", "the node to go to first");

  private static final PropertySet ALL =
      new PropertySet("veritas.", List.of(CLUSTER, KEY, COMMIT, TIMEOUT_MS, VERIFY, RETRIES, NODE));

  /**
   * @throws IllegalArgumentException if one is unknown, missing or wrong
   */
  static VeritasProperties read(Properties properties) {
    PropertySet.Values values = ALL.read(properties);
    return new VeritasProperties(
        values.get(CLUSTER),
        values.get(KEY),
        values.get(COMMIT),
        values.get(TIMEOUT_MS),
        values.get(VERIFY),
        values.get(RETRIES),
        values.get(NODE));
  }

  /**
   * The place of {@link #node} among the cluster's nodes.
   *
   * @throws IllegalArgumentException if the cluster has no such node
   */
  int nodeIndex(ClusterConfig config) {
    List<String> names =
        config.nodes().stream().map(ClusterConfig.Member::name).collect(Collectors.toList());
    int index = names.indexOf(node);
    if (index < 0) {
      throw new IllegalArgumentException(
          NODE.name() + " is one of " + String.join(", ", names) + ", not \"" + node + "\"");
    }
    return index;
  }
}
