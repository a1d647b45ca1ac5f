package io.hybridycsb.harness.check.history;

import java.util.Set;

/**
 * What a write's status tells of its effect. Servers' counts, audits and histories are all judged
 * by it. The bindings' {@code Statuses} has the same set.
 */
public final class WriteEffect {
  /**
   * Aborted; refused, as it can't be carried out, isn't allowed or isn't known to the system; of a
   * record that isn't there; or not taken by any server.
   */
  private static final Set<String> NONE =
      Set.of(
          "ABORTED",
          "BAD_REQUEST",
          "FORBIDDEN",
          "NOT_FOUND",
          "NOT_IMPLEMENTED",
          "SERVICE_UNAVAILABLE");

  private WriteEffect() {}

  /** Whether a write with this status has had no effect and never will. */
  public static boolean isNone(String status) {
    return NONE.contains(status);
  }

  /** Whether nobody knows if a write with this status has an effect: UNKNOWN, ERROR, ... */
  public static boolean isUnknown(String status) {
    return !status.equals("OK") && !isNone(status);
  }
}
