package io.hybridycsb.harness.check.linearizability;

import java.util.function.LongSupplier;

/**
 * When a search is given up.
 *
 * @param configurationsMax after so many configurations; each takes some 200 bytes
 * @param deadlineNs at this instant of the clock
 */
record SearchLimits(long configurationsMax, long deadlineNs, LongSupplier clock) {
  private static final int BETWEEN_LOOKS = 64;

  boolean areReached(long configurations) {
    return configurations > configurationsMax
        || (configurations % BETWEEN_LOOKS == 0 && clock.getAsLong() - deadlineNs > 0);
  }
}
