package io.hybridycsb.harness.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.results.ProcessCost.ClientHost;
import io.hybridycsb.harness.results.RunResult.Operations;
import io.hybridycsb.harness.results.RunResult.Phase;
import io.hybridycsb.harness.results.RunWarning;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RunWarningsTest {
  private static List<String> warnings(Map<String, Long> statuses, String commitMode) {
    Operations updates =
        new Operations(new TreeMap<>(statuses), Optional.empty(), Optional.empty());
    Phase phase = new Phase(1, 7, 7, 0, new TreeMap<>(Map.of("UPDATE", updates)));
    return RunWarnings.of(phase, commitMode, new RunWarnings.Load(1, 2, 0.5, 4, List.of())).stream()
        .map(RunWarning::text)
        .toList();
  }

  private static List<String> warnings(RunWarnings.Load load) {
    return RunWarnings.of(new Phase(1, 7, 7, 0, new TreeMap<>()), "sync", load).stream()
        .map(RunWarning::text)
        .toList();
  }

  @Test
  void clientsThatTakeMostOfABusyMachineMayHaveBeenTheLimit() {
    assertThat(warnings(new RunWarnings.Load(2.16, 3.32, 0.3, 4, List.of())))
        .containsExactly("the clients took 2.2 of 4 cores: they may be what limits the throughput");
    assertThat(warnings(new RunWarnings.Load(1.6, 3.32, 0.3, 4, List.of())))
        .as("servers took more")
        .isEmpty();
    assertThat(warnings(new RunWarnings.Load(1.6, 2, 0.3, 4, List.of())))
        .as("cores are idle")
        .isEmpty();
  }

  @Test
  void aThreadThatHasNoMoreOfItsCoreMayHaveBeenTheLimitOnAnIdleMachineToo() {
    assertThat(warnings(new RunWarnings.Load(1.2, 2, 0.97, 4, List.of())))
        .containsExactly(
            "a thread of the clients took 97 % of a core: it may be what limits the throughput; give"
                + " more client-processes");
  }

  @Test
  void aBusyHostOfClientsMayHaveBeenTheLimitWhateverThisMachineDoes() {
    List<ClientHost> hosts =
        List.of(
            new ClientHost("busy", 8, OptionalDouble.of(6.5), 0, 0),
            new ClientHost("idle", 8, OptionalDouble.of(6.3), 0, 0),
            new ClientHost("unseen", 0, OptionalDouble.empty(), 0, 0));

    assertThat(warnings(new RunWarnings.Load(0, 0.1, 0, 4, hosts)))
        .containsExactly(
            "a host of clients was busy, busy on 6.5 of 8 cores: it may be what limits the"
                + " throughput",
            "what clients use isn't measured on a host without /proc: unseen");
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
