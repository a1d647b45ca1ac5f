package io.hybridycsb.harness.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.results.RunResult.Operations;
import io.hybridycsb.harness.results.RunResult.Phase;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class WarningsTest {
  private static List<String> warnings(Map<String, Long> statuses, String commitMode) {
    Operations updates =
        new Operations(new TreeMap<>(statuses), Optional.empty(), Optional.empty());
    return Warnings.of(
        new Phase(1, 7, 7, new TreeMap<>(Map.of("UPDATE", updates))), commitMode, 1, 4);
  }

  @Test
  void operationsOfUnknownOutcomeAreToldAbortedOnesAreAnAnswer() {
    assertThat(warnings(Map.of("OK", 7L, "ABORTED", 2L), "sync")).isEmpty();
    assertThat(warnings(Map.of("OK", 7L, "ABORTED", 2L, "UNKNOWN", 1L), "sync"))
        .containsExactly("operations without a known and good end: {UNKNOWN=1}");
  }

  @Test
  void writesThatWereOnlyAcceptedAreTold() {
    for (String mode : List.of("async", "pool")) {
      assertThat(warnings(Map.of("OK", 7L), mode))
          .singleElement()
          .asString()
          .startsWith("commit mode " + mode + ": writes count that were accepted");
    }
  }

  /** Nobody knows what a process has used that was killed. */
  @Test
  void costsThatLeaveSomeProcessesOutSayWhich() {
    assertThat(Warnings.ofKilled(Set.of())).isEmpty();
    assertThat(Warnings.ofKilled(Set.of("redis2", "node2")))
        .hasValue("CPU time and bytes written are without those of what was killed: node2, redis2");
  }
}
