package io.hybridycsb.harness.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.CorrectnessException;
import io.hybridycsb.harness.bench.clients.ClientPlace;
import io.hybridycsb.harness.bench.crash.ReadBack;
import io.hybridycsb.harness.bench.plan.Plan;
import io.hybridycsb.harness.bench.plan.Point;
import io.hybridycsb.harness.bench.plan.TestExperiments;
import io.hybridycsb.harness.bench.probe.Probe;
import io.hybridycsb.harness.results.Counters;
import io.hybridycsb.harness.results.ProcessCost;
import io.hybridycsb.harness.results.RunResult;
import io.hybridycsb.harness.results.RunResult.Phase;
import io.hybridycsb.harness.results.RunResult.WarmUpWindow;
import io.hybridycsb.harness.results.RunWarning;
import io.hybridycsb.harness.results.RunWarning.Kind;
import io.hybridycsb.harness.system.programs.Home;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunRecordTest {
  private static final RunResult.Recorded RECORDED =
      new RunResult.Recorded("revisions", 100, 0, new TreeMap<>(Map.of("node1", 100L)), "", "");

  @TempDir Path directory;

  private static Measured measured(
      Optional<RunResult.WarmUp> warmUp, SortedMap<String, ProcessCost> processes) {
    Phase phase = new Phase(2, 100, 50, 0, new TreeMap<>());
    return new Measured(
        warmUp,
        phase,
        List.of(),
        RECORDED,
        processes,
        new Measured.Cpu(4, 0, OptionalDouble.empty(), 0, OptionalDouble.empty()),
        List.of());
  }

  @Test
  void aRunWhoseWarmUpFoundNoEndSaysSo() {
    assertThat(warningsAfter(new RunResult.WarmUp("auto", 360, false, windows(3))))
        .contains(
            "not steady yet when counting began, after 360 s: throughput or CPU time per operation"
                + " changed, JVMs compiled, or clients caught up");
  }

  /** As of quick runs, whose warm-up takes two seconds. */
  @Test
  void aRunWhoseWarmUpWasTooShortToCompareWindowsIsNotCalledUnsteady() {
    assertThat(warningsAfter(new RunResult.WarmUp("auto", 4, false, windows(2))))
        .noneMatch(warning -> warning.startsWith("not steady"));
  }

  private static List<WarmUpWindow> windows(int count) {
    return Collections.nCopies(count, new WarmUpWindow(0, 2, 100, 1, 0));
  }

  private List<String> warningsAfter(RunResult.WarmUp warmUp) {
    Point point = new TestExperiments(directory).points("name: a\ntitle: A\n", "etcd").get(0);
    Home home = new Home(directory);
    BenchCluster cluster =
        new Runner(home, directory, line -> {})
            .cluster(point.cluster(), Optional.empty(), ClientPlace.here(directory));
    RunRecord record =
        new RunRecord(home, "b1", "", new Plan.Run(point, 1, 1), Instant.EPOCH, cluster);

    record.measured(measured(Optional.of(warmUp), new TreeMap<>()));

    return record.result(Failure.NONE, directory).warnings().stream()
        .map(RunWarning::text)
        .toList();
  }

  @Test
  void aRunWhoseWritesCouldNotBeComparedWithTheServersSaysWhy() {
    Point point = new TestExperiments(directory).points("name: a\ntitle: A\n", "etcd").get(0);
    Home home = new Home(directory);
    BenchCluster cluster =
        new Runner(home, directory, line -> {})
            .cluster(point.cluster(), Optional.empty(), ClientPlace.here(directory));
    RunRecord record =
        new RunRecord(home, "b1", "", new Plan.Run(point, 1, 1), Instant.EPOCH, cluster);
    Measured whole = measured(Optional.empty(), new TreeMap<>());

    record.measured(
        new Measured(
            whole.warmUp(),
            whole.phase(),
            List.of(),
            new RunResult.Recorded(
                "", 5, 0, new TreeMap<>(), "counters started again in node2", ""),
            whole.processes(),
            new Measured.Cpu(4, 0, OptionalDouble.empty(), 0, OptionalDouble.empty()),
            List.of()));

    assertThat(record.result(Failure.NONE, directory).warnings())
        .extracting(RunWarning::text)
        .contains(
            "writes were not compared with what servers have recorded: counters started again in"
                + " node2");
  }

  @Test
  void acknowledgedWritesThatWereLostFailTheRunAndSoDoRecordsThatNobodyCouldRead() {
    Measured whole = measured(Optional.empty(), new TreeMap<>());
    assertThatCode(() -> ReadBack.requireCorrect(whole.findings())).doesNotThrowAnyException();

    Map<String, String> reasons =
        Map.of(
            Counters.LOST,
            "2 acknowledged writes were lost",
            Counters.UNREAD,
            "2 records could not be read back, so it isn't known whether writes to them were lost");
    reasons.forEach(
        (counter, reason) -> {
          TreeMap<String, Double> counters = new TreeMap<>(Map.of(counter, 2.0));
          Measured lost =
              new Measured(
                  Optional.empty(),
                  whole.phase(),
                  List.of(),
                  RECORDED,
                  new TreeMap<>(),
                  new Measured.Cpu(4, 0, OptionalDouble.empty(), 0, OptionalDouble.empty()),
                  List.of(new Probe.Findings(counters, new TreeMap<>(), "", List.of())));
          assertThatThrownBy(() -> ReadBack.requireCorrect(lost.findings()))
              .isInstanceOf(CorrectnessException.class)
              .hasMessage(reason);
        });
  }

  @Test
  void aBrokenPromiseFailsTheRunAndAnUndecidedOneDoesNot() {
    Measured whole = measured(Optional.empty(), new TreeMap<>());
    RunWarning broken = Kind.BROKEN_PROMISE.of("etcd", "linearizable", 3, 2_000, "user1, user2");

    assertThatThrownBy(() -> ReadBack.requireCorrect(warned(whole, broken).findings()))
        .isInstanceOf(CorrectnessException.class)
        .hasMessage(
            "client histories break what etcd promises (linearizable) on 3 of 2,000 records:"
                + " user1, user2");
    assertThatCode(
            () ->
                ReadBack.requireCorrect(
                    warned(whole, Kind.UNDECIDED_PROMISE.of("etcd", "linearizable", 1, 2_000))
                        .findings()))
        .doesNotThrowAnyException();
  }

  private static Measured warned(Measured whole, RunWarning warning) {
    return new Measured(
        Optional.empty(),
        whole.phase(),
        List.of(),
        RECORDED,
        new TreeMap<>(),
        new Measured.Cpu(4, 0, OptionalDouble.empty(), 0, OptionalDouble.empty()),
        List.of(Probe.Findings.warning(warning)));
  }

  @Test
  void whatTheRecordsTakeOnDiskIsLeftOutAndToldIfItIsNotKnown() throws Exception {
    Point point = new TestExperiments(directory).points("name: a\ntitle: A\n", "etcd").get(0);
    Home home = new Home(directory);
    BenchCluster uncounted =
        new Runner(home, directory, line -> {})
            .cluster(point.cluster(), Optional.empty(), ClientPlace.here(directory));
    RunRecord record =
        new RunRecord(home, "b1", "", new Plan.Run(point, 1, 1), Instant.EPOCH, uncounted);
    record.measured(measured(Optional.empty(), new TreeMap<>()));

    record.warn(Kind.BESIDE_A_CLUSTER.of("fabric", "it lives"));

    RunResult result = record.result(Failure.NONE, directory);

    assertThat(result.observed().counters()).doesNotContainKey("stored bytes per record");
    assertThat(result.warnings())
        .extracting(RunWarning::text)
        .containsExactly(
            "measured beside what is left of a cluster of fabric: it lives",
            "what the records take on disk is not known: du(1) failed");
    assertThat(result.observed().cpuWindowSeconds()).hasValue(4);
  }

  /** Clients also need processors to start and to end, which is no part of the operations' time. */
  @Test
  void coresAreBusyForTheTimeInWhichTheirUseWasCounted() {
    TreeMap<String, ProcessCost> processes =
        new TreeMap<>(
            Map.of(
                "client1", new ProcessCost("client", 6, 0),
                "node1", new ProcessCost("node", 2, 0)));
    Measured measured = measured(Optional.empty(), processes);

    assertThat(measured.coresBusy(cost -> true)).isEqualTo(2);
    assertThat(measured.coresBusy(cost -> cost.role().equals("client"))).isEqualTo(1.5);
  }

  /** After a warm-up the looks are of another time than the counted operations. */
  @Test
  void aBlocksSizeIsOfTheWritesInTheTimeInWhichBlocksWereCounted() {
    assertThat(blockSize(Optional.of(new RunResult.WarmUp("auto", 9, true, List.of()))))
        .isEqualTo(100 * 4.0 / 2 / 20);
    assertThat(blockSize(Optional.empty())).isEqualTo(100 / 20.0);
  }

  private double blockSize(Optional<RunResult.WarmUp> warmUp) {
    Point point = new TestExperiments(directory).points("name: a\ntitle: A\n", "etcd").get(0);
    BenchCluster cluster =
        new Runner(new Home(directory), directory, line -> {})
            .cluster(point.cluster(), Optional.empty(), ClientPlace.here(directory));
    RunRecord record =
        new RunRecord(
            new Home(directory), "b1", "", new Plan.Run(point, 1, 1), Instant.EPOCH, cluster);
    RunResult.Operations updates =
        new RunResult.Operations(
            new TreeMap<>(Map.of("OK", 100L)), Optional.empty(), Optional.empty());
    Phase phase = new Phase(2, 100, 50, 0, new TreeMap<>(Map.of("UPDATE", updates)));
    Probe.Findings blocks =
        new Probe.Findings(
            new TreeMap<>(Map.of(Counters.BLOCKS, 20.0)), new TreeMap<>(), "", List.of());
    record.measured(
        new Measured(
            warmUp,
            phase,
            List.of(),
            RECORDED,
            new TreeMap<>(),
            new Measured.Cpu(4, 0, OptionalDouble.empty(), 0, OptionalDouble.empty()),
            List.of(blocks)));
    return record.result(Failure.NONE, directory).observed().counters().get(Counters.BLOCK_SIZE);
  }
}
