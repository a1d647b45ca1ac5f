package io.hybridycsb.harness.bench;

import io.hybridycsb.harness.bench.plan.Plan;
import io.hybridycsb.harness.bench.plan.Point;
import io.hybridycsb.harness.bench.plan.TestExperiments;
import io.hybridycsb.harness.results.RunResult;
import io.hybridycsb.harness.results.RunResult.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Runs without clients, whose results are filed. */
abstract class FiledRuns {
  @TempDir Path directory;
  TestExperiments files;
  Path out;
  ResultDirectory results;
  final List<String> said = new ArrayList<>();
  int started;

  @BeforeEach
  void nothingYet() {
    files = new TestExperiments(directory);
    out = directory.resolve("out");
    results = new ResultDirectory(out, said::add);
  }

  Plan.Run run(String experiment) {
    return of(experiment, "etcd");
  }

  Plan.Run of(String experiment, String system) {
    return new Plan.Run(files.points(experiment, system).get(0), 1, 1);
  }

  /** A result as the first run leaves it. */
  RunResult measured(Plan.Run run) throws IOException {
    return measured(
        run, Map.of("Java", "17"), new Machine("host", "processor", 4, 1L << 34, "Linux"));
  }

  RunResult measured(Plan.Run run, Map<String, String> versions, Machine machine)
      throws IOException {
    return measured(run, versions, machine, 2);
  }

  RunResult measured(
      Plan.Run run, Map<String, String> versions, Machine machine, double committedPerSecond)
      throws IOException {
    Path raw = results.cleared(run);
    Files.writeString(raw.resolve("client1.out"), "what YCSB said");
    Files.createDirectory(raw.resolve("servers"));
    Files.writeString(raw.resolve("servers/node1.log"), "what node1 said");
    Point point = run.point();
    RunResult result =
        new RunResult(
            RunResult.FORMAT,
            RunRecord.identity(run),
            new RunResult.Outcome("", false, Instant.ofEpochSecond(started++).toString(), 12.5, ""),
            new RunResult.Setup(
                RunRecord.settings(point), "sync", new TreeMap<>(versions), machine),
            new RunResult.Phases(
                Optional.empty(),
                Optional.empty(),
                Optional.of(
                    new RunResult.Phase(
                        1, Math.round(committedPerSecond), committedPerSecond, 0, new TreeMap<>())),
                Optional.of(
                    new RunResult.Recorded(
                        "revisions", 5, 1, new TreeMap<>(Map.of("node1", 6L)), "", ""))),
            new RunResult.Observed(
                new TreeMap<>(),
                OptionalDouble.of(2),
                new TreeMap<>(),
                "",
                new TreeMap<>(),
                Optional.empty()),
            List.of(),
            List.of("client1.out", "servers/node1.log"));
    results.add(run, result);
    return result;
  }

  int repeats;

  void repeated(double throughput) throws IOException {
    repeats++;
    measured(repeat(repeats), Map.of("Java", "17"), Origin.thisMachine(), throughput);
  }

  Plan.Run repeat(int repeat) {
    return new Plan.Run(files.points("name: a\ntitle: A\n", "etcd").get(0), repeat, 3);
  }
}
