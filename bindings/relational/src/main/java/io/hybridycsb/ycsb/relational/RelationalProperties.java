package io.hybridycsb.ycsb.relational;

import io.hybridycsb.relational.client.ClientOptions;
import io.hybridycsb.relational.client.ClientOptions.ReadLevel;
import io.hybridycsb.settings.Form;
import io.hybridycsb.settings.Property;
import io.hybridycsb.settings.PropertySet;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;

/**
 * The properties {@code relational.*}, as described where they are declared.
 *
 * @param key the client's private key, PKCS#8 in PEM
 */
record RelationalProperties(ClientOptions client, Path key, Commit commit) {

  enum Commit {
    /** When it is in the chain, and executed on the node asked. */
    SYNC,
    /** When the node has accepted it; it may still abort, or never come into the chain. */
    ASYNC
  }

  static final Property<List<String>> NODES =
      Property.requiredAddresses("relational.nodes", "where the nodes listen for clients");
  static final Property<String> CLUSTER =
      Property.required(
          "relational.cluster", Form.text("NAME"), "the cluster's name, which is signed, too");
  static final Property<Path> KEY =
      Property.requiredFile("relational.key", "the client's private key");
  static final Property<Commit> COMMIT =
      Property.choice("relational.commit", Commit.SYNC, "when a write is acknowledged");
  static final Property<ReadLevel> READ =
      Property.choice("relational.read", ReadLevel.LOCAL, "how fresh the answer to a read is");
  static final Property<Integer> TIMEOUT_MS =
      Property.integer(
          "relational.timeout.ms", 10_000, 100, 600_000, "how long an operation may take");

  static final Property<Integer> BATCH =
      Property.integer(
          "relational.batch",
          256,
          1,
          ClientOptions.BATCH_MAX,
          "writes of all threads in one transaction of the chain, at most");

  private static final PropertySet ALL = PropertySet.of("relational.", RelationalProperties.class);

  /**
   * @throws IllegalArgumentException if one is unknown, missing or wrong
   */
  static RelationalProperties read(Properties properties) {
    PropertySet.Values values = ALL.read(properties);
    return new RelationalProperties(
        new ClientOptions(
            values.get(NODES),
            values.get(CLUSTER),
            values.get(TIMEOUT_MS),
            values.get(READ),
            values.get(BATCH)),
        values.get(KEY),
        values.get(COMMIT));
  }
}
