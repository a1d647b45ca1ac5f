package io.hybridycsb.harness.bench.clients;

/** From when to when the counted intervals of one client go, and what it got in them. */
final class ClientSpan {
  private long firstMs = Long.MAX_VALUE;
  private long lastMs = Long.MIN_VALUE;
  private long longestMs;
  private long acknowledged;

  /**
   * Adds an interval.
   *
   * @param startMs since the epoch
   * @param endMs since the epoch
   * @param count acknowledged operations in it
   */
  void add(long startMs, long endMs, long count) {
    firstMs = Math.min(firstMs, startMs);
    lastMs = Math.max(lastMs, endMs);
    longestMs = Math.max(longestMs, endMs - startMs);
    acknowledged += count;
  }

  long firstMs() {
    return firstMs;
  }

  long lastMs() {
    return lastMs;
  }

  long acknowledged() {
    return acknowledged;
  }

  /**
   * The time in which it did them, of a part of the run: its own intervals, which begin and end a
   * little beside the part. But where they leave out more than two intervals of the part, the
   * client began late or ended early, and did nothing in the rest.
   */
  double seconds(long partMs) {
    long ownMs = lastMs - firstMs;
    return (partMs - ownMs > 2 * longestMs ? partMs : ownMs) / 1000.0;
  }

  /** Acknowledged operations per second of that time. */
  double perSecond(long partMs) {
    double seconds = seconds(partMs);
    return seconds > 0 ? acknowledged / seconds : 0;
  }
}
