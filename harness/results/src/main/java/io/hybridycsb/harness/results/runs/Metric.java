package io.hybridycsb.harness.results.runs;

import io.hybridycsb.harness.results.Counters;
import io.hybridycsb.harness.results.Spread;
import io.hybridycsb.harness.results.YcsbReport;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * A metric of runs that can be drawn.
 *
 * @param id its name in files
 * @param published its name in the published figures; empty if none has it
 * @param of a run's number
 * @param ofPoint the number of all repeats together
 */
public record Metric(
    String id,
    String title,
    String unit,
    String published,
    Function<MeasuredRun, OptionalDouble> of,
    Function<MeasuredPoint, OptionalDouble> ofPoint) {
  /** One whose number of a point is the mean of its runs'. */
  public Metric(
      String id,
      String title,
      String unit,
      String published,
      Function<MeasuredRun, OptionalDouble> of) {
    this(
        id,
        title,
        unit,
        published,
        of,
        point -> point.spread(of).stream().mapToDouble(Spread::mean).findFirst());
  }

  public static final Metric THROUGHPUT =
      new Metric(
          "throughput",
          "Throughput",
          "committed operations/s",
          "throughput",
          MeasuredRun::committedPerSecond);

  /** Beside the throughput where transactions are refused by their own rules. */
  public static final Metric EXECUTED =
      new Metric(
          "executed",
          "Executed: committed, or refused by its own rules",
          "executed operations/s",
          "",
          MeasuredRun::executedPerSecond);

  /** For experiments with commit modes in which writes are only accepted. */
  public static final Metric ACKNOWLEDGED =
      new Metric(
          "acknowledged",
          "Acknowledged, committed or not",
          "acknowledged operations/s",
          "",
          MeasuredRun::acknowledgedPerSecond);

  /** Of the same runs, what the servers recorded meanwhile. */
  public static final Metric RECORDED =
      new Metric(
          "recorded",
          "Recorded by servers meanwhile",
          "writes/s",
          "recorded",
          MeasuredRun::recordedPerSecond);

  public static final Metric LATENCY_MEAN =
      new Metric("latency-mean", "Mean latency", "ms", "latency_mean", MeasuredRun::meanMs);
  public static final Metric LATENCY_P50 = latency("latency-p50", "Median latency", 50);
  public static final Metric LATENCY_P99 = latency("latency-p99", "99th percentile latency", 99);

  /** Of reads alone, and of inserts alone, where runs have both. */
  public static final Metric READ_MEAN = mean("read", "reads", YcsbReport.READ);

  public static final Metric INSERT_MEAN = mean("insert", "inserts", YcsbReport.INSERT);

  public static final Metric READ_P50 = percentile(Side.READS, "reads", 50);

  /** Until all operations that were sent at once were answered. */
  public static final Metric BURST_MEAN = mean("burst", "whole bursts", YcsbReport.BURST);

  public static final Metric CPU =
      new Metric(
          "cpu",
          "CPU time",
          "ms per committed operation, all processes",
          "",
          MeasuredRun::cpuMsPerOperation);
  public static final Metric WRITTEN =
      new Metric(
          "written",
          "Written to storage",
          "bytes per committed operation, all servers",
          "",
          MeasuredRun::writtenBytesPerOperation);
  public static final Metric ABORTS =
      new Metric(
          "aborts", "Aborted", "percent of attempts", "abort_rate", MeasuredRun::abortPercent);

  /** This latency under a title that says from when it counts. */
  public Metric from(String start) {
    return new Metric(id, "%s, %s".formatted(title, start), unit, published, of, ofPoint);
  }

  private static Metric mean(String id, String whose, String kind) {
    return new Metric(
        "latency-mean-" + id,
        "Mean latency of " + whose,
        "ms",
        id + "_latency",
        run -> run.meanMs(kind));
  }

  private static Metric latency(String id, String title, double percentile) {
    return new Metric(
        id,
        title,
        "ms",
        id.replace('-', '_'),
        run -> run.percentileMs(percentile),
        point -> MeasuredRun.told(point.latencies(), percentile));
  }

  /**
   * A percentile of some kinds of operations, of all repeats' operations together.
   *
   * @param words what readers call them: reads, updates or inserts
   */
  static Metric percentile(Side side, String words, int percentile) {
    String one = words.substring(0, words.length() - 1);
    return new Metric(
        "latency-p%d-%s".formatted(percentile, one),
        "p%d of %s".formatted(percentile, words),
        "ms",
        "%s_latency_p%d".formatted(one, percentile),
        run -> run.percentileMs(side, percentile),
        point -> MeasuredRun.told(point.latencies(side), percentile));
  }

  /**
   * A run's counter of this name. A counter that grows with the operations is divided by the
   * committed ones, because runs differ in length.
   */
  public static Metric counter(String name) {
    boolean each = name.startsWith(Counters.KAFKA);
    return new Metric(
        "counter-" + name.replaceAll("[^A-Za-z0-9]+", "-"),
        titleOf(name),
        each ? "per committed operation" : unitOf(name),
        name,
        run -> {
          OptionalDouble value = run.counter(name);
          return each && value.isPresent() ? run.perCommitted(value.getAsDouble()) : value;
        });
  }

  private static String titleOf(String counter) {
    String words =
        counter.startsWith(Counters.CRASH) ? counter.substring(Counters.CRASH.length()) : counter;
    return Character.toUpperCase(words.charAt(0)) + words.substring(1);
  }

  private static String unitOf(String counter) {
    if (counter.startsWith(Counters.PHASE_MS)) {
      return "ms";
    }
    if (counter.equals(Counters.STATE) || counter.equals(Counters.LEDGER)) {
      return "bytes on each node";
    }
    return counter.startsWith(Counters.STORED) ? "bytes" : "as counted";
  }
}
