package io.hybridycsb.harness.cli.cluster;

/** Time since its start. */
final class Stopwatch {
  private final long startNanos = System.nanoTime();

  private Stopwatch() {}

  static Stopwatch started() {
    return new Stopwatch();
  }

  double seconds() {
    return (System.nanoTime() - startNanos) / 1e9;
  }
}
