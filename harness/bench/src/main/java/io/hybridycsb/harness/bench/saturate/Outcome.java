package io.hybridycsb.harness.bench.saturate;

/**
 * What came of offering a rate, in operations of the workload, of which a read-modify-write is one.
 * Latencies count from when an operation should have been sent.
 *
 * @param perSecond operations that were offered
 * @param seconds the counted time
 * @param clients threads that sent them
 * @param answered operations with any outcome
 * @param committed those of them that were committed
 * @param within those of the committed that were within the bound
 * @param meanMs the mean latency of the committed
 * @param firstMedianMs the median latency of the first third of the counted time; 0 if it is not
 *     known
 * @param lastMedianMs as firstMedianMs, of the last third
 */
record Outcome(
    double perSecond,
    double seconds,
    int clients,
    long answered,
    long committed,
    double within,
    double meanMs,
    double firstMedianMs,
    double lastMedianMs) {

  /** Operations that should have been sent in the counted time. */
  double due() {
    return perSecond * seconds;
  }
}
