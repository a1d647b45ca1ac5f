package io.hybridycsb.ycsb.bigchaindb;

import io.hybridycsb.settings.Property;
import io.hybridycsb.settings.PropertySet;
import java.util.List;
import java.util.Locale;

/** The properties {@code bigchaindb.*}, as described where they are declared. */
final class BigchainDbProperties {

  enum Mode {
    /** When it has found it valid and handed it to Tendermint. */
    ASYNC,
    /** When it is in the mempool of the node asked. */
    SYNC,
    /** When it is in a block, and the node asked has executed that. */
    COMMIT;

    /** What the server calls it. */
    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  enum Mapping {
    /** An insert makes an asset; an update hands it on, with the new record. */
    TRANSFER,
    /** Every write makes an asset, with the fields that it was given. */
    CREATE
  }

  static final Property<List<String>> ENDPOINTS =
      Property.requiredAddresses("bigchaindb.endpoints", "where the nodes answer HTTP");
  static final Property<Mode> MODE =
      Property.choice("bigchaindb.mode", Mode.COMMIT, "when a write is acknowledged");
  static final Property<Mapping> MAPPING =
      Property.choice("bigchaindb.mapping", Mapping.TRANSFER, "how records become transactions");
  static final Property<String> SEED =
      Property.text("bigchaindb.seed", "TEXT", "hybrid-ycsb", "what key pairs are derived from")
          .secret();
  static final Property<Integer> RETRIES =
      Property.integer(
          "bigchaindb.retries", 3, 0, 1000, "how often an update that lost is tried again");
  static final Property<Integer> TIMEOUT_MS =
      Property.integer(
          "bigchaindb.timeout.ms", 30_000, 100, 600_000, "how long an outcome is waited for");
  static final Property<Boolean> CONFIRM =
      Property.flag("bigchaindb.confirm", true, "whether a commit is looked up before it counts");

  static final PropertySet ALL = PropertySet.of("bigchaindb.", BigchainDbProperties.class);

  private BigchainDbProperties() {}
}
