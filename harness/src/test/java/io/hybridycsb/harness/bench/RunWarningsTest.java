package io.hybridycsb.harness.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.results.RunResult.Operations;
import io.hybridycsb.harness.results.RunResult.Phase;
import io.hybridycsb.harness.results.RunWarning;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RunWarningsTest {
  private static List<String> warnings(Map<String, Long> statuses, String commitMode) {
    Operations updates =
        new Operations(new TreeMap<>(statuses), Optional.empty(), Optional.empty());
    Phase phase = new Phase(1, 7, 7, 0, new TreeMap<>(Map.of("UPDATE", updates)));
    return RunWarnings.of(phase, commitMode, 1, 4).stream().map(RunWarning::text).toList();
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
          .startsWith("commit mode " + mode + ": acknowledged writes were accepted");
    }
  }
}
