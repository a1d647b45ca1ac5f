package io.hybridycsb.harness.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.results.RunResult.Phase;
import io.hybridycsb.harness.results.RunResult.ProcessCost;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RunRecordTest {
  /** Clients also need processors to start and to end, which is no part of the operations' time. */
  @Test
  void coresAreBusyForTheTimeInWhichTheirUseWasCounted() {
    Phase phase = new Phase(2, 100, 50, new TreeMap<>());
    TreeMap<String, ProcessCost> processes =
        new TreeMap<>(
            Map.of(
                "client1", new ProcessCost("client", 6, 0),
                "node1", new ProcessCost("node", 2, 0)));
    OneRun.Measured measured = new OneRun.Measured(phase, processes, 4, List.of());

    assertThat(RunRecord.cores(measured, cost -> true)).isEqualTo(2);
    assertThat(RunRecord.cores(measured, cost -> cost.role().equals("client"))).isEqualTo(1.5);
  }
}
