package io.hybridycsb.harness.results.runs;

import io.hybridycsb.harness.results.Spread;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/** One system at one combination of varied settings, with all its repeats. */
public record MeasuredPoint(String system, Map<String, String> varied, List<MeasuredRun> runs) {
  /** Whether a system's operations cost what they always will, when they began to be counted. */
  public enum Steadiness {
    STEADY("steady"),
    NOT_STEADY("not steady"),
    /**
     * The warm-up had a given length, was too short to tell, or there was none that is known of.
     */
    UNKNOWN("not known");

    private final String words;

    Steadiness(String words) {
      this.words = words;
    }

    /** For readers. */
    public String words() {
      return words;
    }
  }

  /** Its value of a setting; empty if it hasn't got it. */
  public String at(Dimension dimension) {
    return varied.getOrDefault(dimension.name(), "");
  }

  /** The runs whose numbers count, by repeat; the others are listed, never drawn. */
  public List<MeasuredRun> counted() {
    return runs.stream()
        .filter(MeasuredRun::counts)
        .sorted(Comparator.comparingInt(run -> run.result().identity().repeat()))
        .toList();
  }

  /** A metric's number, with its repeats; empty if no run that counts has it. */
  public Optional<PointValue> value(Metric metric) {
    OptionalDouble value = metric.ofPoint().apply(this);
    return value.isEmpty()
        ? Optional.empty()
        : spread(metric).map(repeats -> new PointValue(value.getAsDouble(), repeats));
  }

  /** A metric over the runs that count; empty if none has it. */
  public Optional<Spread> spread(Metric metric) {
    return spread(metric.of());
  }

  /** A number over the runs that count; empty if none has it. */
  public Optional<Spread> spread(Function<MeasuredRun, OptionalDouble> number) {
    List<Double> values = new ArrayList<>();
    counted().forEach(run -> number.apply(run).ifPresent(values::add));
    return Spread.of(values);
  }

  /** Steady if all runs that count were, not steady if one wasn't. */
  public Steadiness steadiness() {
    Set<Steadiness> all =
        counted().stream().map(MeasuredRun::steadiness).collect(Collectors.toSet());
    return all.contains(Steadiness.NOT_STEADY)
        ? Steadiness.NOT_STEADY
        : all.size() == 1 ? all.iterator().next() : Steadiness.UNKNOWN;
  }

  /** The latencies of all runs that count, as one distribution. */
  public Optional<Histogram> latencies() {
    return merged(MeasuredRun::latencies);
  }

  /** As {@link #latencies()}, of these kinds of operations alone. */
  public Optional<Histogram> latencies(Side side) {
    return merged(run -> run.latencies(side));
  }

  private Optional<Histogram> merged(Function<MeasuredRun, Optional<Histogram>> ofRun) {
    return Histograms.merged(counted().stream().map(ofRun).flatMap(Optional::stream).toList());
  }

  /** What its operations do. */
  public Work work() {
    return Work.of(runs.get(0));
  }

  /** Whether a run that counts committed less than was offered. */
  public boolean missesOffered() {
    return counted().stream().anyMatch(MeasuredRun::missesOffered);
  }
}
