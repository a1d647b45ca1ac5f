package io.hybridycsb.ycsb.blockchaindb;

import io.hybridycsb.blockchaindb.client.BlockchainDb.Freshness;
import io.hybridycsb.blockchaindb.client.Requirements;
import io.hybridycsb.settings.Form;
import io.hybridycsb.settings.Property;
import io.hybridycsb.settings.PropertySet;
import io.hybridycsb.verification.AgeLimit;
import io.hybridycsb.verification.StateFile;
import java.nio.file.Path;

/** The properties {@code blockchaindb.*}, as described where they are declared. */
final class BlockchainDbProperties {

  enum Verify {
    OFF,
    /** Each read before it returns. */
    ONLINE,
    /** In the background; failures are told at the end. */
    OFFLINE
  }

  static final Property<Path> CLUSTER =
      Property.requiredFile("blockchaindb.cluster", "the cluster file");

  /** -1 in the pool, 0 in a block, K with K blocks on top. */
  static final Property<Integer> COMMIT =
      Property.of(
          "blockchaindb.commit",
          new Form<>("pool|block|depth:K", BlockchainDbProperties::commit),
          "block",
          "when a write is acknowledged");

  static final Property<Freshness> READ =
      Property.choice("blockchaindb.read", Freshness.SESSION, "what a read waits for");
  static final Property<Verify> VERIFY =
      Property.choice("blockchaindb.verify", Verify.OFF, "when reads are checked");
  static final Property<Integer> VERIFY_DEPTH =
      Property.integer(
          "blockchaindb.verify.depth", 1, 0, 64, "blocks behind the newest that are verified");
  static final Property<String> STATE =
      Property.text("blockchaindb.state", "FILE", "", "where the newest verified blocks are kept");
  static final Property<Integer> AGE_MAX_S =
      Property.integer(
          "blockchaindb.age.max.s",
          0,
          0,
          AgeLimit.SECONDS_MAX,
          "how old the newest block of a verified read may be, in seconds; 0 for no limit");
  static final Property<Integer> TIMEOUT_MS =
      Property.integer("blockchaindb.timeout.ms", 30_000, 100, 600_000, "how long a call may take");
  static final Property<Integer> CONNECTIONS =
      Property.integer("blockchaindb.connections", 2, 1, 64, "connections to each node");

  private static final int DEPTH_MAX = 64;

  static final PropertySet ALL = PropertySet.of("blockchaindb.", BlockchainDbProperties.class);

  private BlockchainDbProperties() {}

  /** What verified reads have to meet. */
  static Requirements requirements(PropertySet.Values values) {
    return new Requirements(
        values.file(STATE).map(StateFile::new), AgeLimit.ofSeconds(values.get(AGE_MAX_S)));
  }

  private static int commit(String text) {
    if (text.equals("pool")) {
      return -1;
    }
    if (text.equals("block")) {
      return 0;
    }
    if (text.startsWith("depth:")) {
      int depth = Integer.parseInt(text.substring("depth:".length()));
      if (depth >= 0 && depth <= DEPTH_MAX) {
        return depth;
      }
    }
    throw new IllegalArgumentException("not a commit mode");
  }
}
