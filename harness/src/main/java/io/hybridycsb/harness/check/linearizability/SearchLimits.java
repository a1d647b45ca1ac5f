package io.hybridycsb.harness.check.linearizability;

/**
 * The limits of a search.
 *
 * @param configurationsMax each takes some 200 bytes
 * @param deadlineNs the instant of {@link System#nanoTime} at which it ends
 */
record SearchLimits(long configurationsMax, long deadlineNs) {
  private static final int BETWEEN_LOOKS = 64;

  boolean areReached(long configurations) {
    return configurations > configurationsMax
        || (configurations % BETWEEN_LOOKS == 0 && System.nanoTime() - deadlineNs > 0);
  }
}
