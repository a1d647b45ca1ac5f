package io.hybridycsb.harness.bench.hosts;

import java.util.Collection;
import java.util.Comparator;

/**
 * By how much a host's clock is ahead of this machine's.
 *
 * @param ms the offset; negative if it is behind
 * @param uncertaintyMs by how much the true one may be another
 */
record ClockOffset(double ms, double uncertaintyMs) {
  private static final double NANOS_PER_MS = 1e6;

  /**
   * A question for a host's time, in nanoseconds since the epoch.
   *
   * @param asked by this machine's clock
   * @param told by the host's clock, at some moment between the others
   * @param answered by this machine's clock
   */
  record RoundTrip(long asked, long told, long answered) {
    private long nanos() {
      return answered - asked;
    }

    private ClockOffset offset() {
      double half = nanos() / 2.0;
      return new ClockOffset((told - asked - half) / NANOS_PER_MS, half / NANOS_PER_MS);
    }
  }

  /** By the quickest of some questions, whose answer is the least uncertain. */
  static ClockOffset of(Collection<RoundTrip> trips) {
    return trips.stream().min(Comparator.comparingLong(RoundTrip::nanos)).orElseThrow().offset();
  }

  /** The mean of this and a later one, uncertain by what lies between them as well. */
  ClockOffset until(ClockOffset later) {
    return new ClockOffset(
        (ms + later.ms) / 2,
        Math.max(uncertaintyMs, later.uncertaintyMs) + Math.abs(later.ms - ms) / 2);
  }

  /** Whether it may be more than this, ahead or behind. */
  boolean mayExceed(double msMax) {
    return Math.abs(ms) + uncertaintyMs > msMax;
  }
}
