package io.hybridycsb.harness.cli;

import io.hybridycsb.harness.cli.terminal.PrintingCommand;
import io.hybridycsb.harness.compare.Bounds;
import io.hybridycsb.harness.compare.Comparison;
import io.hybridycsb.harness.compare.ComparisonJson;
import io.hybridycsb.harness.compare.ComparisonTexts;
import java.nio.file.Path;
import java.util.OptionalDouble;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "compare",
    description = {
      // The list of commands shows only the first line.
      "Compare two results of experiments, point by point, and find regressions.",
      "Points belong together whose experiment, system and varied values are the same.",
      "A point is a regression if it succeeded in A and failed in B, or if all of the confidence"
          + " interval of a deciding figure's change is worse than the bound.",
      "The intervals are corrected for the number of deciding figures. One run has none: both"
          + " results need repeats.",
      "Exit status 0 if no regression was found, also if points are undecided; 1 if one was; 2 if"
          + " the two can't be compared."
    })
final class CompareCommand extends PrintingCommand {
  private static final int REGRESSION = 1;

  @Parameters(
      index = "0",
      paramLabel = "A",
      description = {
        "The baseline: a directory of results, as 'hybrid bench' wrote them, or a run.json."
      })
  private Path a;

  @Parameters(index = "1", paramLabel = "B", description = "The candidate, as A.")
  private Path b;

  @Option(
      names = "--bound",
      paramLabel = "PERCENT",
      defaultValue = "10%",
      description = {
        "How much less throughput, and how much more CPU time per committed operation, is no"
            + " regression yet (default: ${DEFAULT-VALUE})."
      })
  private String bound;

  @Option(
      names = "--latency-bound",
      paramLabel = "PERCENT",
      description = {
        "Let latencies decide too, p50 and p99 of reads, updates and transactions, with this bound."
            + " They are only shown otherwise."
      })
  private String latencyBound;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Also write the comparison there, for programs.")
  private Path json;

  @Override
  public Integer call() {
    Bounds bounds =
        new Bounds(
            Bounds.percentOf(bound),
            latencyBound == null
                ? OptionalDouble.empty()
                : OptionalDouble.of(Bounds.percentOf(latencyBound)));
    Comparison comparison = Comparison.read(a, b, bounds);
    say("A: " + a);
    say("B: " + b);
    ComparisonTexts.warnings(comparison).forEach(this::warn);
    ComparisonTexts.lines(comparison).forEach(this::say);
    if (json != null) {
      ComparisonJson.write(json, comparison);
    }
    return comparison.hasRegressions() ? REGRESSION : 0;
  }
}
