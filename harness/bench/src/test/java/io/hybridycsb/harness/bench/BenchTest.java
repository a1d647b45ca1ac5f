package io.hybridycsb.harness.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.bench.clients.ClientPlace;
import io.hybridycsb.harness.bench.plan.Plan;
import io.hybridycsb.harness.bench.plan.TestExperiments;
import io.hybridycsb.harness.results.RunFiles;
import io.hybridycsb.harness.results.RunResult;
import io.hybridycsb.harness.system.programs.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchTest {
  @TempDir Path directory;
  private final List<String> said = new ArrayList<>();

  /** A release without jars: others may just write those of the source tree. */
  private Home release() throws IOException {
    Path workloads = Files.createDirectories(directory.resolve("release/workloads"));
    try (Stream<Path> files = Files.list(TestExperiments.released("workloads"))) {
      for (Path file : files.toList()) {
        Files.copy(file, workloads.resolve(file.getFileName()));
      }
    }
    return new Home(workloads.getParent());
  }

  @Test
  void whereNothingAppliesTheNextStepIsToldAndNothingHasSucceeded() throws IOException {
    Home home = release();
    Path file =
        new TestExperiments(directory)
            .write("mine.yaml", "name: mine\ntitle: Mine\nsystems: [etcd]\n");
    Bench bench = new Bench(home, directory.resolve("out"), said::add);
    Bench.Request request =
        new Bench.Request(
            List.of(file), List.of("fabric"), false, false, Optional.empty(), Optional.empty());

    assertThatThrownBy(() -> bench.run(request))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "nothing of mine applies to fabric: name other experiments, or leave --system out");
    assertThatThrownBy(() -> bench.tellPlan(request)).isInstanceOf(UsageException.class);
    assertThat(said).contains("left out: mine is not about fabric");
    assertThat(directory.resolve("out")).doesNotExist();
  }

  @Test
  void resultsOfAnotherBuildAreNotMixedWithNewOnes() throws Exception {
    Home home = release();
    TestExperiments files = new TestExperiments(directory);
    String text = "name: mine\ntitle: Mine\nsystems: [etcd]\nrepeats: 1\n";
    Path file = files.write("mine.yaml", text);
    Path out = directory.resolve("out");
    Plan.Run run = new Plan.Run(files.points(text, "etcd").get(0), 1, 1);
    RunFiles.write(
        new ResultDirectory(out, line -> {}).cleared(run),
        record(home, "another", run).result(Failure.NONE, directory));
    Bench bench = new Bench(home, out, said::add);

    assertThatThrownBy(
            () ->
                bench.run(
                    new Bench.Request(
                        List.of(file),
                        List.of(),
                        false,
                        false,
                        Optional.empty(),
                        Optional.empty())))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("has results of build another on ")
        .hasMessageEndingWith("--fresh does them all again, --out DIR keeps both");
  }

  @Test
  void nothingBeginsAfterTheEndAndItIsToldWhatIsLeft() throws Exception {
    Path file =
        new TestExperiments(directory)
            .write(
                "mine.yaml",
                "name: mine\ntitle: Mine\nsystems: [etcd]\nrepeats: 2\nvary: {nodes: [1, 3]}\n");
    Bench bench = new Bench(release(), directory.resolve("out"), said::add);
    Bench.Request request =
        new Bench.Request(
            List.of(file),
            List.of(),
            false,
            false,
            Optional.empty(),
            Optional.empty(),
            Instant.EPOCH);

    assertThat(bench.run(request)).isTrue();
    assertThat(said).last().isEqualTo("time is up: 4 runs are left; the same command does them");
    assertThat(directory.resolve("out/mine")).doesNotExist();
    assertThat(bench.secondsLeft(request)).isPositive();
  }

  private RunRecord record(Home home, String build, Plan.Run run) {
    return new RunRecord(
        home,
        build,
        "",
        run,
        Instant.EPOCH,
        new Runner(home, directory, line -> {})
            .cluster(run.point().cluster(), Optional.empty(), ClientPlace.here(directory)));
  }

  @Test
  void aRunThatFoundTheSystemWrongIsToldAlsoWhenAllRunsHaveSucceededSince() throws Exception {
    Home home = release();
    TestExperiments files = new TestExperiments(directory);
    String text = "name: mine\ntitle: Mine\nsystems: [etcd]\nrepeats: 1\n";
    Path file = files.write("mine.yaml", text);
    Path out = directory.resolve("out");
    Plan.Run run = new Plan.Run(files.points(text, "etcd").get(0), 1, 1);
    ResultDirectory results = new ResultDirectory(out, line -> {});
    RunRecord record = record(home, Origin.build(home), run);
    record.measured(
        new Measured(
            Optional.empty(),
            new RunResult.Phase(1, 1, 1, 0, new TreeMap<>()),
            List.of(),
            new RunResult.Recorded("", 1, 0, new TreeMap<>(), "a test", ""),
            new TreeMap<>(),
            new Measured.Cpu(1, 0, OptionalDouble.empty(), 0, OptionalDouble.empty()),
            List.of()));
    Path place = results.cleared(run);
    results.add(run, record.result(new Failure("2 acknowledged writes were lost", true), place));
    place = results.cleared(run);
    results.add(run, record.result(Failure.NONE, place));

    boolean succeeded =
        new Bench(home, out, said::add)
            .run(
                new Bench.Request(
                    List.of(file), List.of(), false, false, Optional.empty(), Optional.empty()));

    assertThat(succeeded).isTrue();
    assertThat(said)
        .contains(
            "earlier runs that may be evidence against a system, and were done again since: 1")
        .anyMatch(
            line ->
                line.startsWith(
                    "  mine etcd default, repeat 1: 2 acknowledged writes were lost (" + out));
  }
}
