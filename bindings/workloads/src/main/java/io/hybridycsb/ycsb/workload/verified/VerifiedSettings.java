package io.hybridycsb.ycsb.workload.verified;

import io.hybridycsb.settings.Property;
import io.hybridycsb.settings.PropertySet;
import io.hybridycsb.ycsb.support.ProvableReads;
import java.util.Properties;

/** The properties {@code verified.*}, as described where they are declared. */
final class VerifiedSettings {

  enum Mode {
    /** None: what reads cost without them. Reads of the past are of the newest, too. */
    OFF,
    /** Each read is verified before it returns. */
    ONLINE,
    /** Reads of the newest return at once, and are verified together later. */
    DEFERRED
  }

  static final Property<Integer> PUTS =
      Property.integer("verified.puts", 50, 0, 100, "how many of a hundred operations write");
  static final Property<Integer> HISTORY =
      Property.integer("verified.history", 0, 0, 100, "how many of a hundred read the past");
  static final Property<Mode> PROOFS =
      Property.choice("verified.proofs", Mode.DEFERRED, "when reads are verified");
  static final Property<Integer> DELAY_MS =
      Property.integer("verified.delay.ms", 100, 0, 60_000, "how long proofs are deferred");
  static final Property<Integer> BATCH =
      Property.integer(
          "verified.batch",
          ProvableReads.BATCH_MAX,
          1,
          ProvableReads.BATCH_MAX,
          "how many reads are verified together, at most");
  static final Property<Integer> VERIFIERS =
      Property.integer("verified.verifiers", 4, 1, 64, "threads that verify what was deferred");
  static final Property<Integer> AUDIT_MS =
      Property.integer(
          "verified.audit.ms", 1000, 0, 600_000, "time between two audits; 0 for none");
  static final Property<Integer> PAST_SECONDS =
      Property.integer("verified.past.s", 30, 1, 3_600, "how far back the past is read");
  static final Property<Integer> BYTES =
      Property.integer("verified.bytes", 1000, 1, 1_000_000, "of a record");

  private static final PropertySet ALL = PropertySet.of("verified.", VerifiedSettings.class);

  private VerifiedSettings() {}

  /**
   * @throws IllegalArgumentException if one is unknown or wrong
   */
  static PropertySet.Values read(Properties properties) {
    PropertySet.Values values = ALL.read(properties);
    int puts = values.get(PUTS);
    int history = values.get(HISTORY);
    if (puts + history > 100) {
      throw new IllegalArgumentException(
          "verified.puts and verified.history are together %d of a hundred operations"
              .formatted(puts + history));
    }
    return values;
  }
}
