package io.hybridycsb.ycsb.fabric;

import io.hybridycsb.settings.Form;
import io.hybridycsb.settings.Property;
import io.hybridycsb.settings.PropertySet;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;

/** The properties {@code fabric.*}, as described where they are declared. */
final class FabricProperties {

  enum Commit {
    /** When it is committed on the peer asked. */
    SYNC,
    /** When an orderer has accepted it; it may still be invalid. */
    ASYNC
  }

  static final Property<List<String>> PEERS =
      Property.requiredAddresses("fabric.peers", "the peers to go to");
  static final Property<String> TLS_CA =
      Property.text("fabric.tls.ca", "FILE", "", "who vouches for the peers' TLS; none: no TLS");
  static final Property<String> CHANNEL =
      Property.text("fabric.channel", "NAME", "ycsb", "the channel");
  static final Property<String> CHAINCODE =
      Property.text("fabric.chaincode", "NAME", "kv", "the chaincode");
  static final Property<String> MSP =
      Property.required("fabric.msp", Form.text("NAME"), "the client's organisation");
  static final Property<Path> CERTIFICATE =
      Property.requiredFile("fabric.cert", "the client's certificate");
  static final Property<Path> KEY = Property.requiredFile("fabric.key", "the client's private key");
  static final Property<Commit> COMMIT =
      Property.choice("fabric.commit", Commit.SYNC, "when a write is acknowledged");
  static final Property<Integer> TIMEOUT_MS =
      Property.integer(
          "fabric.timeout.ms", 10_000, 1, 600_000, "how long a read or an endorsement may take");
  static final Property<Integer> COMMIT_TIMEOUT_MS =
      Property.integer(
          "fabric.commit.timeout.ms", 5_000, 1, 600_000, "how long a commit is awaited");
  static final Property<Integer> CONNECT_TIMEOUT_MS =
      Property.integer(
          "fabric.connect.timeout.ms", 30_000, 1, 600_000, "how long peers may take to be ready");
  static final Property<Integer> CONNECTIONS =
      Property.integer("fabric.connections", 2, 1, 64, "connections to each peer");
  static final Property<Integer> CONCURRENCY =
      Property.integer(
          "fabric.concurrency", 400, 1, 100_000, "calls to each peer at a time, at most");
  static final Property<Integer> RETRIES =
      Property.integer("fabric.retries", 0, 0, 1000, "how often an abort is tried again");
  static final Property<Boolean> PHASES =
      Property.flag("fabric.phases", false, "whether phases of transactions are measured");
  static final Property<String> ORDERER =
      Property.text("fabric.orderer", "HOST:PORT", "", "whose blocks fabric.phases needs");
  static final Property<String> ORDERER_TLS_CA =
      Property.text("fabric.orderer.tls.ca", "FILE", "", "who vouches for its TLS; none: no TLS");

  private static final PropertySet ALL = PropertySet.of("fabric.", FabricProperties.class);

  private FabricProperties() {}

  /**
   * Reads them.
   *
   * @throws IllegalArgumentException if one is unknown, missing or wrong
   */
  static PropertySet.Values read(Properties properties) {
    PropertySet.Values values = ALL.read(properties);
    if (values.get(PHASES)) {
      requirePhases(values);
    }
    return values;
  }

  private static void requirePhases(PropertySet.Values values) {
    String orderer = values.get(ORDERER);
    if (!orderer.matches("\\S+:[0-9]{1,5}")) {
      throw new IllegalArgumentException(
          "fabric.phases=true needs fabric.orderer=HOST:PORT, not \"%s\"".formatted(orderer));
    }
    if (values.get(COMMIT) == Commit.ASYNC) {
      throw new IllegalArgumentException(
          "fabric.phases=true needs fabric.commit=sync: nobody waits for the last phase otherwise");
    }
  }
}
