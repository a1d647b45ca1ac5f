package io.hybridycsb.harness.bench.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.process.ProcessUse;
import io.hybridycsb.harness.results.RunWarning.Kind;
import io.hybridycsb.harness.system.registry.Systems;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ProbesTest {
  /** It tells what it is given, and finds that nothing was counted worth a warning. */
  private record Told(SortedMap<String, Double> read) implements Probe {
    @Override
    public Findings findings(SortedMap<String, Double> counted, int nodes) {
      return counted.isEmpty()
          ? Findings.warning(Kind.BROKER_UNREAD.of())
          : new Findings(counted, new TreeMap<>(), "", List.of());
    }
  }

  private static Probe.Findings findings(Map<String, Double> before, Map<String, Double> after) {
    return Probes.findings(
            List.of(new Told(new TreeMap<>(after))),
            List.of(new TreeMap<>(before)),
            List.of(new TreeMap<>(after)),
            4)
        .get(0);
  }

  @Test
  void onlyWhatWasCountedDuringTheMeasuredOperationsIsFound() {
    assertThat(findings(Map.of("a", 1_000.0), Map.of("a", 1_007.0, "b", 2.0)).counters())
        .isEqualTo(Map.of("a", 7.0, "b", 2.0));
  }

  @Test
  void processorTimeOfAProcessThatHasEndedMeanwhileIsToldAndNotNegative() {
    Probe fabric = CpuProbe.of(Systems.byName("fabric"), TreeMap::new).get(0);

    Probe.Findings found = fabric.findings(new TreeMap<>(Map.of("ledger", -3.0)), 4);

    assertThat(found.components()).isEmpty();
    assertThat(found.warnings()).containsExactly(Kind.PROCESS_ENDED.of());
  }

  private static List<Probe> probes(String system) {
    SortedMap<String, ProcessSnapshot> seen =
        new TreeMap<>(
            Map.of("node1", new ProcessSnapshot("node", 1, ProcessUse.ofCpu(2), List.of())));
    return Probes.of(Systems.byName(system), Map.of("node1-metrics", 1), () -> seen, true);
  }

  @Test
  void componentsAreTimedByNodesThatDoSoAndOtherwiseSeenFromOutsideWhateverMetricsThereAre() {
    assertThat(probes("veritas-kafka")).hasAtLeastOneElementOfType(ComponentsProbe.class);
    for (String system : List.of("relational-tm", "relational-kafka")) {
      assertThat(probes(system))
          .as(system)
          .hasAtLeastOneElementOfType(CpuProbe.class)
          .doesNotHaveAnyElementsOfTypes(ComponentsProbe.class);
    }
  }

  @Test
  void countsThatCouldNotBeReadBeforeAreNotTakenForNothing() {
    Probe.Findings found = findings(Map.of(), Map.of("a", 1_007.0));

    assertThat(found.counters()).isEmpty();
    assertThat(found.warnings()).containsExactly(Kind.BROKER_UNREAD.of());
  }
}
