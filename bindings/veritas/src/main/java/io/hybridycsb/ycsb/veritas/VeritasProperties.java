package io.hybridycsb.ycsb.veritas;

import io.hybridycsb.settings.Property;
import io.hybridycsb.settings.PropertySet;
import io.hybridycsb.tls.TlsFiles;
import io.hybridycsb.verification.AgeLimit;
import io.hybridycsb.veritas.client.ClientOptions;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.model.ReadLevel;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Properties;

/**
 * The properties {@code veritas.*}, as described where they are declared.
 *
 * @param client what they say of the client
 */
record VeritasProperties(PropertySet.Values values, ClientOptions client) {

  enum Commit {
    /** When it is decided, and applied on the node asked. */
    SYNC,
    /** When the node has accepted it; it may still abort. */
    ASYNC
  }

  enum Verify {
    OFF,
    /** Each read of one record, before it answers. */
    READ,
    /** Reads of single records, many together, after they have answered. */
    BATCH
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
  static final Property<Integer> VERIFY_BATCH =
      Property.integer("veritas.verify.batch", 32, 1, 1000, "how many reads are verified together");
  static final Property<Integer> RETRIES =
      Property.integer("veritas.retries", 0, 0, 1000, "how often an abort is tried again");
  static final Property<String> NODE =
      Property.text("veritas.node", "NAME", "", "the node to go to first");
  static final Property<String> STATE =
      Property.text("veritas.state", "FILE", "", "where the newest verified block is kept");
  static final Property<Integer> AGE_MAX_S =
      Property.integer(
          "veritas.age.max.s",
          0,
          0,
          AgeLimit.SECONDS_MAX,
          "how old the newest block may be that a verified read is shown; 0: of any age");
  static final Property<String> TLS_CA =
      Property.text("veritas.tls.ca", "FILE", "", "the CA of the nodes, PEM; given: TLS");
  static final Property<String> TLS_CERTIFICATE =
      Property.text("veritas.tls.certificate", "FILE", "", "the client's certificate, PEM");
  static final Property<String> TLS_KEY =
      Property.text("veritas.tls.key", "FILE", "", "the certificate's key, PKCS#8 in PEM");

  /**
   * @param defaultReads how fresh reads are by default
   * @throws IllegalArgumentException if one is unknown, missing or wrong
   */
  static VeritasProperties read(Properties properties, ReadLevel defaultReads) {
    Property<ReadLevel> reads =
        Property.choice("veritas.read", defaultReads, "how fresh the answer to a read is");
    PropertySet.Values values =
        PropertySet.of("veritas.", VeritasProperties.class).with(reads).read(properties);
    return new VeritasProperties(
        values,
        ClientOptions.DEFAULT
            .withTimeoutMs(values.get(TIMEOUT_MS))
            .withReads(values.get(reads))
            .withState(values.file(STATE))
            .withAge(AgeLimit.ofSeconds(values.get(AGE_MAX_S)))
            .withTls(tls(values)));
  }

  private static TlsFiles tls(PropertySet.Values values) {
    Map<String, String> files = new HashMap<>();
    for (Property<String> file : List.of(TLS_CA, TLS_CERTIFICATE, TLS_KEY)) {
      files.put(file.name(), values.get(file));
    }
    return TlsFiles.of("veritas.tls.", files::get);
  }

  <T> T get(Property<T> property) {
    return values.get(property);
  }

  /**
   * The node to which all sessions go first, by its place in the cluster; empty if they are spread.
   *
   * @throws IllegalArgumentException if the cluster has no such node
   */
  OptionalInt firstNode(ClusterConfig cluster) {
    String node = get(NODE);
    try {
      return node.isEmpty() ? OptionalInt.empty() : OptionalInt.of(cluster.indexOf(node));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(NODE.name() + ": " + e.getMessage(), e);
    }
  }
}
