package io.hybridycsb.harness.bench.saturate;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.bench.clients.Phases;
import io.hybridycsb.harness.results.Counters;
import io.hybridycsb.harness.results.RunResult;
import io.hybridycsb.harness.results.runs.Histograms;
import io.hybridycsb.harness.results.runs.MeasuredRun;
import io.hybridycsb.harness.results.runs.RunLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import org.HdrHistogram.Histogram;

/**
 * What came of offering a rate in one run.
 *
 * @param repeat 1, or 2 where the run was to confirm that the rate is held
 * @param committedPerSecond operations of the workload, of which a read-modify-write is one
 * @param withinPercent how much of what was due was committed within the bound, with nothing
 *     excused that may have been under way
 * @param p50Ms of all committed operations, from when each should have been sent
 * @param p99Ms as p50; the longest, if there are fewer than 100
 * @param notHeld why the rate was not held; empty if it was
 * @param reservation what a rate that was held leaves open; empty if nothing
 */
@JsonPropertyOrder({
  "offeredPerSecond",
  "repeat",
  "committedPerSecond",
  "withinPercent",
  "p50Ms",
  "p99Ms",
  "held",
  "notHeld"
})
public record Step(
    long offeredPerSecond,
    int repeat,
    double committedPerSecond,
    double withinPercent,
    double p50Ms,
    double p99Ms,
    String notHeld,
    @JsonIgnore String reservation) {
  private static final double MEDIAN = 50;
  private static final double P99 = 99;
  private static final double US_PER_MS = 1000;

  /**
   * Reads a run that has succeeded.
   *
   * @param directory of its result
   */
  public static Step read(Path directory, long offeredPerSecond, Bound bound) {
    MeasuredRun run = RunLoader.load(List.of(directory)).runs().get(0);
    RunResult result = run.result();
    RunResult.Phase phase = result.run().orElseThrow();
    Histogram latencies =
        run.latencies()
            .filter(histogram -> histogram.getTotalCount() > 0)
            .orElseThrow(() -> new HarnessException("no latencies in %s".formatted(run.file())));
    long committed = Phases.committed(phase);
    double shareWithin =
        latencies.getPercentileAtOrBelowValue(Math.round(bound.p99Ms() * US_PER_MS)) / 100;
    SortedMap<String, Double> counters = result.observed().counters();
    Bound.Outcome outcome =
        new Bound.Outcome(
            offeredPerSecond,
            phase.seconds(),
            result.setup().settings().threads(),
            Phases.done(phase),
            committed,
            committed * shareWithin,
            latencies.getMean() / US_PER_MS,
            new Bound.Medians(
                counters.getOrDefault(Counters.FIRST_THIRD, 0.0),
                counters.getOrDefault(Counters.LAST_THIRD, 0.0)));
    return new Step(
        offeredPerSecond,
        result.identity().repeat(),
        Phases.committedPerSecond(phase),
        100 * bound.within(outcome),
        Histograms.percentileMs(latencies, MEDIAN),
        Histograms.percentileMs(latencies, P99),
        bound.reasonAgainst(outcome),
        bound.reservation(outcome));
  }

  /** Whether the rate was held. */
  @JsonProperty
  public boolean held() {
    return notHeld.isEmpty();
  }

  /** What was measured and what it means, in a line. */
  public String inWords() {
    return String.format(
        Locale.ROOT,
        "%,d/s offered, %,.0f/s committed, p50 %s, p99 %s: %s",
        offeredPerSecond,
        committedPerSecond,
        Bound.ms(p50Ms),
        Bound.ms(p99Ms),
        !held() ? "not held, " + notHeld : reservation.isEmpty() ? "held" : "held, " + reservation);
  }
}
