package io.hybridycsb.harness.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.bench.clients.ClientPlace;
import io.hybridycsb.harness.bench.plan.Experiment;
import io.hybridycsb.harness.bench.plan.Plan;
import io.hybridycsb.harness.bench.plan.Point;
import io.hybridycsb.harness.bench.plan.TestExperiments;
import io.hybridycsb.harness.bench.saturate.Bound;
import io.hybridycsb.harness.results.RunFiles;
import io.hybridycsb.harness.results.RunResult;
import io.hybridycsb.harness.results.runs.TestRun;
import io.hybridycsb.harness.system.programs.Home;
import io.hybridycsb.harness.system.registry.Systems;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SaturationTest {
  private static final Path SETTINGS =
      TestExperiments.released("experiments").resolve("saturate.yaml");

  private final List<String> said = new ArrayList<>();
  @TempDir Path directory;
  private Home home;
  private Path out;

  @BeforeEach
  void nothingYet() throws Exception {
    Path released = TestExperiments.released("workloads");
    Files.createSymbolicLink(directory.resolve("workloads"), released);
    home = new Home(directory);
    out = directory.resolve("out");
  }

  /** In ten seconds, so that so many tenths were committed a second. */
  private void filed(Point point, int repeat, long committed, long latencyMs) {
    Plan.Run run = new Plan.Run(point, repeat, repeat);
    RunResult.Phase phase =
        new TestRun()
            .committed(committed)
            .latenciesUs(1000, latencyMs * 1000)
            .result()
            .run()
            .orElseThrow();
    RunRecord record =
        new RunRecord(
            home,
            Origin.build(home),
            "",
            run,
            Instant.EPOCH,
            new Runner(home, directory, line -> {})
                .cluster(point.cluster(), Optional.empty(), ClientPlace.here(directory)));
    record.measured(
        new Measured(
            Optional.empty(),
            phase,
            List.of(),
            new RunResult.Recorded("", 1, 0, new TreeMap<>(), "a test", ""),
            new TreeMap<>(),
            new Measured.Cpu(10, 0, OptionalDouble.empty(), 0, OptionalDouble.empty()),
            List.of()));
    RunFiles.write(
        new ResultDirectory(out, line -> {}).cleared(run), record.result(Failure.NONE, directory));
  }

  private void filedRate(long perSecond, int repeat, long latencyMs) {
    filed(closedLoop().offering(perSecond), repeat, 10 * perSecond, latencyMs);
  }

  private static Experiment experiment(Path file, Map<String, String> given) {
    return Experiment.of(
        file,
        Saturation.NAME,
        "A search",
        Systems.byName("etcd"),
        new Experiment.Overrides(
            new TreeMap<>(given), new TreeMap<>(), new TreeMap<>(), new TreeMap<>()));
  }

  private static Point closedLoop() {
    return onlyPoint(experiment(SETTINGS, Map.of()), false);
  }

  private static Point onlyPoint(Experiment experiment, boolean quick) {
    return Plan.of(
            List.of(experiment), List.of("etcd"), quick, TestExperiments.released("workloads"))
        .groups()
        .get(0)
        .runs()
        .get(0)
        .point();
  }

  private boolean search(Experiment experiment, double p99Ms) throws InterruptedException {
    return new Saturation(home, out, said::add)
        .run(new Saturation.Request(experiment, new Bound(p99Ms), false, false, Optional.empty()));
  }

  /** Were a run repeated, a cluster would be started, for which this directory has no programs. */
  @Test
  void aSearchWhoseRunsWereDoneEarlierRepeatsNoneAndComesToTheSameAnswer() throws Exception {
    filed(closedLoop().filedUnder(Saturation.CLOSED_LOOP), 1, 10_000, 90);
    filedRate(1000, 1, 300);
    filedRate(500, 1, 5);
    filedRate(707, 1, 6);
    filedRate(840, 1, 7);
    filedRate(916, 1, 120);
    filedRate(877, 1, 110);
    filedRate(840, 2, 8);

    assertThat(search(experiment(SETTINGS, Map.of()), 100)).as(said.toString()).isTrue();

    assertThat(said.stream().filter(line -> line.equals("  done earlier"))).hasSize(8);
    assertThat(said)
        .contains(
            "etcd holds 840/s with a p99 of at most 100 ms: p99 7.0 ms and 8.0 ms,"
                + " p50 1.0 ms and 1.0 ms in two runs",
            "the lowest rate not held: 877/s offered, 877/s committed, p50 1.0 ms, p99 110 ms:"
                + " not held, only 50.0 % of what was due was committed within 100 ms (50.0 % was"
                + " slower)",
            "without a target, 256 clients got 1,000/s committed");
    JsonNode json =
        new ObjectMapper().readTree(out.resolve("saturate/etcd/saturate.json").toFile());
    assertThat(json.path("format").asInt()).isEqualTo(1);
    assertThat(json.path("heldPerSecond").asLong()).isEqualTo(840);
    assertThat(json.path("notHeldPerSecond").asLong()).isEqualTo(877);
    assertThat(json.path("capacityPerSecond").asDouble()).isEqualTo(1000);
    assertThat(json.path("steps")).hasSize(7);
    assertThat(json.path("steps").get(0).path("held").asBoolean()).isFalse();
    assertThat(json.path("steps").get(0).path("withinPercent").asDouble()).isEqualTo(50);
    assertThat(json.path("steps").get(6).path("withinPercent").asDouble()).isEqualTo(100);
    assertThat(json.path("steps").get(6).path("repeat").asInt()).isEqualTo(2);
    assertThat(json.path("steps").get(6).path("p99Ms").asDouble()).isBetween(7.9, 8.1);
  }

  @Test
  void whereNoRateIsHeldTheAnswerSaysWhatTheLowestOneWasLike() throws Exception {
    filed(closedLoop().filedUnder(Saturation.CLOSED_LOOP), 1, 64_000, 900);
    for (long rate : List.of(6400, 3200, 800, 100)) {
      filedRate(rate, 1, 700);
    }

    assertThat(search(experiment(SETTINGS, Map.of()), 100)).isTrue();

    assertThat(said)
        .contains(
            "etcd holds no rate down to 100/s, where p50 was 1.0 ms and p99 700 ms: only 50.0 % of"
                + " what was due was committed within 100 ms (50.0 % was slower); give a longer"
                + " --p99");
    JsonNode json =
        new ObjectMapper().readTree(out.resolve("saturate/etcd/saturate.json").toFile());
    assertThat(json.path("heldPerSecond").isNull()).isTrue();
  }

  @Test
  void resultsOfASearchWithOtherSettingsAreNotMixedWithNewOnes() {
    filed(closedLoop().filedUnder(Saturation.CLOSED_LOOP), 1, 10_000, 90);

    for (Map<String, String> other :
        List.of(Map.of("clients", "8"), Map.of("nodes", "3"), Map.of("workload", "b"))) {
      assertThatThrownBy(() -> search(experiment(SETTINGS, other), 100))
          .as(other.toString())
          .isInstanceOf(UsageException.class)
          .hasMessage(
              out.resolve("saturate/etcd")
                  + " has a search with other settings. --fresh replaces it, --out DIR keeps both");
    }
  }

  @Test
  void settingsThatLeaveNothingToSearchAreRefused() throws Exception {
    for (String more :
        List.of("vary: {clients: [1, 2]}", "target: 100", "kill: node2", "rates: [50%]")) {
      Path file =
          Files.writeString(
              directory.resolve("mine.yaml"), "systems: [etcd]\n%s\n".formatted(more));

      assertThatThrownBy(() -> search(experiment(file, Map.of()), 100))
          .as(more)
          .isInstanceOf(UsageException.class)
          .hasMessageStartingWith("a search begins with one closed loop");
    }
    Path endless = Files.writeString(directory.resolve("endless.yaml"), "operations: 1000\n");
    assertThatThrownBy(() -> search(experiment(endless, Map.of()), 100))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("a search needs 'seconds'");
    assertThat(out).doesNotExist();
  }

  @Test
  void whatWasGivenWinsOverAllThatTheFileSaysOfTheSystem() throws Exception {
    Path file =
        Files.writeString(
            directory.resolve("mine.yaml"),
            """
            overrides: {etcd: {clients: 7, records: 70}}
            quick: {clients: 6, overrides: {etcd: {clients: 5, options: {network.rtt.ms: 2}}}}
            """);
    Experiment.Overrides given =
        new Experiment.Overrides(
            new TreeMap<>(Map.of("clients", "8")),
            new TreeMap<>(Map.of("network.rtt.ms", "3")),
            new TreeMap<>(Map.of("etcd.timeout.ms", "9")),
            new TreeMap<>());
    Experiment experiment =
        Experiment.of(file, Saturation.NAME, "A search", Systems.byName("etcd"), given);

    for (boolean quick : List.of(true, false)) {
      Point point = onlyPoint(experiment, quick);
      assertThat(point.run().threads()).isEqualTo(8);
      assertThat(point.run().properties()).containsEntry("etcd.timeout.ms", "9");
      assertThat(point.cluster().load().records()).isEqualTo(70);
      assertThat(point.cluster().options()).containsEntry("network.rtt.ms", "3");
    }
  }
}
