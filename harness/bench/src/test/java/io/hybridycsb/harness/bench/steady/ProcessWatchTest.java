package io.hybridycsb.harness.bench.steady;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.bench.probe.CompilerTimes;
import io.hybridycsb.harness.bench.probe.RunningClients;
import io.hybridycsb.harness.bench.probe.TcpConnections;
import io.hybridycsb.harness.bench.probe.ThreadSwitches;
import io.hybridycsb.harness.process.ProcessUse;
import io.hybridycsb.harness.results.ProcessCost.Memory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ProcessWatchTest {
  private static final TreeMap<String, Long> SERVERS = new TreeMap<>(Map.of("node1", 1L));
  private static final RunningClients CLIENTS =
      RunningClients.here(new TreeMap<>(Map.of("client1", 2L)));

  private final Map<Long, ProcessUse> usage = new HashMap<>();
  private long nanos;
  private double busySeconds;

  private static Snapshot at(long nanos) {
    return new Snapshot(
        new Snapshot.Moment(0, nanos),
        0,
        new TreeMap<>(),
        new TreeMap<>(),
        TcpConnections.UNKNOWN,
        ThreadSwitches.UNKNOWN,
        0,
        List.of());
  }

  private void second(ProcessWatch watch, long node, long client) {
    usage.put(1L, new ProcessUse(0, node, -1));
    usage.put(2L, new ProcessUse(0, client, -1));
    watch.secondEnded(0, CLIENTS);
    nanos++;
  }

  private ProcessWatch watch() {
    return new ProcessWatch(
        SERVERS,
        new CompilerTimes(),
        Optional.empty(),
        () -> nanos,
        pids -> usage,
        () -> busySeconds);
  }

  @Test
  void aProcessHasThePeakAndTheMeanOfWhatItHadBetweenTwoLooks() {
    ProcessWatch watch = watch();
    second(watch, 900, 900);
    second(watch, 10, 5);
    second(watch, 40, 5);
    second(watch, 10, 8);
    second(watch, 900, 900);

    assertThat(watch.memory(at(1), at(3)))
        .isEqualTo(Map.of("node1", new Memory(40, 20), "client1", new Memory(8, 6)));
  }

  @Test
  void aProcessThatWasNotSeenHasNoMemoryThatIsKnown() {
    ProcessWatch watch = watch();
    watch.secondEnded(0, CLIENTS);

    assertThat(watch.memory(at(0), at(9))).isEmpty();
  }

  @Test
  void itEndsTheClientsWhenThatIsDecided() {
    ProcessWatch ending =
        new ProcessWatch(
            SERVERS,
            new CompilerTimes(),
            Optional.of((operations, clients, last) -> operations > 5),
            () -> nanos,
            pids -> usage,
            () -> busySeconds);

    assertThat(ending.secondEnded(5, CLIENTS)).isFalse();
    assertThat(ending.secondEnded(6, CLIENTS)).isTrue();
    assertThat(watch().secondEnded(6, CLIENTS)).isFalse();
  }

  @Test
  void whoDecidesIsToldOfTheCpuTimeOfAllProcessesInTheSecondThatEnded() {
    List<Optional<Stretch>> told = new ArrayList<>();
    ProcessWatch watch =
        new ProcessWatch(
            SERVERS,
            new CompilerTimes(),
            Optional.of((operations, clients, last) -> !told.add(last)),
            () -> nanos,
            pids -> usage,
            () -> busySeconds);
    usage.put(1L, new ProcessUse(1.5, 0, -1));
    usage.put(2L, new ProcessUse(2, 0, -1));
    watch.secondEnded(7, CLIENTS);
    nanos = 2_000_000_000;
    usage.put(1L, new ProcessUse(2.5, 0, -1));
    watch.secondEnded(10, CLIENTS);

    assertThat(told).containsExactly(Optional.empty(), Optional.of(new Stretch(2, 3, 1)));
  }

  @Test
  void theHalvesOfWhatCountsHaveTheirOwnOperationsAndCpuTime() {
    ProcessWatch watch = watch();
    long operations = 0;
    double cpuSeconds = 0;
    for (int second = 0; second <= 40; second++) {
      nanos = second * 1_000_000_000L;
      usage.put(1L, new ProcessUse(cpuSeconds, 0, -1));
      usage.put(2L, new ProcessUse(cpuSeconds, 0, -1));
      watch.secondEnded(operations, CLIENTS);
      operations += second < 20 ? 1_000 : 770;
      cpuSeconds += 0.5;
    }

    // A look at everything takes a little longer than one at processes.
    assertThat(watch.halves(at(10_050_000_000L), at(30_050_000_000L)))
        .contains(new Halves(new Stretch(10, 10_000, 10), new Stretch(10, 7_700, 10)));
    assertThat(watch().halves(at(0), at(1))).isEmpty();
  }

  @Test
  void whatOtherProgramsTakeIsAllThatTheMachineDoesBesideTheseProcesses() {
    ProcessWatch watch = watch();
    busySeconds = 100;
    usage.put(1L, new ProcessUse(10, 0, -1));
    usage.put(2L, new ProcessUse(1, 0, -1));
    watch.secondEnded(7, CLIENTS);
    assertThat(watch.othersCores()).as("after one look").isEmpty();
    nanos = 10_000_000_000L;
    busySeconds = 118;
    usage.put(1L, new ProcessUse(12, 0, -1));
    usage.put(2L, new ProcessUse(2, 0, -1));
    watch.secondEnded(10, CLIENTS);
    assertThat(watch.othersCores()).hasValue(1.5);

    busySeconds = Double.NaN;
    watch.secondEnded(11, CLIENTS);
    assertThat(watch.othersCores()).as("where nothing is known of the machine").isEmpty();
  }
}
