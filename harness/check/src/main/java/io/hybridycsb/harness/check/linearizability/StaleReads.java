package io.hybridycsb.harness.check.linearizability;

import io.hybridycsb.harness.check.history.Operation.Kind;

/**
 * Counts reads that show a field's old value although a later write had been acknowledged before
 * the read began. The count is only for information: a history may violate a model without stale
 * reads, or in further ways.
 *
 * @param reads that found a record or none
 * @param stale the stale ones among them
 * @param oldestNs the longest time since such a value had been replaced
 */
public record StaleReads(long reads, long stale, long oldestNs) {
  public static final StaleReads NONE = new StaleReads(0, 0, 0);

  public StaleReads plus(StaleReads other) {
    return new StaleReads(
        reads + other.reads, stale + other.stale, Math.max(oldestNs, other.oldestNs));
  }

  public static StaleReads of(KeyHistory key) {
    Windows windows = key.windows();
    long reads = 0;
    long stale = 0;
    long oldest = 0;
    for (Move move : key.moves()) {
      if (move.operation().kind() == Kind.READ) {
        reads++;
        long replacedNs = windows.to(move);
        long ageNs = replacedNs < move.invokedNs() ? move.invokedNs() - replacedNs : 0;
        stale += ageNs > 0 ? 1 : 0;
        oldest = Math.max(oldest, ageNs);
      }
    }
    return new StaleReads(reads, stale, oldest);
  }
}
