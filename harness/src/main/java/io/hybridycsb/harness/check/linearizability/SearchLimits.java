package io.hybridycsb.harness.check.linearizability;

import java.util.function.LongSupplier;

/**
 * The limits of a search.
 *
 * @param configurationsMax each takes some 200 bytes
 * @param deadlineNs the clock's instant at which it ends
 */
record SearchLimits(long configurationsMax, long deadlineNs, LongSupplier clock) {
  private static final int BETWEEN_LOOKS = 64;

  boolean areReached(long configurations) {
    return configurations > configurationsMax
        || (configurations % BETWEEN_LOOKS == 0 && clock.getAsLong() - deadlineNs > 0);
  }
}
