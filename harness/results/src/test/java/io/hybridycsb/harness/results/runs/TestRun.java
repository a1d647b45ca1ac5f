package io.hybridycsb.harness.results.runs;

import io.hybridycsb.harness.results.Events;
import io.hybridycsb.harness.results.ProcessCost;
import io.hybridycsb.harness.results.RunResult;
import io.hybridycsb.harness.results.RunResult.Latency;
import io.hybridycsb.harness.results.RunResult.Machine;
import io.hybridycsb.harness.results.RunResult.Operations;
import io.hybridycsb.harness.results.RunResult.Phase;
import io.hybridycsb.harness.results.RunResult.Settings;
import io.hybridycsb.harness.results.RunWarning;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.HdrHistogram.Histogram;

/** A run's result for tests: ten seconds on a machine of four cores. */
public final class TestRun {
  static final double SECONDS = 10;

  /** No two runs start at once. */
  private static final AtomicInteger STARTED = new AtomicInteger();

  private static final Instant TIME = Instant.parse("2026-01-02T03:04:05Z");

  private String experiment = "fig05-clients";
  private String paper = "vldb22";
  private String started = TIME.plusSeconds(STARTED.getAndIncrement()).toString();
  private String sitting = "";
  private String figure = "5";
  private String baseline = "";
  private String title = "";
  private final SortedMap<String, String> labels = new TreeMap<>();
  private final SortedMap<String, List<String>> values = new TreeMap<>();
  private String system = "veritas-kafka";
  private OptionalInt place = OptionalInt.empty();
  private SortedMap<String, String> varied = new TreeMap<>(Map.of("clients", "4"));
  private int repeat = 1;
  private String failure = "";
  private boolean incorrect;
  private String machine = "one";
  private Optional<RunResult.WarmUp> warmUp = Optional.empty();
  private int repeats;
  private String commitMode = "sync";
  private String build = "b1";
  private long committed = 1000;
  private final SortedMap<String, Long> statuses = new TreeMap<>();
  private Histogram latencies = new Histogram(3);
  private Optional<Histogram> intended = Optional.empty();
  private final SortedMap<String, Operations> others = new TreeMap<>();
  private final SortedMap<String, String> properties =
      new TreeMap<>(Map.of("recordcount", "10000"));
  private final SortedMap<String, ProcessCost> processes = new TreeMap<>();
  private OptionalDouble cpuWindowSeconds = OptionalDouble.empty();
  private final SortedMap<String, Double> components = new TreeMap<>();
  private String componentsSource = "timers";
  private Optional<Events> events = Optional.empty();
  private Optional<RunResult.Recorded> recorded = Optional.empty();
  private final SortedMap<String, Double> counters = new TreeMap<>();
  private final List<RunWarning> warnings = new ArrayList<>();

  public TestRun experiment(String name, String number) {
    experiment = name;
    figure = number;
    return this;
  }

  public TestRun sitting(String began) {
    sitting = began;
    return this;
  }

  public TestRun title(String text) {
    title = text;
    return this;
  }

  /** What readers call a setting, and its values in the order of the experiment's file. */
  public TestRun described(String setting, String label, String... inOrder) {
    labels.put(setting, label);
    values.put(setting, List.of(inOrder));
    return this;
  }

  /** The same run in another experiment. */
  public TestRun at(TestRun other) {
    started = other.started;
    return this;
  }

  public TestRun paper(String key) {
    paper = key;
    return this;
  }

  public TestRun baseline(String name) {
    baseline = name;
    return this;
  }

  public TestRun commitMode(String mode) {
    commitMode = mode;
    return this;
  }

  public TestRun build(String id) {
    build = id;
    return this;
  }

  /** So many repeats of the point were asked for. */
  public TestRun repeats(int number) {
    repeats = number;
    return this;
  }

  public TestRun warmUp(RunResult.WarmUp before) {
    warmUp = Optional.of(before);
    return this;
  }

  public TestRun system(String name) {
    system = name;
    return this;
  }

  public TestRun place(int number) {
    place = OptionalInt.of(number);
    return this;
  }

  public TestRun varied(Map<String, String> point) {
    varied = new TreeMap<>(point);
    return this;
  }

  public TestRun clients(int clients) {
    return varied(Map.of("clients", String.valueOf(clients)));
  }

  public TestRun repeat(int number) {
    repeat = number;
    return this;
  }

  public TestRun failed(String reason) {
    failure = reason;
    return this;
  }

  /** The system was found wrong. */
  public TestRun incorrect(String reason) {
    incorrect = true;
    return failed(reason);
  }

  public TestRun machine(String name) {
    machine = name;
    return this;
  }

  public TestRun committed(long count) {
    committed = count;
    return this;
  }

  public TestRun status(String status, long count) {
    statuses.put(status, count);
    return this;
  }

  public TestRun latenciesUs(long... values) {
    latencies = histogram(values);
    return this;
  }

  /** Of something else than reads, without outcomes. */
  public TestRun latenciesUsOf(String kind, long... values) {
    Optional<Latency> latency = Optional.of(latency(histogram(values)));
    others.put(kind, new Operations(new TreeMap<>(), latency, Optional.empty()));
    return this;
  }

  /** Attempts at its transactions, by status. */
  public TestRun attempts(Map<String, Long> byStatus) {
    others.put(
        "ATTEMPT", new Operations(new TreeMap<>(byStatus), Optional.empty(), Optional.empty()));
    return this;
  }

  public TestRun property(String name, String value) {
    properties.put(name, value);
    return this;
  }

  TestRun intendedUs(long... values) {
    intended = Optional.of(histogram(values));
    return this;
  }

  public TestRun process(String name, String role, double cpuSeconds, long writtenBytes) {
    processes.put(name, new ProcessCost(role, cpuSeconds, writtenBytes));
    return this;
  }

  TestRun cpuWindowSeconds(double seconds) {
    cpuWindowSeconds = OptionalDouble.of(seconds);
    return this;
  }

  public TestRun component(String name, double seconds) {
    components.put(name, seconds);
    return this;
  }

  public TestRun componentsSource(String source) {
    componentsSource = source;
    return this;
  }

  public TestRun counter(String name, double value) {
    counters.put(name, value);
    return this;
  }

  /** What servers have recorded, and the audit. */
  public TestRun recorded(RunResult.Recorded writes) {
    recorded = Optional.of(writes);
    return this;
  }

  public TestRun events(Events happened) {
    events = Optional.of(happened);
    return this;
  }

  public TestRun warning(String text) {
    warnings.add(RunWarning.parse(text));
    return this;
  }

  static Histogram histogram(long... valuesUs) {
    Histogram histogram = new Histogram(3);
    histogram.setAutoResize(true);
    for (long value : valuesUs) {
      histogram.recordValue(value);
    }
    return histogram;
  }

  static Latency latency(Histogram histogram) {
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(buffer);
    return new Latency(
        histogram.getTotalCount(),
        histogram.getMean() / 1000,
        histogram.getMinValue() / 1000.0,
        histogram.getMaxValue() / 1000.0,
        new TreeMap<>(),
        Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length)));
  }

  public MeasuredRun measured() {
    return new MeasuredRun(result(), Path.of("run.json"));
  }

  public RunResult result() {
    SortedMap<String, Long> all = new TreeMap<>(statuses);
    all.put("OK", committed);
    Optional<Latency> latency = Optional.of(latency(latencies));
    Operations reads = new Operations(all, latency, intended.map(TestRun::latency));
    SortedMap<String, Operations> operations = new TreeMap<>(others);
    operations.put("READ", reads);
    Phase phase = new Phase(SECONDS, committed, committed / SECONDS, 0, operations);
    return new RunResult(
        RunResult.FORMAT,
        new RunResult.Identity(
            new RunResult.Subject(experiment, paper, figure, baseline, title, labels, values),
            system,
            place,
            varied,
            repeat,
            repeats),
        new RunResult.Outcome(failure, incorrect, started, 60, sitting),
        new RunResult.Setup(
            new Settings(4, 1, 64, new TreeMap<>(), properties),
            commitMode,
            new TreeMap<>(Map.of("Java", "17", RunResult.BUILD, build)),
            new Machine(machine, machine + " processor", 4, 1L << 34, "Linux")),
        new RunResult.Phases(Optional.empty(), warmUp, Optional.of(phase), recorded),
        new RunResult.Observed(
            processes,
            cpuWindowSeconds,
            components,
            components.isEmpty() ? "" : componentsSource,
            counters,
            events),
        warnings,
        List.of());
  }
}
