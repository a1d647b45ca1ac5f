package io.hybridycsb.harness.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.hybridycsb.harness.bench.probe.Probe;
import io.hybridycsb.harness.bench.probe.StoredBytes;
import io.hybridycsb.harness.results.ProcessCost;
import io.hybridycsb.harness.results.RunResult.Phase;
import io.hybridycsb.harness.results.RunResult.Recorded;
import io.hybridycsb.harness.results.Soak;
import io.hybridycsb.harness.results.YcsbReport;
import io.hybridycsb.harness.system.SystemData.StoredPart;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SectionsTest {
  private static Measured measured() {
    return new Measured(
        Optional.empty(),
        new Phase(10, 1_000, 100, 0, new TreeMap<>()),
        List.of(
            YcsbReport.parse(
                """
                [OVERALL], RunTime(ms), 10000
                [UPDATE], Return=OK, 400
                [UPDATE], Return=ERROR, 9
                [INSERT], Return=OK, 100
                [READ], Return=OK, 700
                """)),
        new Recorded("", 7, 0, new TreeMap<>(), "a test", ""),
        new TreeMap<>(
            Map.of(
                "client1", new ProcessCost(ProcessCost.CLIENT, 8, 0),
                "node1", new ProcessCost("node", 2, 0))),
        new Measured.Cpu(10, 0, OptionalDouble.empty(), 0, OptionalDouble.empty()),
        List.of(
            Probe.Findings.counted(
                new TreeMap<>(
                    Map.of(
                        "proofs of newest: bytes for each answer", 321.0,
                        "proofs of newest: answers in a proof", 3.0)))));
  }

  private static Optional<StoredBytes> stored(long all, double state, double ledger) {
    return Optional.of(
        new StoredBytes(
            new TreeMap<>(Map.of("node", all)),
            Map.of(StoredPart.Kind.STATE, state, StoredPart.Kind.LEDGER, ledger)));
  }

  @Test
  void aSectionTellsWhatItCostAndAdded() {
    assertThat(
            Sections.of(
                measured(),
                2_000,
                stored(1_000_000, 0, 500_000),
                stored(6_000_000, 800_000, 1_500_000)))
        .containsOnly(
            entry(Soak.CPU, 2.0),
            entry(Soak.STATE, 400.0),
            entry(Soak.LEDGER, 2_000.0),
            entry(Soak.STORED, 10_000.0),
            entry(Soak.PROOF + "newest", 321.0));
  }

  @Test
  void whatIsNotKnownIsNotTold() {
    assertThat(Sections.of(measured(), 2_000, Optional.empty(), Optional.empty()))
        .containsOnlyKeys(Soak.CPU, Soak.PROOF + "newest");
  }
}
