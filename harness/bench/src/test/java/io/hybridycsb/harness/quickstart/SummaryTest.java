package io.hybridycsb.harness.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.audit.AuditResult;
import io.hybridycsb.harness.cluster.Cluster.UpRequest;
import io.hybridycsb.harness.results.Events;
import io.hybridycsb.harness.results.RunResult;
import io.hybridycsb.harness.results.RunResult.Latency;
import io.hybridycsb.harness.results.RunResult.Operations;
import io.hybridycsb.harness.results.RunResult.Phase;
import io.hybridycsb.harness.results.RunResult.WarmUp;
import io.hybridycsb.harness.results.YcsbReport;
import io.hybridycsb.harness.system.registry.Systems;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SummaryTest {
  private static Measured part(double seconds, long committed, double cpu, double compilers) {
    Latency latency = new Latency(committed, 1, 1, 2, Map.of("50", 1.25, "99", 2.5), "");
    Operations reads =
        new Operations(
            new TreeMap<>(Map.of("OK", committed)), Optional.of(latency), Optional.empty());
    return new Measured(
        new Phase(seconds, committed, committed / seconds, 0, new TreeMap<>(Map.of("READ", reads))),
        new TreeMap<>(Map.of("node", cpu)),
        OptionalDouble.of(compilers),
        Optional.of(
            new Events(
                Events.OPERATION,
                committed,
                new TreeMap<>(Map.of(Events.CLIENT_FRAMES, committed / 1e4)))));
  }

  private static Summary.Run run(boolean steady) {
    return Summary.Run.of(
        new Workload.Seen(
            YcsbReport.parse("[OVERALL], RunTime(ms), 1\n[READ], Return=OK, 120000\n"),
            part(8, 4_000, 12, 45),
            part(10, 50_000, 15, 0.4),
            new WarmUp("auto", 24, steady, List.of())),
        Summary.acknowledged("sync"));
  }

  @Test
  void theFirstSecondsAndTheSteadyStateStandInTwoLinesThatSayWhichIsWhich() {
    assertThat(run(true).rates())
        .extracting(rate -> rate.label() + ": " + rate.text())
        .containsExactly(
            "first 8 s: 500 committed operations/s, 3.000 ms of CPU each (45 % of it compilers)",
            "steady state: 5,000 committed operations/s, 0.300 ms of CPU each, after 24 s of"
                + " warm-up");
    assertThat(run(true).latencies()).isEqualTo(Map.of("read", "p50 1.25 ms, p99 2.50 ms"));
    assertThat(run(true).committed()).isEqualTo(50_000);
    assertThat(run(true).events().orElseThrow().inWords()).isEqualTo("5.00 client frames");
  }

  private static List<String> lines(List<String> sharing) {
    YcsbReport load = YcsbReport.parse("[OVERALL], RunTime(ms), 2000\n[INSERT], Return=OK, 100\n");
    return new Summary(
            new Quickstart.Request(
                Systems.byName("veritas-kafka"),
                new UpRequest(Optional.empty(), Map.of(), Optional.empty(), Duration.ofSeconds(90)),
                100,
                OptionalLong.empty(),
                64,
                "a",
                "uniform",
                Map.of(),
                false),
            2,
            5,
            sharing,
            "sync",
            load,
            run(true),
            new RunResult.Recorded("writes", 100, 0, new TreeMap<>(), "no server tells", ""),
            new AuditResult(true, List.of("audit passed")),
            Map.of("Java", "17"))
        .lines();
  }

  @Test
  void itIsNamedWhichServersShareAProcessAndHowEachGetsItsOwn() {
    assertThat(lines(List.of("kafka1", "node1")))
        .contains(
            "  one process    kafka1, node1 in one JVM; --set nodes.jvm=separate gives each its"
                + " own");
    assertThat(lines(List.of())).noneMatch(line -> line.contains("JVM"));
  }

  @Test
  void whatIsOnlyAcceptedIsNotCalledCommitted() {
    assertThat(Summary.acknowledged("async")).isEqualTo("accepted");
    assertThat(Summary.acknowledged("pool")).isEqualTo("accepted");
    assertThat(Summary.acknowledged("block")).isEqualTo("committed");
  }

  @Test
  void aStateThatIsNotSteadyIsNotCalledSo() {
    assertThat(run(false).rates().get(1).label()).isEqualTo("not yet steady");
    assertThat(run(false).rates().get(1).text()).endsWith("; 'hybrid bench' waits longer");
  }
}
