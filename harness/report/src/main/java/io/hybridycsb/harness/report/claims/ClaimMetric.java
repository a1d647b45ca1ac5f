package io.hybridycsb.harness.report.claims;

import io.hybridycsb.harness.report.figures.ExperimentFigures;
import io.hybridycsb.harness.results.Counters;
import io.hybridycsb.harness.results.RunResult.Phase;
import io.hybridycsb.harness.results.runs.MeasuredRun;
import io.hybridycsb.harness.results.runs.Metric;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * What a claim is about.
 *
 * @param name as claims have it
 */
record ClaimMetric(String name, Metric metric, Kind kind) {
  /** What Linux counts a process's CPU time in. */
  private static final double CPU_TICK_MS = 10;

  /** The least share of a value that is told apart: histograms have three digits. */
  private static final double SHARE = 0.001;

  /** Of what is counted exactly. */
  private static final double FINEST = 1e-9;

  /** Kinds of metrics. */
  enum Kind {
    RATE,
    LATENCY,
    COST,
    ABORTS,
    /** How many times the baseline's time an operation takes. */
    OVERHEAD,
    /** A counter of what depends on time. */
    TIMED_COUNTER,
    /** A counter of things, such as records or bytes, that doesn't depend on time. */
    COUNTER
  }

  private static final Map<String, ClaimMetric> ALL = new TreeMap<>();

  static {
    Stream.of(Metric.THROUGHPUT, Metric.RECORDED).forEach(one -> add(one, Kind.RATE));
    Stream.of(
            Metric.LATENCY_MEAN,
            Metric.LATENCY_P50,
            Metric.LATENCY_P99,
            Metric.READ_MEAN,
            Metric.INSERT_MEAN,
            Metric.READ_P50,
            Metric.BURST_MEAN)
        .forEach(one -> add(one, Kind.LATENCY));
    add(Metric.ABORTS, Kind.ABORTS);
    Stream.of(Metric.CPU, Metric.WRITTEN)
        .forEach(one -> ALL.put(one.id(), new ClaimMetric(one.id(), one, Kind.COST)));
    add(
        new Metric(
            ExperimentFigures.OVERHEAD,
            "Overhead",
            "",
            "runtime_overhead",
            run -> OptionalDouble.empty()),
        Kind.OVERHEAD);
  }

  private static void add(Metric metric, Kind kind) {
    ALL.put(metric.published(), new ClaimMetric(metric.published(), metric, kind));
  }

  private static final List<String> COUNTERS =
      List.of(
          Counters.KAFKA_WRITTEN,
          Counters.KAFKA_READ,
          Counters.KAFKA_BYTES_WRITTEN,
          Counters.KAFKA_BYTES_READ,
          Counters.STORED,
          Counters.STORED_BY_NODE,
          Counters.STATE,
          Counters.LEDGER);

  /**
   * What the names of counters begin with that depend on time; the ends of some differ between
   * systems. Blocks are cut, and requests to Kafka sent, after a time.
   */
  private static final List<String> TIMED_COUNTERS =
      List.of(
          Counters.PHASE_MS,
          Counters.COMPONENT,
          Counters.CRASH,
          Counters.CORES_BUSY,
          Counters.BLOCKS,
          Counters.BLOCK_SIZE,
          Counters.KAFKA_PRODUCES,
          Counters.KAFKA_FETCHES);

  /** The metric of this name; empty if there is none. */
  static Optional<ClaimMetric> of(String name) {
    if (COUNTERS.contains(name)) {
      return Optional.of(new ClaimMetric(name, Metric.counter(name), Kind.COUNTER));
    }
    if (TIMED_COUNTERS.stream().anyMatch(name::startsWith)) {
      return Optional.of(new ClaimMetric(name, Metric.counter(name), Kind.TIMED_COUNTER));
    }
    return Optional.ofNullable(ALL.get(name));
  }

  /** What names there are, for messages. */
  static String names() {
    return "%s, %s, %s ..."
        .formatted(
            String.join(", ", ALL.keySet()),
            String.join(", ", COUNTERS),
            String.join(" ..., ", TIMED_COUNTERS));
  }

  /** Whether it is different on a faster machine, or before a system is steady. */
  boolean dependsOnTime() {
    return kind != Kind.COUNTER;
  }

  boolean moreIsBetter() {
    return kind == Kind.RATE;
  }

  /** The least difference that a repeat of such runs can show, above 0. */
  double resolution(List<MeasuredRun> runs, double greatest) {
    return switch (kind) {
      case RATE -> coarsest(runs, phase -> phase.seconds() > 0 ? 1 / phase.seconds() : 1);
      case COST ->
          metric == Metric.CPU
              ? coarsest(runs, phase -> CPU_TICK_MS / Math.max(1, phase.acknowledged()))
              : Math.max(FINEST, greatest * SHARE);
      case ABORTS ->
          runs.stream().mapToDouble(run -> 100.0 / Math.max(1, run.attempted())).max().orElse(1);
      case LATENCY, OVERHEAD, TIMED_COUNTER -> Math.max(SHARE, greatest * SHARE);
      case COUNTER -> Math.max(FINEST, greatest * FINEST);
    };
  }

  private static double coarsest(List<MeasuredRun> runs, ToDoubleFunction<Phase> ofRun) {
    return runs.stream()
        .flatMap(run -> run.result().run().stream())
        .mapToDouble(ofRun)
        .max()
        .orElse(1);
  }
}
