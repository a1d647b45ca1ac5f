package io.hybridycsb.harness.bench;

import io.hybridycsb.harness.results.RunResult.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;

/** What a reader of a result must know. */
final class Warnings {
  /** Of the cores' time: beyond it, the clients are what is measured. */
  private static final double CLIENTS_BUSY = 0.7;

  /** Commit modes in which an acknowledged write can still come to nothing. */
  private static final Set<String> ACCEPTING = Set.of("async", "pool");

  private Warnings() {}

  /** What the costs of a run leave out in which these processes were killed. */
  static Optional<String> ofKilled(Set<String> processes) {
    return processes.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "CPU time and bytes written are without those of what was killed: "
                + String.join(", ", new TreeSet<>(processes)));
  }

  /** Whether a write that was acknowledged in this mode may not have been committed yet. */
  static boolean isAccepting(String commitMode) {
    return ACCEPTING.contains(commitMode);
  }

  /**
   * @param clientCores how many cores the clients kept busy, on average
   */
  static List<String> of(Phase phase, String commitMode, double clientCores, int cores) {
    List<String> warnings = new ArrayList<>();
    SortedMap<String, Long> uncommitted = Phases.uncommitted(phase);
    uncommitted.remove("ABORTED");
    if (!uncommitted.isEmpty()) {
      warnings.add("operations without a known and good end: " + uncommitted);
    }
    if (isAccepting(commitMode)) {
      warnings.add(
          "commit mode %s: writes count that were accepted, and may have come to nothing"
              .formatted(commitMode));
    }
    if (clientCores > CLIENTS_BUSY * cores) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "the clients took %.1f of %d cores: they may be what limits the throughput",
              clientCores,
              cores));
    }
    return warnings;
  }
}
