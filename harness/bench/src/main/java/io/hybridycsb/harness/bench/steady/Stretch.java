package io.hybridycsb.harness.bench.steady;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * A stretch of a run's time.
 *
 * @param operations with any outcome
 * @param cpuSeconds of all processes, clients included
 */
public record Stretch(double seconds, long operations, double cpuSeconds) {
  double perSecond() {
    return operations / seconds;
  }

  double cpuMsPerOperation() {
    return cpuSeconds * 1000 / operations;
  }

  /** The relative standard error of the throughput over several stretches; 0 if unknown. */
  static double throughputError(List<Stretch> stretches) {
    return error(stretches, Stretch::operations, Stretch::seconds);
  }

  /** The relative standard error of the CPU time per operation; 0 if unknown. */
  static double costError(List<Stretch> stretches) {
    return error(stretches, Stretch::cpuSeconds, Stretch::operations);
  }

  /**
   * The relative standard error of a ratio of sums (Cochran, Sampling Techniques, section 6.4), as
   * if what is over and under in each stretch were independent.
   */
  private static double error(
      List<Stretch> stretches, ToDoubleFunction<Stretch> what, ToDoubleFunction<Stretch> per) {
    int n = stretches.size();
    double sum = stretches.stream().mapToDouble(what).sum();
    double ratio = sum / stretches.stream().mapToDouble(per).sum();
    if (n < 2 || !(sum > 0) || !Double.isFinite(ratio)) {
      return 0;
    }
    double squares = 0;
    for (Stretch one : stretches) {
      double over = what.applyAsDouble(one) - ratio * per.applyAsDouble(one);
      squares += over * over;
    }
    return Math.sqrt(squares * n / (n - 1)) / sum;
  }
}
