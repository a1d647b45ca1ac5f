package io.hybridycsb.harness.bench.clients;

/** From when to when the counted intervals of one client go, and what it got in them. */
final class ClientSpan {
  private long firstMs = Long.MAX_VALUE;
  private long lastMs = Long.MIN_VALUE;
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

  double seconds() {
    return (lastMs - firstMs) / 1000.0;
  }

  /** Acknowledged operations per second of the client's own time. */
  double perSecond() {
    return seconds() > 0 ? acknowledged / seconds() : 0;
  }
}
