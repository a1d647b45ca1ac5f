package io.hybridycsb.harness.results.runs;

import io.hybridycsb.harness.results.RunResult.Phase;
import io.hybridycsb.harness.results.YcsbReport;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The rate at which a run's operations were to be sent, and the rate of those that were
 * acknowledged.
 *
 * @param acknowledgedPerSecond in operations as a target counts them: a read-modify-write is one
 */
public record OfferedRate(double perSecond, double acknowledgedPerSecond) {
  private static final double SHARE_MIN = 0.99;

  /** Empty if there was no target. */
  static Optional<OfferedRate> of(String target, Optional<Phase> run) {
    OptionalDouble offered = Dimension.number(target);
    return offered.isEmpty()
        ? Optional.empty()
        : run.filter(phase -> phase.seconds() > 0)
            .map(
                phase ->
                    new OfferedRate(
                        offered.getAsDouble(),
                        (phase.acknowledged() - twice(phase)) / phase.seconds()));
  }

  /** Operations that are counted as a read and an update. */
  private static long twice(Phase phase) {
    return phase.operations().entrySet().stream()
        .filter(operations -> operations.getKey().equals(YcsbReport.READ_MODIFY_WRITE))
        .flatMap(operations -> operations.getValue().statuses().values().stream())
        .mapToLong(Long::longValue)
        .sum();
  }

  /** Whether less than 99 % of what was offered was acknowledged. */
  public boolean isMissed() {
    return acknowledgedPerSecond < SHARE_MIN * perSecond;
  }
}
