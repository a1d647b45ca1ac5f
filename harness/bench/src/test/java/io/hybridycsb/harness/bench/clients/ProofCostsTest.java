package io.hybridycsb.harness.bench.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.hybridycsb.harness.results.YcsbReport;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProofCostsTest {
  private static YcsbReport report(String... lines) {
    return YcsbReport.parse("[OVERALL], RunTime(ms), 1000\n" + String.join("\n", lines));
  }

  @Test
  void costsAreMeansForEachAnswerOfAllProcesses() {
    YcsbReport one =
        report(
            "[PROOFS-OF-NEWEST], Calls, 2",
            "[PROOFS-OF-NEWEST], Answers, 10",
            "[PROOFS-OF-NEWEST], Bytes, 5000",
            "[PROOFS-OF-NEWEST], ClientCpu(us), 100",
            "[PROOFS-OF-NEWEST], Waited(us), 400");
    YcsbReport other =
        report(
            "[PROOFS-OF-NEWEST], Calls, 3",
            "[PROOFS-OF-NEWEST], Answers, 30",
            "[PROOFS-OF-NEWEST], Withdrawn, 1",
            "[PROOFS-OF-NEWEST], Bytes, 3000");

    assertThat(ProofCosts.counters(List.of(one, other)))
        .containsExactly(
            entry("proofs of newest: answers in a proof", 8.0),
            entry("proofs of newest: answers of blocks taken back", 1.0),
            entry("proofs of newest: bytes for each answer", 200.0),
            entry("proofs of newest: client CPU µs for each answer", 2.5),
            entry("proofs of newest: µs waited for servers for each answer", 10.0));
  }

  @Test
  void auditsAreCountedByThemselves() {
    YcsbReport report =
        report(
            "[PROOFS-OF-CONSISTENCY], Calls, 4",
            "[PROOFS-OF-CONSISTENCY], Answers, 0",
            "[PROOFS-OF-CONSISTENCY], Bytes, 800");

    assertThat(ProofCosts.counters(List.of(report)))
        .containsEntry("proofs of consistency: bytes for each audit", 200.0);
  }

  @Test
  void aRunWithoutProofsHasNoCounters() {
    assertThat(ProofCosts.counters(List.of(report()))).isEmpty();
  }
}
