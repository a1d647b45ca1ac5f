package io.hybridycsb.ycsb.outcome;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import site.ycsb.Status;

/** Writes that depend on what was read, and take effect only if nobody has written meanwhile. */
public final class OptimisticUpdate {
  private OptimisticUpdate() {}

  /**
   * Tries until an attempt isn't ABORTED.
   *
   * @param retries how many attempts may follow the first
   * @param attempt reads the record and writes it
   * @return what the last attempt came to
   */
  public static Status retrying(int retries, Supplier<Status> attempt) {
    Status status = attempt.get();
    for (int retry = 0; retry < retries && status.equals(Statuses.ABORTED); retry++) {
      status = attempt.get();
    }
    return status;
  }

  /** The fields of a record, if there is one, with changes; {@code record} may be used for it. */
  public static Map<String, byte[]> merged(
      Optional<Map<String, byte[]>> record, Map<String, byte[]> changes) {
    Map<String, byte[]> merged = record.orElseGet(HashMap::new);
    merged.putAll(changes);
    return merged;
  }
}
