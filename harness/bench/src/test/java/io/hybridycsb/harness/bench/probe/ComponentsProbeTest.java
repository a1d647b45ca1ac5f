package io.hybridycsb.harness.bench.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.http.MetricsPage;
import io.hybridycsb.harness.process.ProcessUse;
import io.hybridycsb.harness.system.registry.Systems;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ComponentsProbeTest {
  @Test
  void secondsOfAllNodesAndOperationsAreAddedUp() {
    String page =
        """
        # HELP hybrid_component_seconds_total Time
        # TYPE hybrid_component_seconds_total counter
        hybrid_component_seconds_total{component="consensus",operation="commit"} 1.5
        hybrid_component_seconds_total{component="consensus",operation="read"} 0.25
        hybrid_component_seconds_total{component="other",operation="read"} 2.0E-1
        hybrid_operations_total{operation="commit"} 7.0
        jvm_memory_used_bytes{area="heap",id="a b"} 9.0
        """;
    ComponentsProbe probe = new ComponentsProbe(List.of(1, 2), port -> MetricsPage.parse(page));
    Probe.Findings findings = probe.findings(probe.counts(), 2);
    assertThat(findings.components())
        .containsExactlyInAnyOrderEntriesOf(Map.of("consensus", 3.5, "other", 0.4));
    assertThat(findings.counters())
        .containsEntry("operations at servers: commit", 14.0)
        .containsEntry("component seconds: commit, consensus", 3.0)
        .hasSize(4);
    assertThat(findings.componentsSource()).isEqualTo(ComponentsProbe.SOURCE);
    assertThat(findings.warnings()).isEmpty();
  }

  @Test
  void sharesOfSomeNodesAreNone() {
    String page = "hybrid_component_seconds_total{component=\"other\",operation=\"read\"} 1";
    ComponentsProbe probe =
        new ComponentsProbe(
            List.of(1, 2),
            port -> {
              if (port == 2) {
                throw new IOException("connection refused");
              }
              return MetricsPage.parse(page);
            });

    assertThat(probe.counts()).isEmpty();
    Probe.Findings findings = probe.findings(probe.counts(), 2);
    assertThat(findings.components()).isEmpty();
    assertThat(findings.componentsSource()).isEmpty();
    assertThat(findings.warnings()).hasSize(1);
  }

  @Test
  void processorTimeIsThatOfTheProcessesWhichStandForAComponent() {
    SortedMap<String, ProcessSnapshot> processes = new TreeMap<>();
    processes.put("orderer1", new ProcessSnapshot("orderer", 1, ProcessUse.ofCpu(2), List.of()));
    processes.put("orderer2", new ProcessSnapshot("orderer", 2, ProcessUse.ofCpu(3), List.of()));
    processes.put("peer1", new ProcessSnapshot("peer", 3, ProcessUse.ofCpu(7), List.of()));
    Probe probe = CpuProbe.of(Systems.byName("fabric"), () -> processes).get(0);
    Probe.Findings findings = probe.findings(probe.counts(), 2);
    assertThat(findings.components())
        .containsExactlyInAnyOrderEntriesOf(Map.of("consensus", 5.0, "ledger", 7.0));
    assertThat(findings.componentsSource()).contains("processor time", "can't be told apart");
  }

  @Test
  void oneProcessForEverythingHasNoComponentsAndSaysWhy() {
    Probe probe = CpuProbe.of(Systems.byName("etcd"), TreeMap::new).get(0);
    Probe.Findings findings = probe.findings(probe.counts(), 4);
    assertThat(findings.components()).isEmpty();
    assertThat(findings.componentsSource()).startsWith("not separable");
  }

  @Test
  void systemsWithTimersOfTheirOwnAreNotSeenFromOutside() {
    assertThat(CpuProbe.of(Systems.byName("veritas-kafka"), TreeMap::new)).isEmpty();
  }
}
