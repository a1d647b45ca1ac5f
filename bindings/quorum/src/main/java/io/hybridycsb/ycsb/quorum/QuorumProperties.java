package io.hybridycsb.ycsb.quorum;

import io.hybridycsb.quorum.client.Freshness;
import io.hybridycsb.quorum.client.ReadPolicy;
import io.hybridycsb.settings.Property;
import io.hybridycsb.settings.PropertySet;
import io.hybridycsb.verification.AgeLimit;
import java.nio.file.Path;
import java.util.Properties;

/**
 * The properties {@code quorum.*}, as described where they are declared.
 *
 * @param reads what is demanded of reads
 * @param retries how often an update is tried again when another write came in between
 */
record QuorumProperties(Path cluster, ReadPolicy reads, Verify verify, int retries, int timeoutMs) {

  enum Verify {
    OFF,
    /** Each read before it returns. */
    ONLINE
  }

  static final Property<Path> CLUSTER = Property.requiredFile("quorum.cluster", "the cluster file");
  static final Property<Freshness> READ =
      Property.choice("quorum.read", Freshness.SESSION, "what a read waits for");
  static final Property<Verify> VERIFY =
      Property.choice("quorum.verify", Verify.OFF, "when reads are checked");
  static final Property<String> STATE =
      Property.text("quorum.state", "FILE", "", "where the newest verified block is kept");
  static final Property<Integer> AGE_MAX_S =
      Property.integer(
          "quorum.age.max.s",
          0,
          0,
          AgeLimit.SECONDS_MAX,
          "how old the newest block of a verified read may be, in seconds; 0 for no limit");
  static final Property<Integer> RETRIES =
      Property.integer(
          "quorum.retries", 3, 0, 1000, "how often an update that lost is tried again");
  static final Property<Integer> TIMEOUT_MS =
      Property.integer("quorum.timeout.ms", 30_000, 100, 600_000, "how long a call may take");

  private static final PropertySet ALL = PropertySet.of("quorum.", QuorumProperties.class);

  /**
   * @throws IllegalArgumentException if one is unknown, missing or wrong
   */
  static QuorumProperties read(Properties properties) {
    PropertySet.Values values = ALL.read(properties);
    return new QuorumProperties(
        values.get(CLUSTER),
        new ReadPolicy(
            values.get(READ), values.file(STATE), AgeLimit.ofSeconds(values.get(AGE_MAX_S))),
        values.get(VERIFY),
        values.get(RETRIES),
        values.get(TIMEOUT_MS));
  }
}
