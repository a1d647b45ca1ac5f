package io.hybridycsb.harness.bench.told;

import io.hybridycsb.harness.bench.plan.RunSettings;
import io.hybridycsb.harness.bench.steady.CountedPart;
import io.hybridycsb.harness.cluster.Progress;
import java.util.Locale;
import java.util.Optional;

/** Says how far a run has come. */
public final class RunLines {
  private final RunSettings run;
  private final Optional<CountedPart> part;
  private final RateLines lines;

  /**
   * @param part which part of it counts; empty if all does
   */
  public RunLines(RunSettings run, Optional<CountedPart> part, Progress progress) {
    this.run = run;
    this.part = part;
    this.lines = new RateLines(progress);
  }

  /** Takes how many operations are done so far, about once a second. */
  public void look(long done) {
    lines.look(done, (second, perSecond) -> text(done, second, perSecond));
  }

  private String text(long done, double second, double perSecond) {
    if (part.isEmpty() && run.length().seconds() == 0 && !run.isTrace()) {
      return RateLines.of(done, run.length().operations(), "operations", perSecond);
    }
    return String.format(
        Locale.ROOT,
        "%.0f s: %,.0f operations/s%s",
        second,
        perSecond,
        part.map(counted -> ", " + counted.inWords()).orElse(""));
  }
}
