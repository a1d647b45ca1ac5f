package io.hybridycsb.harness.bench.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.results.RunResult.Latency;
import io.hybridycsb.harness.results.RunResult.Operations;
import io.hybridycsb.harness.results.RunResult.Phase;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ClientPhasesTest {
  private static final Probe.Findings SEEN_FROM_OUTSIDE =
      new Probe.Findings(
          new TreeMap<>(Map.of("a counter", 1.0)),
          new TreeMap<>(Map.of("ledger", 5.0)),
          "processor time",
          List.of());

  private static Operations measured(long count, double meanMs) {
    return new Operations(
        new TreeMap<>(),
        Optional.of(new Latency(count, meanMs, meanMs, meanMs, Map.of(), "")),
        Optional.empty());
  }

  private static Phase run(Map<String, Operations> operations) {
    return new Phase(10, 100, 10, 0, new TreeMap<>(operations));
  }

  @Test
  void whatClientsHaveMeasuredReplacesWhatIsSeenFromOutside() {
    List<Probe.Findings> all =
        ClientPhases.in(
            run(
                Map.of(
                    "EXECUTE", measured(100, 20),
                    "ORDER", measured(100, 150),
                    "VALIDATE", measured(100, 30))),
            List.of(SEEN_FROM_OUTSIDE));

    SortedMap<String, Double> components = new TreeMap<>();
    SortedMap<String, Double> counters = new TreeMap<>();
    all.forEach(
        found -> {
          components.putAll(found.components());
          counters.putAll(found.counters());
        });
    assertThat(components)
        .containsExactlyInAnyOrderEntriesOf(Map.of("execute", 2.0, "order", 15.0, "validate", 3.0));
    assertThat(counters)
        .containsEntry("a counter", 1.0)
        .containsEntry("milliseconds to order", 150.0)
        .hasSize(4);
    assertThat(all)
        .extracting(Probe.Findings::componentsSource)
        .filteredOn(source -> !source.isEmpty())
        .singleElement()
        .asString()
        .startsWith("timers inside the clients");
  }

  @Test
  void withoutPhasesNothingIsReplaced() {
    assertThat(ClientPhases.in(run(Map.of()), List.of(SEEN_FROM_OUTSIDE)))
        .containsExactly(SEEN_FROM_OUTSIDE);
  }
}
