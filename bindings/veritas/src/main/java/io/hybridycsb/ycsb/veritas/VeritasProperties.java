package io.hybridycsb.ycsb.veritas;

import io.hybridycsb.settings.Property;
import io.hybridycsb.settings.PropertySet;
import io.hybridycsb.tls.TlsFiles;
import io.hybridycsb.verification.AgeLimit;
import io.hybridycsb.veritas.client.ReadLevel;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * The properties {@code veritas.*}, as described where they are declared.
 *
 * @param key the client's private key, PKCS#8 in PEM
 * @param timeoutMs how long an operation may take, trying other nodes included
 * @param verify which reads are checked against the nodes' or validators' signatures
 * @param retries how often an aborted transaction is tried again, each time with a new timestamp
 * @param node the node to which all sessions go first; empty: sessions are spread over the nodes
 * @param state the file that keeps the newest verified block; empty to keep it in memory
 * @param age how old the newest block may be that a verified read is shown
 * @param tls the CA to trust and the client's certificate; without a CA, connections are plain
 */
record VeritasProperties(
    Path cluster,
    Path key,
    Commit commit,
    int timeoutMs,
    ReadLevel reads,
    Verify verify,
    int verifyBatch,
    int retries,
    String node,
    Optional<Path> state,
    AgeLimit age,
    TlsFiles tls) {

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
    PropertySet all =
        new PropertySet(
            "veritas.",
            List.of(
                CLUSTER,
                KEY,
                COMMIT,
                TIMEOUT_MS,
                reads,
                VERIFY,
                VERIFY_BATCH,
                RETRIES,
                NODE,
                STATE,
                AGE_MAX_S,
                TLS_CA,
                TLS_CERTIFICATE,
                TLS_KEY));
    PropertySet.Values values = all.read(properties);
    return new VeritasProperties(
        values.get(CLUSTER),
        values.get(KEY),
        values.get(COMMIT),
        values.get(TIMEOUT_MS),
        values.get(reads),
        values.get(VERIFY),
        values.get(VERIFY_BATCH),
        values.get(RETRIES),
        values.get(NODE),
        values.file(STATE),
        AgeLimit.ofSeconds(values.get(AGE_MAX_S)),
        tls(values));
  }

  private static TlsFiles tls(PropertySet.Values values) {
    Map<String, String> files = new HashMap<>();
    for (Property<String> file : List.of(TLS_CA, TLS_CERTIFICATE, TLS_KEY)) {
      files.put(file.name(), values.get(file));
    }
    return TlsFiles.of("veritas.tls.", files::get);
  }

  /**
   * The place of {@link #node} among the cluster's nodes.
   *
   * @throws IllegalArgumentException if the cluster has no such node
   */
  int nodeIndex(ClusterConfig config) {
    try {
      return config.indexOf(node);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(NODE.name() + ": " + e.getMessage(), e);
    }
  }
}
