package io.hybridycsb.harness.report.runs;

import io.hybridycsb.harness.results.RunFiles;
import io.hybridycsb.harness.results.RunResult;
import io.hybridycsb.harness.results.RunResult.Latency;
import io.hybridycsb.harness.results.RunResult.Machine;
import io.hybridycsb.harness.results.RunResult.Operations;
import io.hybridycsb.harness.results.RunResult.Phase;
import io.hybridycsb.harness.results.RunResult.ProcessCost;
import io.hybridycsb.harness.results.RunResult.Settings;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** Invented results, to see what reports look like. Nothing here was measured. */
public final class SyntheticRuns {
  static final List<String> SYSTEMS =
      List.of(
          "veritas-kafka",
          "veritas-tm",
          "blockchaindb",
          "bigchaindb",
          "bigchaindb-pv",
          "cassandra-lwt",
          "etcd",
          "fabric");

  private static final Map<String, Double> CEILING =
      Map.of(
          "veritas-kafka", 9000.0,
          "veritas-tm", 2400.0,
          "blockchaindb", 95.0,
          "bigchaindb", 160.0,
          "bigchaindb-pv", 170.0,
          "cassandra-lwt", 1900.0,
          "etcd", 5200.0,
          "fabric", 700.0);

  private final Random random = new Random(7);
  private final Path directory;

  private final int repeats;

  public SyntheticRuns(Path directory, int repeats) {
    this.directory = directory;
    this.repeats = repeats;
  }

  /** Invents results for every kind of figure below a directory. */
  public static void main(String[] args) {
    new SyntheticRuns(Path.of(args[0]), 3).all();
  }

  /** One experiment of each kind, a few of its runs failed. */
  public void all() {
    vary("fig05-clients", "5", SYSTEMS, "clients", "4", "8", "16", "32", "64", "128", "192", "256");
    vary("fig06-components", "6", SYSTEMS.subList(0, 5), "", "");
    vary("fig07-nodes", "7", SYSTEMS, "nodes", "4", "8", "16");
    vary("fig08-kafka-records", "8", SYSTEMS.subList(0, 1), "nodes", "4", "8", "16", "32");
    vary(
        "fig09-distribution",
        "9",
        SYSTEMS,
        "distribution",
        "uniform",
        "latest",
        "zipfian",
        "zipfian-0.5");
    vary("fig10-workload", "10", SYSTEMS, "workload", "a", "b", "c", "d", "e", "f");
    for (String workload : List.of("a", "b", "c")) {
      for (String store : List.of("redis", "mongodb", "h2", "postgresql", "mariadb")) {
        repeats(
            "fig11-state-store",
            "11",
            SYSTEMS.subList(0, 2),
            new TreeMap<>(Map.of("state-store", store, "workload", workload)),
            0.7);
      }
    }
    vary("fig12-block-size", "12", SYSTEMS, "block-size", "10", "100", "1000", "10000");
    vary(
        "fig13-record-size",
        "13",
        SYSTEMS,
        "record-size",
        "512",
        "1000",
        "2000",
        "8000",
        "32000",
        "128000");
    vary("fig14-processing-time", "14", SYSTEMS, "processing-time-ms", "0", "10", "100", "1000");
    for (String bandwidth : List.of("100 Mb/s", "1 Gb/s", "10 Gb/s")) {
      for (String rtt : List.of("5", "10", "20", "40", "60")) {
        repeats(
            "fig15-16-network",
            "15, 16",
            SYSTEMS.subList(0, 4),
            new TreeMap<>(Map.of("bandwidth", bandwidth, "rtt-ms", rtt)),
            0.6);
      }
    }
    vary("commit-mode", "", SYSTEMS.subList(0, 2), "commit-mode", "sync", "async");
    vary(
        "verification",
        "",
        SYSTEMS.subList(0, 3),
        "verification",
        "off",
        "every read",
        "in batches");
    vary(
        "open-loop",
        "",
        SYSTEMS.subList(0, 3),
        "target",
        "100",
        "200",
        "400",
        "800",
        "1600",
        "3200");
    vary("cpu", "", SYSTEMS, "", "");
    vary(
        "skew",
        "",
        SYSTEMS.subList(0, 3),
        "property:zipfianconstant",
        "0.2",
        "0.4",
        "0.6",
        "0.8",
        "0.99");
  }

  private void vary(
      String experiment, String figure, List<String> systems, String name, String... values) {
    for (int i = 0; i < values.length; i++) {
      SortedMap<String, String> varied = new TreeMap<>();
      if (!name.isEmpty()) {
        varied.put(name, values[i]);
      }
      repeats(experiment, figure, systems, varied, (i + 1.0) / (i + 2.5));
    }
  }

  private void repeats(
      String experiment,
      String figure,
      List<String> systems,
      SortedMap<String, String> varied,
      double load) {
    for (String system : systems) {
      for (int repeat = 1; repeat <= repeats; repeat++) {
        double rate = CEILING.get(system) * load * (1 + 0.06 * random.nextGaussian());
        String failure =
            random.nextInt(60) == 0
                ? "client1 exited with status 1: <b>connection</b> refused"
                : "";
        Path place =
            directory
                .resolve(experiment)
                .resolve(system)
                .resolve(varied.isEmpty() ? "default" : varied.toString().replaceAll("[{} /]", ""))
                .resolve(String.valueOf(repeat));
        RunFiles.write(
            place, run(experiment, figure, system, varied, repeat, failure, Math.max(1, rate)));
      }
    }
  }

  private RunResult run(
      String experiment,
      String figure,
      String system,
      SortedMap<String, String> varied,
      int repeat,
      String failure,
      double rate) {
    boolean open = experiment.equals("open-loop");
    SortedMap<String, Operations> operations = new TreeMap<>();
    long perKind = 2000;
    operations.put("READ", operations(perKind, 300 / Math.sqrt(rate), 0, open));
    operations.put(
        "UPDATE",
        operations(perKind, 3000 / Math.sqrt(rate), experiment.equals("skew") ? 400 : 0, open));
    long committed =
        operations.values().stream().mapToLong(o -> o.statuses().getOrDefault("OK", 0L)).sum();
    double seconds = committed / rate;
    SortedMap<String, ProcessCost> processes = new TreeMap<>();
    for (int node = 1; node <= 4; node++) {
      processes.put("node" + node, new ProcessCost("node", seconds * 0.4, 900 * committed));
    }
    processes.put("kafka1", new ProcessCost("shared-log", seconds * 0.3, 2100 * committed));
    processes.put("redis1", new ProcessCost("state-store", seconds * 0.2, 0));
    processes.put("client1", new ProcessCost("client", seconds * 0.7, 0));
    SortedMap<String, Double> components = new TreeMap<>();
    if (experiment.equals("fig06-components")) {
      components.putAll(
          Map.of(
              "consensus", 10 * random.nextDouble() + 4,
              "ledger", 3 * random.nextDouble() + 1,
              "database", 2 * random.nextDouble() + 1,
              "other", 1.0));
    }
    SortedMap<String, Double> counters = new TreeMap<>();
    if (experiment.equals("fig08-kafka-records")) {
      double nodes = Double.parseDouble(varied.get("nodes"));
      counters.put("kafka_writes", 1500 * nodes);
      counters.put("kafka_reads", 1500 * nodes * nodes);
    }
    return new RunResult(
        RunResult.FORMAT,
        new RunResult.Identity(experiment, figure, system, varied, repeat),
        failure,
        "2026-01-0%dT00:00:00Z".formatted(repeat),
        seconds + 20,
        new RunResult.Setup(
            new Settings(
                4,
                1,
                64,
                new TreeMap<>(),
                new TreeMap<>(Map.of("recordcount", "10000", "operationcount", "10000"))),
            system.startsWith("veritas") && varied.getOrDefault("commit-mode", "").equals("async")
                ? "async"
                : "sync",
            new TreeMap<>(Map.of("Java", "17.0.15", "hybrid-ycsb", "0.1.0-SNAPSHOT")),
            new Machine("synthetic", "Invented processor", 4, 24L << 30, "Linux")),
        Optional.empty(),
        failure.isEmpty()
            ? Optional.of(new Phase(seconds, committed, rate, operations))
            : Optional.empty(),
        new RunResult.Observed(
            processes,
            OptionalDouble.of(seconds + 2),
            components,
            components.isEmpty()
                ? ""
                : system.startsWith("veritas")
                    ? "timers inside the servers"
                    : "CPU time from outside",
            counters),
        List.of(),
        List.of("client1.out"));
  }

  private Operations operations(long count, double meanMs, long aborted, boolean open) {
    Histogram histogram = new Histogram(3);
    histogram.setAutoResize(true);
    for (int i = 0; i < count - aborted; i++) {
      histogram.recordValue(
          (long) Math.max(50, meanMs * 1000 * Math.exp(0.7 * random.nextGaussian())));
    }
    SortedMap<String, Long> statuses = new TreeMap<>(Map.of("OK", count - aborted));
    if (aborted > 0) {
      statuses.put("ABORTED", aborted);
    }
    Optional<Latency> latency = Optional.of(latency(histogram));
    return new Operations(statuses, latency, open ? latency : Optional.empty());
  }

  static Latency latency(Histogram histogram) {
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(buffer);
    byte[] bytes = new byte[length];
    buffer.flip();
    buffer.get(bytes, 0, length);
    return new Latency(
        histogram.getTotalCount(),
        histogram.getMean() / 1000,
        histogram.getMinValue() / 1000.0,
        histogram.getMaxValue() / 1000.0,
        new TreeMap<>(),
        Base64.getEncoder().encodeToString(bytes));
  }
}
