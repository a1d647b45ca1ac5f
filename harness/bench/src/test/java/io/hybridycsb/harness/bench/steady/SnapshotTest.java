package io.hybridycsb.harness.bench.steady;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.bench.probe.CompilerTimes;
import io.hybridycsb.harness.bench.probe.HostSnapshot;
import io.hybridycsb.harness.bench.probe.ProcessSnapshot;
import io.hybridycsb.harness.bench.probe.RunningClients;
import io.hybridycsb.harness.bench.probe.TcpConnections;
import io.hybridycsb.harness.bench.probe.ThreadSwitches;
import io.hybridycsb.harness.cluster.ProcessStatus;
import io.hybridycsb.harness.process.ProcessUse;
import io.hybridycsb.harness.process.ThreadUse;
import io.hybridycsb.harness.results.ProcessCost;
import io.hybridycsb.harness.results.ProcessCost.ClientHost;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SnapshotTest {
  private static final ProcessSnapshot BEFORE =
      server(Optional.of(new ProcessUse(10, 0, 100)), true);

  /** As it is listed: it ran a moment ago. */
  private static ProcessSnapshot server(Optional<ProcessUse> use, boolean alive) {
    ProcessStatus listed =
        new ProcessStatus(
            "etcd",
            "node1",
            "node",
            7L,
            "",
            "",
            List.of(),
            ProcessStatus.State.RUNNING,
            use.orElse(null));
    return ProcessSnapshot.server(listed, pid -> alive);
  }

  private static SortedMap<String, ProcessCost> costs(
      ProcessSnapshot before, ProcessSnapshot after, String... killed) {
    return look(Map.of("node1", after)).costsSince(look(Map.of("node1", before)), Set.of(killed));
  }

  private static Snapshot look(Map<String, ProcessSnapshot> processes) {
    return look(0, 0, processes);
  }

  private static Snapshot look(long wallMs, long nanos, Map<String, ProcessSnapshot> processes) {
    return new Snapshot(
        new Snapshot.Moment(wallMs, nanos),
        0,
        new TreeMap<>(processes),
        new TreeMap<>(),
        TcpConnections.UNKNOWN,
        ThreadSwitches.UNKNOWN,
        0,
        List.of());
  }

  private static ProcessSnapshot client(ProcessUse use, ThreadUse... threads) {
    return ProcessSnapshot.client(0, use, List.of(threads));
  }

  private static ThreadUse thread(long id, double cpuSeconds) {
    return new ThreadUse(id, "ycsb-client", 0, cpuSeconds);
  }

  @Test
  void aProcessCostsWhatItHasUsedInBetween() {
    assertThat(costs(BEFORE, server(Optional.of(new ProcessUse(12, 0, 150)), true)))
        .isEqualTo(Map.of("node1", new ProcessCost("node", 2, 50)));
  }

  @Test
  void aClientCostsWhatItHasUsedSinceTheFirstLook() {
    Snapshot none = look(Map.of("node1", BEFORE));
    Snapshot begin = look(Map.of("node1", BEFORE, "client1", client(new ProcessUse(3, 0, 20))));
    Snapshot end = look(Map.of("node1", BEFORE, "client1", client(new ProcessUse(5, 0, 21))));

    assertThat(end.costsSince(begin, Set.of()).get("client1"))
        .isEqualTo(new ProcessCost(ProcessCost.CLIENT, 2, 1));
    assertThat(end.costsSince(none, Set.of()).get("client1"))
        .isEqualTo(new ProcessCost(ProcessCost.CLIENT, 5, 21));
    assertThat(
            none.with(new TreeMap<>(Map.of("client1", new ProcessUse(6, 0, 22))))
                .costsSince(none, Set.of()))
        .containsEntry("client1", new ProcessCost(ProcessCost.CLIENT, 6, 22));
  }

  @Test
  void theBusiestThreadOfTheClientsIsTheOneThatTookMostSinceTheFirstLook() {
    ProcessUse use = ProcessUse.ofCpu(0);
    Snapshot begin = look(Map.of("client1", client(use, thread(1, 100), thread(2, 3))));
    Snapshot end =
        look(
            0,
            10_000_000_000L,
            Map.of(
                "client1", client(use, thread(1, 101), thread(2, 12.5)),
                "client2", client(use, thread(2, 4))));

    assertThat(end.busiestClientThreadSince(begin)).isEqualTo(0.95);
    assertThat(begin.busiestClientThreadSince(begin)).isZero();
  }

  private static ThreadUse compiler(double cpuSeconds) {
    return new ThreadUse(8, "C2 CompilerThre", 100, cpuSeconds);
  }

  private static Snapshot at(HostSnapshot host, CompilerTimes compilers) {
    return Snapshot.at(
        new TreeMap<>(),
        List.of(),
        new RunningClients(new TreeMap<>(), () -> new TreeMap<>(Map.of("alpha", host))),
        0,
        compilers);
  }

  @Test
  void clientsOnAnotherHostAreLookedAtLikeThoseHere() {
    ProcessSnapshot was = client(new ProcessUse(3, 0, 20), thread(7, 1), compiler(0.5));
    ProcessSnapshot is = client(new ProcessUse(5, 0, 21), thread(7, 2), compiler(1));
    CompilerTimes compilers = new CompilerTimes();
    Snapshot begin = at(new HostSnapshot(4, 100, new TreeMap<>(Map.of("client1", was))), compilers);
    Snapshot end = at(new HostSnapshot(4, 106, new TreeMap<>(Map.of("client1", is))), compilers);

    assertThat(end.costsSince(begin, Set.of()).get("client1"))
        .isEqualTo(new ProcessCost(ProcessCost.CLIENT, 2, 1));
    assertThat(end.compilerPercentSince(begin)).hasValue(25);
    assertThat(end.busiestClientThreadSince(begin) * end.secondsSince(begin))
        .isCloseTo(1, within(1e-9));
    ClientHost alpha = new ClientHost("alpha", 4, OptionalDouble.empty(), 0, 0);
    assertThat(end.on(alpha, begin).coresBusy().orElseThrow() * end.secondsSince(begin))
        .isCloseTo(6, within(1e-9));
    ClientHost other = new ClientHost("beta", 4, OptionalDouble.empty(), 0, 0);
    assertThat(end.on(other, begin)).isEqualTo(other);
  }

  @Test
  void aProcessThatEndsBetweenBeingListedAndBeingMeasuredFailsTheRun() {
    ProcessSnapshot ended = server(Optional.empty(), false);

    assertThatThrownBy(() -> costs(BEFORE, ended))
        .isInstanceOf(HarnessException.class)
        .hasMessage("node1 ended during the run");
    assertThatThrownBy(() -> costs(ended, BEFORE)).isInstanceOf(HarnessException.class);
    assertThat(costs(BEFORE, ended, "node1")).isEmpty();
  }

  @Test
  void whereThePlatformDoesNotTellWhatAProcessUsesItIsNoReasonToFail() {
    ProcessSnapshot untold = server(Optional.empty(), true);

    assertThat(costs(untold, untold)).isEqualTo(Map.of("node1", new ProcessCost("node", 0, -1)));
  }

  @Test
  void aWallClockThatWasSetMeanwhileFailsTheRun() {
    Snapshot begin = look(1_000, 0, Map.of());

    look(31_150, 30_000_000_000L, Map.of()).requireClockUnset(begin);
    for (long wallMs : List.of(31_250L, 30_750L, -3_000_000L)) {
      assertThatThrownBy(() -> look(wallMs, 30_000_000_000L, Map.of()).requireClockUnset(begin))
          .isInstanceOf(HarnessException.class)
          .hasMessageStartingWith("the wall clock was set during the run: ");
    }
  }
}
