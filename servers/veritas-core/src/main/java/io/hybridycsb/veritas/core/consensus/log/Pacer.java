package io.hybridycsb.veritas.core.consensus.log;

/**
 * Decides how long to gather before acting: not at all while little comes in, and under load up to
 * a quarter of the time that the answer to the last actions took. Gathering saves work that is done
 * once for each block, vote or fetch; it is worth its latency only when there is something to
 * gather. The measure is how many transactions are expected within that time, from their recent
 * rate. For one thread.
 */
final class Pacer {
  private static final double MEMORY_NANOS_MIN = 50e6;
  private static final double MEMORY_LINGERS = 10;
  private static final double EXPECTED_FOR_FULL_WAIT = 4;
  private static final double PART_OF_ROUND_TRIP = 4;
  private static final double WEIGHT_OF_NEWEST = 0.2;

  private final long lingerNanos;
  private final double memoryNanos;
  private final double sharers;
  private double perNano;
  private double roundTripNanos;
  private long lastNanos;

  /**
   * @param lingerNanos the longest wait, however long answers take
   * @param sharers how many nodes' transactions are counted here
   */
  Pacer(long lingerNanos, int sharers, long nowNanos) {
    this.lingerNanos = lingerNanos;
    this.memoryNanos = Math.max(MEMORY_NANOS_MIN, MEMORY_LINGERS * lingerNanos);
    this.sharers = sharers;
    this.lastNanos = nowNanos;
  }

  /** Says that transactions have come in. */
  void arrived(int transactions, long nowNanos) {
    double elapsed = nowNanos - lastNanos;
    double kept = Math.exp(-elapsed / memoryNanos);
    perNano = perNano * kept + transactions / memoryNanos;
    lastNanos = nowNanos;
  }

  /** Says how long an action took from its beginning until it had its effect here. */
  void took(long nanos) {
    roundTripNanos += WEIGHT_OF_NEWEST * (nanos - roundTripNanos);
  }

  /** How long to gather now. */
  long waitNanos(long nowNanos) {
    double rate = perNano * Math.exp(-(nowNanos - lastNanos) / memoryNanos);
    double longest = Math.min(lingerNanos, roundTripNanos / PART_OF_ROUND_TRIP);
    double expected = rate * longest / sharers;
    double share = (expected - 1) / EXPECTED_FOR_FULL_WAIT;
    return (long) (longest * Math.max(0, Math.min(1, share)));
  }
}
