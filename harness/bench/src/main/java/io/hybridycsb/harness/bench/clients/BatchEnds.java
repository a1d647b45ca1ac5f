package io.hybridycsb.harness.bench.clients;

/**
 * When operations that are handed over together ended. All of a batch end at once, so that a rate
 * goes from the end of one batch to that of another: what ended first was begun before.
 */
final class BatchEnds {
  private long firstMs = Long.MAX_VALUE;
  private long lastMs = Long.MIN_VALUE;
  private long first;
  private long all;

  /**
   * Adds an interval.
   *
   * @param endMs since the epoch
   * @param acknowledged operations in it
   */
  void add(long endMs, long acknowledged) {
    if (acknowledged == 0) {
      return;
    }
    if (endMs < firstMs) {
      firstMs = endMs;
      first = 0;
    }
    first += endMs == firstMs ? acknowledged : 0;
    lastMs = Math.max(lastMs, endMs);
    all += acknowledged;
  }

  /**
   * The time that the rate of all is of: divided by it, all have the rate of those after the first;
   * 0 if all ended at once.
   */
  double seconds() {
    return all == first ? 0 : (lastMs - firstMs) / 1000.0 * all / (all - first);
  }
}
