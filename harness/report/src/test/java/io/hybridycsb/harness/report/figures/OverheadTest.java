package io.hybridycsb.harness.report.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.results.runs.MeasuredExperiment;
import io.hybridycsb.harness.results.runs.MeasuredRun;
import io.hybridycsb.harness.results.runs.TestRun;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OverheadTest {
  private static MeasuredRun run(String system, long committed, Map<String, String> varied) {
    return new TestRun()
        .experiment("overhead", "")
        .baseline("postgresql")
        .system(system)
        .varied(varied)
        .committed(committed)
        .measured();
  }

  @Test
  void theBaselineStandsAtTheNumberOfClientsWithWhichItDoesMost() {
    MeasuredRun chain = run("relational-tm", 100, Map.of("workload", "tpcc"));
    MeasuredExperiment experiment =
        new MeasuredExperiment(
            "overhead",
            List.of(
                chain,
                run("postgresql", 1100, Map.of("workload", "tpcc", "clients", "1")),
                run("postgresql", 200, Map.of("workload", "tpcc", "clients", "64")),
                run("postgresql", 9000, Map.of("workload", "smallbank", "clients", "64"))));

    assertThat(Overhead.over("postgresql", experiment).of().apply(chain)).hasValue(11);
  }
}
