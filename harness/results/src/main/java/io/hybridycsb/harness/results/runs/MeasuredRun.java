package io.hybridycsb.harness.results.runs;

import io.hybridycsb.harness.results.Counters;
import io.hybridycsb.harness.results.Percentiles;
import io.hybridycsb.harness.results.ProcessCost;
import io.hybridycsb.harness.results.RoleUse;
import io.hybridycsb.harness.results.RunFiles;
import io.hybridycsb.harness.results.RunResult;
import io.hybridycsb.harness.results.RunResult.Latency;
import io.hybridycsb.harness.results.RunResult.Operations;
import io.hybridycsb.harness.results.RunResult.Phase;
import io.hybridycsb.harness.results.RunResult.Subject;
import io.hybridycsb.harness.results.YcsbReport;
import io.hybridycsb.harness.results.runs.MeasuredPoint.Steadiness;
import io.hybridycsb.harness.system.SystemDescription;
import io.hybridycsb.harness.system.registry.Systems;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.HdrHistogram.Histogram;

/** A run's result with derived values: what was committed, and at what cost. */
public final class MeasuredRun {
  /** By the places of systems, then by their names. */
  public static final Comparator<MeasuredRun> BY_SYSTEM =
      Comparator.comparingInt((MeasuredRun run) -> run.place().orElse(Integer.MAX_VALUE))
          .thenComparing(MeasuredRun::system);

  private static final String TARGET = "target";
  private static final String BATCH = "transaction.batch";

  /** A rate of fewer completions tells when one of them came, not how many come. */
  static final int COMPLETIONS_MIN = 20;

  /** Settings of which each makes an open loop. */
  private static final List<String> OPEN = List.of(TARGET, "load.curve", "trace.file");

  private static final int QUICK_RECORDS_MAX = 2000;
  private static final int QUICK_SECONDS_MAX = 20;

  private final RunResult result;
  private final Path file;
  private final RunLatencies latencies;

  MeasuredRun(RunResult result, Path file) {
    this.result = result;
    this.file = file;
    this.latencies = new RunLatencies(result.run());
  }

  public RunResult result() {
    return result;
  }

  /** The experiment that it is of. */
  public Subject subject() {
    return result.identity().subject();
  }

  public String system() {
    return result.identity().system();
  }

  /** The point's values of what the experiment varies, by name. */
  public SortedMap<String, String> varied() {
    return result.identity().varied();
  }

  public SortedMap<String, Double> counters() {
    return result.observed().counters();
  }

  /** A counter by its name; empty if the run hasn't got it. */
  public OptionalDouble counter(String name) {
    Double value = counters().get(name);
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  /** The place of its system, by this release if it holds the system, or else by the result. */
  OptionalInt place() {
    SystemDescription held = Systems.described().get(system());
    return held == null ? result.identity().place() : OptionalInt.of(held.data().place());
  }

  /** The share of the capacity that is offered, such as 50%; empty if none is. */
  public Optional<String> share() {
    return Optional.ofNullable(varied().get(TARGET)).filter(target -> target.endsWith("%"));
  }

  boolean offersShare() {
    return share().isPresent();
  }

  /**
   * Whether operations were sent at a given rate, so that latencies count from when one should have
   * been sent. A closed loop's clients wait for an answer before they ask again.
   */
  public boolean isOpenLoop() {
    Set<String> given = result.setup().settings().properties().keySet();
    return OPEN.stream().anyMatch(given::contains);
  }

  /** Whether the system was steady when counting began. */
  public Steadiness steadiness() {
    return result
        .phases()
        .warmUp()
        .filter(warmUp -> warmUp.steady() || warmUp.notSteady())
        .map(warmUp -> warmUp.steady() ? Steadiness.STEADY : Steadiness.NOT_STEADY)
        .orElse(Steadiness.UNKNOWN);
  }

  /** Whether it has as few records and seconds as experiments' quick settings have. */
  public boolean isQuick() {
    OptionalDouble records =
        Dimension.number(result.setup().settings().properties().getOrDefault("recordcount", ""));
    return records.isPresent()
        && records.getAsDouble() <= QUICK_RECORDS_MAX
        && seconds() < QUICK_SECONDS_MAX;
  }

  /** The file that it was read from. */
  public Path file() {
    return file;
  }

  /** Whether it failed for correctness, and was done again since. */
  public boolean isEarlier() {
    return RunFiles.isEarlierFailure(file);
  }

  /** The parts of the file that could not be used, a line each. */
  public List<String> damage() {
    return latencies.damage();
  }

  /** Whether its numbers count. */
  public boolean counts() {
    return result.succeeded() && result.run().isPresent();
  }

  /** The time that its throughput is of; 0 if it has none. */
  private double seconds() {
    return result.run().map(Phase::seconds).orElse(0.0);
  }

  /** Committed operations per second; empty if writes were only accepted. */
  public OptionalDouble committedPerSecond() {
    return result.onlyAccepted() ? OptionalDouble.empty() : acknowledgedPerSecond();
  }

  /** Acknowledged operations per second, whatever that means in the run's commit mode. */
  public OptionalDouble acknowledgedPerSecond() {
    return completions(acknowledged()) < COMPLETIONS_MIN
        ? OptionalDouble.empty()
        : result.run().stream().mapToDouble(Phase::acknowledgedPerSecond).findFirst();
  }

  /** Whether so few operations came to an end that there is no rate. */
  public boolean isTooShort() {
    return counts() && completions(acknowledged()) < COMPLETIONS_MIN;
  }

  /** How many transactions are sent, and answered, at once. */
  public long batch() {
    String batch = result.setup().settings().properties().getOrDefault(BATCH, "1");
    return batch.matches("[1-9][0-9]{0,8}") ? Long.parseLong(batch) : 1;
  }

  /** Transactions of one batch complete together. */
  private double completions(double operations) {
    return Math.floor(operations / batch());
  }

  /** What was offered; empty in a closed loop. */
  public Optional<OfferedRate> offered() {
    return OfferedRate.of(
        result.setup().settings().properties().getOrDefault(TARGET, ""), result.run());
  }

  /** Whether what was offered wasn't reached. */
  public boolean missesOffered() {
    return counts() && offered().filter(OfferedRate::isMissed).isPresent();
  }

  /**
   * Committed operations per second, and transactions that their own rules have forbidden; empty if
   * writes were only accepted.
   */
  public OptionalDouble executedPerSecond() {
    OptionalDouble committed = committedPerSecond();
    double seconds = seconds();
    return committed.isEmpty() || seconds == 0
        ? committed
        : OptionalDouble.of(committed.getAsDouble() + refused() / seconds);
  }

  /** Writes per second that servers have recorded; empty unless writes were only accepted. */
  public OptionalDouble recordedPerSecond() {
    OptionalDouble recorded = counter(Counters.RECORDED);
    // Earlier releases didn't record the time between the two readings.
    double seconds = counter(Counters.RECORDED_SECONDS).orElseGet(this::seconds);
    return recorded.isEmpty() || completions(recorded.getAsDouble()) < COMPLETIONS_MIN
        ? OptionalDouble.empty()
        : ratio(recorded.getAsDouble(), seconds);
  }

  private static OptionalDouble ratio(double sum, double by) {
    return by > 0 ? OptionalDouble.of(sum / by) : OptionalDouble.empty();
  }

  /** Committed operations; 0 if writes were only accepted. */
  long committed() {
    return result.onlyAccepted() ? 0 : acknowledged();
  }

  private long acknowledged() {
    return result.run().map(Phase::acknowledged).orElse(0L);
  }

  public long aborted() {
    return withStatus(YcsbReport.ABORTED);
  }

  public long unknown() {
    return withStatus(YcsbReport.UNKNOWN);
  }

  /** Transactions that their own rules have forbidden. */
  public long refused() {
    return withStatus(YcsbReport.REFUSED);
  }

  /** Operations that have no answer, and whose outcome is known. */
  public long failed() {
    long answered = acknowledged() + aborted() + refused();
    return Math.max(0, attempted() - answered - unknown());
  }

  /** All operations, however they ended. */
  public long attempted() {
    return statuses().values().stream().mapToLong(Long::longValue).sum();
  }

  /** The operations of all kinds by status. */
  public SortedMap<String, Long> statuses() {
    SortedMap<String, Long> all = new TreeMap<>();
    result.run().stream()
        .flatMap(run -> run.operations().entrySet().stream())
        .filter(operations -> YcsbReport.isOperation(operations.getKey()))
        .flatMap(operations -> operations.getValue().statuses().entrySet().stream())
        .forEach(status -> all.merge(status.getKey(), status.getValue(), Long::sum));
    return all;
  }

  private long withStatus(String status) {
    return statuses().getOrDefault(status, 0L);
  }

  /** Latencies of all successful operations; empty if they can't be read. */
  public Optional<Histogram> latencies() {
    return latencies.all();
  }

  /**
   * Latencies of the successful operations of one kind, such as READ; empty if there are none, or
   * they can't be read.
   */
  public Optional<Histogram> latencies(String kind) {
    return latencies.of(kind);
  }

  /** As {@link #latencies(String)}, of several kinds together. */
  public Optional<Histogram> latencies(Side side) {
    return latencies.of(side);
  }

  /** The kinds of operations that it has latencies of. */
  Set<String> kinds() {
    return latencies.kinds();
  }

  /** Mean over the operations of all kinds, each as often as it occurred. */
  OptionalDouble meanMs() {
    double sum = 0;
    long count = 0;
    for (Latency latency : latencies.parts().values()) {
      sum += latency.meanMs() * latency.count();
      count += latency.count();
    }
    return ratio(sum, count);
  }

  /**
   * Mean over one kind, such as READ, or over bursts; empty if there are none. From intended starts
   * if there are any.
   */
  OptionalDouble meanMs(String kind) {
    return result.run().stream()
        .flatMap(run -> Optional.ofNullable(run.operations().get(kind)).stream())
        .flatMap(operations -> RunLatencies.of(operations).stream())
        .mapToDouble(Latency::meanMs)
        .findFirst();
  }

  /** Of all operations that succeeded; empty if they are too few to tell it, or can't be read. */
  public OptionalDouble percentileMs(double percentile) {
    return told(latencies(), percentile);
  }

  /** As {@link #percentileMs(double)}, of these kinds alone. */
  public OptionalDouble percentileMs(Side side, double percentile) {
    return told(latencies(side), percentile);
  }

  /** A percentile; empty if the operations are too few to tell it. */
  static OptionalDouble told(Optional<Histogram> latencies, double percentile) {
    return latencies.stream()
        .filter(histogram -> Percentiles.isTold(percentile, histogram.getTotalCount()))
        .mapToDouble(histogram -> Histograms.percentileMs(histogram, percentile))
        .findFirst();
  }

  /** CPU time of all processes, clients included, for each committed operation. */
  public OptionalDouble cpuMsPerOperation() {
    return RoleUse.knowsServers(result.observed().processes())
        ? perCommitted(cpuSeconds(cost -> true) * 1000)
        : OptionalDouble.empty();
  }

  private double cpuSeconds(Predicate<ProcessCost> which) {
    return result.observed().processes().values().stream()
        .filter(which)
        .mapToDouble(ProcessCost::cpuSeconds)
        .sum();
  }

  /** As {@link #cpuMsPerOperation}, by the processes' roles. */
  public Map<String, Double> cpuMsPerOperationByRole() {
    Map<String, Double> byRole = new TreeMap<>();
    RoleUse.of(result.observed().processes())
        .forEach(
            (role, use) ->
                perCommitted(use.cpuSeconds() * 1000).ifPresent(ms -> byRole.put(role, ms)));
    return byRole;
  }

  /** Bytes written by all servers, per committed operation; empty unless known for each server. */
  public OptionalDouble writtenBytesPerOperation() {
    List<ProcessCost> servers =
        result.observed().processes().values().stream().filter(cost -> !cost.ofClient()).toList();
    OptionalDouble written = RoleUse.sum(servers).writtenBytes();
    return written.isPresent() ? perCommitted(written.getAsDouble()) : written;
  }

  /** The share of the machine's processors that all processes used, from 0 to 1. */
  public OptionalDouble processorShare() {
    return shareOfMachine(cpuSeconds(cost -> true));
  }

  /** The share of the machine's processors that the clients used, from 0 to 1. */
  public OptionalDouble clientProcessorShare() {
    return shareOfMachine(cpuSeconds(ProcessCost::ofClient));
  }

  private OptionalDouble shareOfMachine(double cpuSeconds) {
    // Earlier releases didn't record the window, which is at least as long as the run.
    double seconds = result.observed().cpuWindowSeconds().orElseGet(this::seconds);
    double available = seconds * result.setup().machine().cores();
    return ratio(cpuSeconds, result.observed().processes().isEmpty() ? 0 : available);
  }

  /**
   * A sum over the time between the looks at processes, for each operation that was committed in
   * it; empty if there is none.
   */
  public OptionalDouble perCommitted(double sum) {
    return ratio(sum, result.committedWhileObserved());
  }

  /**
   * The attempts that were aborted, in percent. A transaction may take several; any other operation
   * is one.
   */
  OptionalDouble abortPercent() {
    SortedMap<String, Long> attempts = attempts();
    long all = attempts.values().stream().mapToLong(Long::longValue).sum();
    return ratio(100.0 * attempts.getOrDefault(YcsbReport.ABORTED, 0L), all);
  }

  /** Whether any attempt was aborted, though its transaction may have been committed later. */
  public boolean hasAborts() {
    return abortPercent().orElse(0) > 0;
  }

  private SortedMap<String, Long> attempts() {
    return result.run().stream()
        .flatMap(run -> Optional.ofNullable(run.operations().get(YcsbReport.ATTEMPT)).stream())
        .map(Operations::statuses)
        .findFirst()
        .orElseGet(this::statuses);
  }
}
