package io.hybridycsb.harness.bench.steady;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.bench.probe.CompilerThread;
import io.hybridycsb.harness.bench.probe.CompilerTimes;
import io.hybridycsb.harness.bench.probe.RunningClients;
import io.hybridycsb.harness.bench.probe.SeenHost;
import io.hybridycsb.harness.bench.probe.SeenHost.SeenClient;
import io.hybridycsb.harness.bench.probe.SeenProcess;
import io.hybridycsb.harness.bench.probe.TcpConnections;
import io.hybridycsb.harness.bench.probe.ThreadSwitches;
import io.hybridycsb.harness.bench.probe.Usage;
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

class LookTest {
  private static final SeenProcess BEFORE = new SeenProcess("node", 7, new Usage(10, 100));

  /** As it is listed: it ran a moment ago. */
  private static SeenProcess seen(Optional<Usage> usage, boolean alive) {
    return SeenProcess.of("node", 7, pid -> usage, pid -> alive);
  }

  private static SortedMap<String, ProcessCost> costs(
      SeenProcess before, SeenProcess after, String... killed) {
    return look(after, new TreeMap<>()).costsSince(look(before, new TreeMap<>()), Set.of(killed));
  }

  private static Look look(SeenProcess node, SortedMap<String, Usage> clients) {
    return new Look(
        0,
        0,
        0,
        new TreeMap<>(Map.of("node1", node)),
        clients,
        new TreeMap<>(),
        Map.of(),
        TcpConnections.UNKNOWN,
        ThreadSwitches.UNKNOWN,
        0,
        List.of());
  }

  @Test
  void aProcessCostsWhatItHasUsedInBetween() {
    assertThat(costs(BEFORE, seen(Optional.of(new Usage(12, 150)), true)))
        .isEqualTo(Map.of("node1", new ProcessCost("node", 2, 50)));
  }

  @Test
  void aClientCostsWhatItHasUsedSinceTheFirstLook() {
    Look begin = look(BEFORE, new TreeMap<>(Map.of("client1", new Usage(3, 20))));
    Look end = look(BEFORE, new TreeMap<>(Map.of("client1", new Usage(5, 21))));

    assertThat(end.costsSince(begin, Set.of()).get("client1"))
        .isEqualTo(new ProcessCost(ProcessCost.CLIENT, 2, 1));
    assertThat(end.costsSince(look(BEFORE, new TreeMap<>()), Set.of()).get("client1"))
        .isEqualTo(new ProcessCost(ProcessCost.CLIENT, 5, 21));
  }

  @Test
  void theBusiestThreadOfTheClientsIsTheOneThatTookMostSinceTheFirstLook() {
    SortedMap<String, SeenProcess> none = new TreeMap<>();
    Look begin =
        new Look(
            0,
            0,
            0,
            none,
            new TreeMap<>(),
            new TreeMap<>(),
            Map.of("client1/1", 100.0, "client1/2", 3.0),
            TcpConnections.UNKNOWN,
            ThreadSwitches.UNKNOWN,
            0,
            List.of());
    Look end =
        new Look(
            0,
            10_000_000_000L,
            0,
            none,
            new TreeMap<>(),
            new TreeMap<>(),
            Map.of("client1/1", 101.0, "client1/2", 12.5, "client2/2", 4.0),
            TcpConnections.UNKNOWN,
            ThreadSwitches.UNKNOWN,
            0,
            List.of());

    assertThat(end.busiestClientThreadSince(begin)).isEqualTo(0.95);
    assertThat(begin.busiestClientThreadSince(begin)).isZero();
  }

  private static List<CompilerThread> compiler(double cpuSeconds) {
    return List.of(new CompilerThread(8, 100, cpuSeconds));
  }

  private static Look at(SeenHost host, CompilerTimes compilers) {
    return Look.at(
        new TreeMap<>(),
        List.of(),
        new RunningClients(new TreeMap<>(), () -> new TreeMap<>(Map.of("alpha", host))),
        0,
        compilers);
  }

  @Test
  void clientsOnAnotherHostAreLookedAtLikeThoseHere() {
    SeenClient was = new SeenClient(new Usage(3, 20), 0, Map.of(7L, 1.0), compiler(0.5));
    SeenClient is = new SeenClient(new Usage(5, 21), 0, Map.of(7L, 2.0), compiler(1));
    CompilerTimes compilers = new CompilerTimes();
    Look begin = at(new SeenHost(4, 100, new TreeMap<>(Map.of("client1", was))), compilers);
    Look end = at(new SeenHost(4, 106, new TreeMap<>(Map.of("client1", is))), compilers);

    assertThat(end.costsSince(begin, Set.of()).get("client1"))
        .isEqualTo(new ProcessCost(ProcessCost.CLIENT, 2, 1));
    assertThat(end.compilerPercentSince(begin)).hasValue(25);
    assertThat(end.clientThreads()).isEqualTo(Map.of("client1/7", 2.0));
    ClientHost alpha = new ClientHost("alpha", 4, OptionalDouble.empty(), 0, 0);
    assertThat(end.on(alpha, begin).coresBusy().orElseThrow() * end.secondsSince(begin))
        .isCloseTo(6, within(1e-9));
    ClientHost other = new ClientHost("beta", 4, OptionalDouble.empty(), 0, 0);
    assertThat(end.on(other, begin)).isEqualTo(other);
  }

  @Test
  void aProcessThatEndsBetweenBeingListedAndBeingMeasuredFailsTheRun() {
    SeenProcess ended = seen(Optional.empty(), false);

    assertThatThrownBy(() -> costs(BEFORE, ended))
        .isInstanceOf(HarnessException.class)
        .hasMessage("node1 ended during the run");
    assertThatThrownBy(() -> costs(ended, BEFORE)).isInstanceOf(HarnessException.class);
    assertThat(costs(BEFORE, ended, "node1")).isEmpty();
  }

  @Test
  void whereThePlatformDoesNotTellWhatAProcessUsesItIsNoReasonToFail() {
    SeenProcess untold = seen(Optional.empty(), true);

    assertThat(costs(untold, untold)).isEqualTo(Map.of("node1", new ProcessCost("node", 0, -1)));
  }

  private static Look clocks(long wallMs, long nanos) {
    return new Look(
        wallMs,
        nanos,
        0,
        new TreeMap<>(),
        new TreeMap<>(),
        new TreeMap<>(),
        Map.of(),
        TcpConnections.UNKNOWN,
        ThreadSwitches.UNKNOWN,
        0,
        List.of());
  }

  @Test
  void aWallClockThatWasSetMeanwhileFailsTheRun() {
    Look begin = clocks(1_000, 0);

    clocks(31_150, 30_000_000_000L).requireClockUnset(begin);
    for (long wallMs : List.of(31_250L, 30_750L, -3_000_000L)) {
      assertThatThrownBy(() -> clocks(wallMs, 30_000_000_000L).requireClockUnset(begin))
          .isInstanceOf(HarnessException.class)
          .hasMessageStartingWith("the wall clock was set during the run: ");
    }
  }
}
