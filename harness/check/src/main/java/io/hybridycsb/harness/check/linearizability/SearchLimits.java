package io.hybridycsb.harness.check.linearizability;

import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The limits of a search.
 *
 * @param configurationsMax how many it may remember
 * @param bytesMax how many bytes these may take, as estimated
 * @param deadlineNs the clock's instant at which it ends
 */
record SearchLimits(long configurationsMax, long bytesMax, long deadlineNs, LongSupplier clock) {
  private static final int BETWEEN_LOOKS = 64;

  /** The limit that is reached; empty if none is. */
  Optional<SearchResult> reached(long configurations, long bytes) {
    if (configurations > configurationsMax) {
      return Optional.of(SearchResult.OUT_OF_CONFIGURATIONS);
    }
    if (bytes > bytesMax) {
      return Optional.of(SearchResult.OUT_OF_MEMORY);
    }
    return configurations % BETWEEN_LOOKS == 0 && clock.getAsLong() - deadlineNs > 0
        ? Optional.of(SearchResult.OUT_OF_TIME)
        : Optional.empty();
  }
}
