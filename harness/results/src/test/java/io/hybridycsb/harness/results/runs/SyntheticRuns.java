package io.hybridycsb.harness.results.runs;

import io.hybridycsb.harness.results.Counters;
import io.hybridycsb.harness.results.RunFiles;
import io.hybridycsb.harness.system.registry.Systems;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Invented results of every kind of experiment. Nothing here was measured. */
public final class SyntheticRuns {
  private static final List<String> SYSTEMS = Systems.names();

  private static final String SKEW = "sigmod21-fig09-skew";

  private final Path directory;
  private int written;

  public SyntheticRuns(Path directory) {
    this.directory = directory;
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
        runs(
            "fig11-state-store",
            "11",
            SYSTEMS.subList(0, 2),
            Map.of("state-store", store, "workload", workload));
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
        runs(
            "fig15-16-network",
            "15, 16",
            SYSTEMS.subList(0, 4),
            Map.of("bandwidth", bandwidth, "rtt-ms", rtt));
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
    vary(SKEW, "9", SYSTEMS.subList(0, 3), "skew", "0", "0.2", "0.4", "0.6", "0.8", "1");
  }

  private void vary(
      String experiment, String figure, List<String> systems, String name, String... values) {
    for (String value : values) {
      runs(experiment, figure, systems, name.isEmpty() ? Map.of() : Map.of(name, value));
    }
  }

  private void runs(
      String experiment, String figure, List<String> systems, Map<String, String> varied) {
    for (String system : systems) {
      written++;
      TestRun run =
          new TestRun()
              .experiment(experiment, figure)
              .system(system)
              .varied(varied)
              .committed(1000 + 100 * written)
              .latenciesUs(300, 500, 900 + written)
              .latenciesUsOf("UPDATE", 3000, 5000 + written)
              .process("node1", "node", 4, 900_000)
              .process("kafka1", "shared-log", 3, 2_100_000)
              .process("client1", "client", 7, 0);
      switch (experiment) {
        case "fig06-components" -> run.component("consensus", 10).component("ledger", 3);
        case "fig08-kafka-records" ->
            run.counter(Counters.KAFKA_WRITTEN, 1500).counter(Counters.KAFKA_READ, 6000);
        case "open-loop" -> run.intendedUs(700, 900, 5000 + written);
        case SKEW -> run.paper("sigmod21").attempts(Map.of("OK", 1000L, "ABORTED", 10L * written));
        default -> {}
      }
      if (written % 60 == 0) {
        run.failed("client1 exited with status 1: <b>connection</b> refused");
      }
      RunFiles.write(directory.resolve("run" + written), run.result());
    }
  }
}
