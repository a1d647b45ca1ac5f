package io.hybridycsb.harness.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.audit.AuditResult;
import io.hybridycsb.harness.cluster.Cluster.UpRequest;
import io.hybridycsb.harness.cluster.ClusterState;
import io.hybridycsb.harness.network.Network;
import io.hybridycsb.harness.process.ProcessPart;
import io.hybridycsb.harness.process.ProcessSpec;
import io.hybridycsb.harness.process.TestProcesses;
import io.hybridycsb.harness.results.Counters;
import io.hybridycsb.harness.results.Events;
import io.hybridycsb.harness.results.ProcessCost;
import io.hybridycsb.harness.results.RunResult;
import io.hybridycsb.harness.results.RunResult.Latency;
import io.hybridycsb.harness.results.RunResult.Operations;
import io.hybridycsb.harness.results.RunResult.Phase;
import io.hybridycsb.harness.results.RunResult.WarmUp;
import io.hybridycsb.harness.results.RunResult.WarmUpWindow;
import io.hybridycsb.harness.results.YcsbReport;
import io.hybridycsb.harness.system.registry.Systems;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class QuickstartSummaryTest {
  private static Phase phase(double seconds, String kind, long committed, long accepted) {
    Latency latency = new Latency(committed + accepted, 1, 1, 2, Map.of("50", 1.25, "99", 2.5), "");
    Operations operations =
        new Operations(
            new TreeMap<>(Map.of("OK", committed + accepted)),
            Optional.of(latency),
            Optional.empty());
    return new Phase(
        seconds, committed, committed / seconds, accepted, new TreeMap<>(Map.of(kind, operations)));
  }

  private static RunResult result(String commitMode, Phase run, Optional<WarmUp> warmUp) {
    return new RunResult(
        RunResult.FORMAT,
        new RunResult.Identity(
            new RunResult.Subject(
                "quickstart", "vldb22", "", "", "", new TreeMap<>(), new TreeMap<>()),
            "etcd",
            OptionalInt.empty(),
            new TreeMap<>(),
            1,
            1),
        new RunResult.Outcome("", false, "2026-11-30T00:00:00Z", 60, ""),
        new RunResult.Setup(
            new RunResult.Settings(2, 1, 64, new TreeMap<>(), new TreeMap<>()),
            commitMode,
            new TreeMap<>(Map.of("Java", "17")),
            new RunResult.Machine("host", "processor", 4, 1L << 34, "Linux")),
        new RunResult.Phases(
            Optional.of(phase(2, "INSERT", 100, 0)),
            warmUp,
            Optional.of(run),
            Optional.of(
                new RunResult.Recorded("", 100, 0, new TreeMap<>(), "no server tells", ""))),
        new RunResult.Observed(
            new TreeMap<>(
                Map.of(
                    "node1", new ProcessCost("node", 12, 0),
                    "client1", new ProcessCost(ProcessCost.CLIENT, 4.5, 0))),
            OptionalDouble.of(11),
            new TreeMap<>(),
            "",
            new TreeMap<>(Map.of(Counters.COMPILING, 0.4)),
            Optional.of(
                new Events(
                    Events.OPERATION, 50_000, new TreeMap<>(Map.of(Events.CLIENT_FRAMES, 5.0))))),
        List.of(),
        List.of());
  }

  private static RunResult steady(boolean steady) {
    WarmUpWindow first = new WarmUpWindow(0, 8, 4_000, 12, 5.4);
    WarmUpWindow second = new WarmUpWindow(8, 16, 20_000, 12, 4);
    WarmUpWindow third = new WarmUpWindow(16, 24, 25_000, 12, 3);
    return result(
        "sync",
        phase(10, "READ", 50_000, 0),
        Optional.of(new WarmUp("auto", 24, steady, List.of(first, second, third))));
  }

  private static List<String> lines(RunResult result, List<ProcessPart> parts) {
    ProcessSpec process = TestProcesses.shell(Path.of("/run"), "node1", 1, "true").withParts(parts);
    return new QuickstartSummary(
            new Quickstart.Request(
                Systems.byName("etcd"),
                new UpRequest(Optional.empty(), Map.of(), Optional.empty(), Duration.ofSeconds(90)),
                100,
                new Quickstart.Work("a", "uniform", 64, OptionalLong.empty(), 120),
                new TreeMap<>(),
                false),
            new ClusterState(
                "etcd",
                2,
                Map.of(),
                Map.of(),
                List.of(process),
                Map.of(),
                Map.of(),
                Network.NONE,
                Map.of()),
            result,
            YcsbReport.parse(
                "[OVERALL], RunTime(ms), 1\n[READ], Return=OK, 9\n[READ], Return=ERROR, 1\n"),
            Optional.of(new AuditResult(true, List.of("audit passed"))),
            OptionalDouble.of(1.5))
        .lines();
  }

  @Test
  void theFirstLineIsTheAnswerAndTheFirstSecondsAreALineOfTheirOwn() {
    assertThat(lines(steady(true), List.of()))
        .startsWith(
            "  etcd: 5,000 committed operations/s, steady after 24 s of warm-up; the audit passed")
        .contains(
            "  first 8 s      500 answered operations/s, 3.000 ms of CPU each (45 % of it compilers)",
            "  last 10 s      5,000 committed operations/s, 0.300 ms of CPU each",
            "  read           p50 1.25 ms, p99 2.50 ms",
            "  CPU time       0.300 ms per committed operation (nodes 0.218, client 0.082)",
            "  per operation  5.00 client frames",
            "  not committed  0 aborted, 0 unknown, 1 failed (ERROR 1)",
            "  audit          passed",
            "  versions       Java 17");
  }

  @Test
  void itIsNamedWhichServersShareAProcessAndHowEachGetsItsOwn() {
    List<ProcessPart> parts =
        List.of(
            new ProcessPart("kafka1", "shared-log", Path.of("/run/kafka1")),
            new ProcessPart("node1", "node", Path.of("/run/node1")));

    assertThat(lines(steady(true), parts))
        .contains(
            "  one process    kafka1, node1 in one JVM; --set nodes.jvm=separate gives each its"
                + " own");
    assertThat(lines(steady(true), List.of())).noneMatch(line -> line.contains("one JVM"));
  }

  @Test
  void whatIsOnlyAcceptedIsNotCalledCommitted() {
    RunResult accepted = result("async", phase(4, "UPDATE", 0, 1_000), Optional.empty());

    assertThat(lines(accepted, List.of()))
        .contains("  throughput     250 accepted operations/s (1,000 in 4.0 s)")
        .anyMatch(line -> line.startsWith("  CPU time       16.500 ms per accepted operation"));
  }

  @Test
  void aStateThatIsNotSteadyIsNotCalledSoAndTheReasonAndTheRemedyAreTold() {
    assertThat(lines(steady(false), List.of()))
        .noneMatch(line -> line.contains(", steady"))
        .startsWith(
            "  etcd: 5,000 committed operations/s, NOT STEADY after 24 s of warm-up; the audit"
                + " passed",
            "",
            "  why            in its last 8 s throughput rose by 25 % and CPU time per operation"
                + " fell by 20 %;",
            "                 the JVMs' compilers took 25 % of the CPU time; other programs kept"
                + " 1.5 of 4 cores",
            "                 busy",
            "  what to do     end other programs, or let it warm up longer: --warm-up-max 70");
  }

  @Test
  void noLineIsWiderThanATerminal() {
    List<ProcessPart> parts =
        IntStream.rangeClosed(1, 30)
            .mapToObj(i -> new ProcessPart("node" + i, "node", Path.of("/run/node" + i)))
            .toList();

    assertThat(lines(steady(false), parts)).allMatch(line -> line.length() <= 100);
  }
}
