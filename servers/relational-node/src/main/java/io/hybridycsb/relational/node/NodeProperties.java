package io.hybridycsb.relational.node;

import io.hybridycsb.commands.ProcessingTime;
import io.hybridycsb.relational.node.database.DatabaseOptions;
import io.hybridycsb.relational.node.database.Rules;
import io.hybridycsb.relational.node.skip.Skips;
import io.hybridycsb.settings.Form;
import io.hybridycsb.settings.Property;
import io.hybridycsb.settings.SettingNames;
import io.hybridycsb.settings.Settings;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;

/** The properties of every node. */
final class NodeProperties {
  static final Property<String> NAME =
      Property.required("node.name", Form.text("NAME"), "the node's name in cluster.json");
  static final Property<InetSocketAddress> LISTEN =
      Property.required("node.listen", Form.address(), "where clients connect to");
  static final Property<Path> CLUSTER_FILE =
      Property.requiredFile("cluster.file", "cluster.json: who the nodes and the clients are");
  static final Property<Rules.Failure> FAILURE =
      Property.choice(
          "relational.failure",
          Rules.Failure.TRANSACTION,
          "what a failing call undoes: itself, or its block; the same on all nodes");
  static final Property<Integer> TRANSACTION_BYTES_MAX =
      Property.integer(
          "transaction.bytes.max",
          1 << 20,
          1_024,
          16 << 20,
          "bytes of a transaction, at most; the same on all nodes");
  static final Property<Integer> BLOCK_EXECUTION_MS =
      Property.integer(
          "block.execution.ms",
          2_000,
          1,
          60_000,
          "how long a block that this node proposes should take to execute");
  static final Property<Integer> CALLS_MAX =
      Property.integer(
          "client.calls.max",
          10_000,
          1,
          1_000_000,
          "unanswered calls of clients, at most; more are refused");
  static final Property<Long> WAITING_BYTES_MAX =
      Property.number(
          "client.waiting.bytes.max",
          64 << 20,
          1 << 20,
          1L << 40,
          "bytes of transactions that wait for their block, at most; more are refused");
  static final Property<Integer> CONNECTIONS_MAX =
      Property.integer(
          "client.connections.max",
          1_024,
          1,
          1_000_000,
          "connections of clients, at most; a quiet one gives way to one more");
  static final Property<Integer> PROCESSING_MS = ProcessingTime.PROPERTY;
  static final Property<Integer> START_TIMEOUT_MS =
      Property.integer(
          "start.timeout.ms",
          90_000,
          1,
          86_400_000,
          "how long the node may take to catch up when it starts");

  private static final Property<String> URL =
      Property.required(
              "database.url",
              Form.text("jdbc:..."),
              "JDBC address of the node's own PostgreSQL or MariaDB")
          .secret();
  private static final Property<String> USER =
      Property.text("database.user", "NAME", "", "who connects to the database");
  private static final Property<String> PASSWORD =
      Property.text("database.password", "TEXT", "", "that user's password").secret();
  private static final Property<Integer> CONNECTIONS =
      Property.integer("database.connections", 8, 1, 1_000, "connections for reads");
  private static final Property<Integer> TIMEOUT_MS =
      Property.integer(
          "database.timeout.ms",
          30_000,
          1_000,
          400_000,
          "longest wait for a lock, and for a lost database to come back");

  private static final Property<Integer> DEFINITION_TIMEOUT_MS =
      Property.integer(
          "definition.timeout.ms",
          DatabaseOptions.DEFINITION_TIMEOUT_MS,
          1_000,
          86_400_000,
          "longest wait of a definition for those who read its table");

  private static final Property<String> SKIP_DIRECTORY =
      Property.text(
          "skip.directory",
          "DIRECTORY",
          "",
          "decisions on blocks that the node leaves out, one file each; has to be there, none if empty");

  static final Property<String> TLS_CA =
      Property.text("tls.ca", "FILE", "", "whom clients must have a certificate from, PEM");
  static final Property<String> TLS_CERTIFICATE =
      Property.text(
          "tls.certificate", "FILE", "", "what the node shows, PEM; plain connections if empty");
  static final Property<String> TLS_KEY =
      Property.text("tls.key", "FILE", "", "the certificate's private key, PKCS#8 in PEM");

  private NodeProperties() {}

  /** All that a system's nodes have. */
  static SettingNames names(RelationalSystem system) {
    List<Property<?>> all = Property.declaredIn(NodeProperties.class);
    all.addAll(system.properties());
    return new SettingNames(all);
  }

  /**
   * @throws IllegalArgumentException if a value isn't of its form
   */
  static DatabaseOptions database(Settings settings) {
    return new DatabaseOptions(
        settings.get(URL),
        settings.get(USER),
        settings.get(PASSWORD),
        settings.get(CONNECTIONS),
        settings.get(TIMEOUT_MS),
        settings.get(DEFINITION_TIMEOUT_MS));
  }

  /**
   * @throws IllegalArgumentException if a decision is none of this cluster, or there is no such
   *     directory
   */
  static Skips skips(RelationalSystem system, Settings settings, ClusterConfig cluster) {
    String directory = settings.get(SKIP_DIRECTORY);
    return directory.isEmpty()
        ? Skips.none()
        : Skips.read(Path.of(directory), cluster.cluster(), system.skipSigners(cluster));
  }
}
