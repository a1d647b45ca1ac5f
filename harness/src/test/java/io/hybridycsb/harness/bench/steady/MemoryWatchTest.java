package io.hybridycsb.harness.bench.steady;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.bench.probe.RunningClients;
import io.hybridycsb.harness.bench.probe.TcpConnections;
import io.hybridycsb.harness.results.RunResult.Memory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class MemoryWatchTest {
  private static final TreeMap<String, Long> SERVERS = new TreeMap<>(Map.of("node1", 1L));
  private static final RunningClients CLIENTS =
      RunningClients.here(new TreeMap<>(Map.of("client1", 2L)));

  private final Map<Long, Long> resident = new HashMap<>();
  private long nanos;

  private static Look at(long nanos) {
    return new Look(
        0,
        nanos,
        0,
        new TreeMap<>(),
        new TreeMap<>(),
        new TreeMap<>(),
        Map.of(),
        TcpConnections.UNKNOWN,
        0,
        List.of());
  }

  private void second(MemoryWatch watch, long node, long client) {
    resident.put(1L, node);
    resident.put(2L, client);
    watch.secondEnded(0, CLIENTS);
    nanos++;
  }

  private MemoryWatch watch() {
    return new MemoryWatch(SERVERS, Optional.empty(), () -> nanos, pids -> resident);
  }

  @Test
  void aProcessHasThePeakAndTheMeanOfWhatItHadBetweenTwoLooks() {
    MemoryWatch watch = watch();
    second(watch, 900, 900);
    second(watch, 10, 5);
    second(watch, 40, 5);
    second(watch, 10, 8);
    second(watch, 900, 900);

    assertThat(watch.between(at(1), at(3)))
        .isEqualTo(Map.of("node1", new Memory(40, 20), "client1", new Memory(8, 6)));
  }

  @Test
  void aProcessThatWasNotSeenHasNoMemoryThatIsKnown() {
    MemoryWatch watch = watch();
    watch.secondEnded(0, CLIENTS);

    assertThat(watch.between(at(0), at(9))).isEmpty();
  }

  @Test
  void itEndsTheClientsWhenItsConductorDoes() {
    MemoryWatch ending =
        new MemoryWatch(
            SERVERS,
            Optional.of((operations, clients) -> operations > 5),
            () -> nanos,
            pids -> resident);

    assertThat(ending.secondEnded(5, CLIENTS)).isFalse();
    assertThat(ending.secondEnded(6, CLIENTS)).isTrue();
    assertThat(watch().secondEnded(6, CLIENTS)).isFalse();
  }
}
