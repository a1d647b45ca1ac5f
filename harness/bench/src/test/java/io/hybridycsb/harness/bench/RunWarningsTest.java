package io.hybridycsb.harness.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.bench.plan.RunSettings;
import io.hybridycsb.harness.results.ProcessCost;
import io.hybridycsb.harness.results.ProcessCost.ClientHost;
import io.hybridycsb.harness.results.RunResult;
import io.hybridycsb.harness.results.RunResult.Operations;
import io.hybridycsb.harness.results.RunResult.Phase;
import io.hybridycsb.harness.results.RunWarning;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RunWarningsTest {
  private static List<String> warnings(Map<String, Long> statuses, String commitMode) {
    Operations updates =
        new Operations(new TreeMap<>(statuses), Optional.empty(), Optional.empty());
    return warnings(new TreeMap<>(Map.of("UPDATE", updates)), commitMode, new TreeMap<>(), 0.5);
  }

  /** Of clients and of all on this machine, in cores; and of the clients' busiest thread. */
  private static List<String> warnings(
      double clientCores, double busyCores, double busiestThread, ClientHost... hosts) {
    SortedMap<String, ProcessCost> processes = new TreeMap<>();
    processes.put("client1", new ProcessCost(ProcessCost.CLIENT, clientCores, 0));
    processes.put("node1", new ProcessCost("node", busyCores - clientCores, 0));
    for (ClientHost host : hosts) {
      processes.put(host.name(), new ProcessCost(ProcessCost.CLIENT, 1, 0).on(host));
    }
    return warnings(new TreeMap<>(), "sync", processes, busiestThread);
  }

  private static List<String> warnings(
      SortedMap<String, Operations> operations,
      String commitMode,
      SortedMap<String, ProcessCost> processes,
      double busiestThread) {
    Measured measured =
        new Measured(
            Optional.empty(),
            new Phase(1, 7, 7, 0, operations),
            List.of(),
            new RunResult.Recorded("", 7, 0, new TreeMap<>(), "a test", ""),
            processes,
            new Measured.Cpu(1, busiestThread, OptionalDouble.empty(), 0, OptionalDouble.empty()),
            List.of());
    return RunWarnings.of(measured, commitMode, 4).stream().map(RunWarning::text).toList();
  }

  @Test
  void clientsThatTakeMostOfABusyMachineMayHaveBeenTheLimit() {
    assertThat(warnings(2.16, 3.32, 0.3))
        .containsExactly("the clients took 2.2 of 4 cores: they may be what limits the throughput");
    assertThat(warnings(1.6, 3.32, 0.3)).as("servers took more").isEmpty();
    assertThat(warnings(1.6, 2, 0.3)).as("cores are idle").isEmpty();
  }

  @Test
  void aThreadThatHasNoMoreOfItsCoreMayHaveBeenTheLimitOnAnIdleMachineToo() {
    assertThat(warnings(1.2, 2, 0.97))
        .containsExactly(
            "a thread of the clients took 97 % of a core: it may be what limits the throughput; give"
                + " more client-processes");
  }

  @Test
  void aBusyHostOfClientsMayHaveBeenTheLimitWhateverThisMachineDoes() {
    ClientHost[] hosts = {
      new ClientHost("busy", 8, OptionalDouble.of(6.5), 0, 0),
      new ClientHost("idle", 8, OptionalDouble.of(6.3), 0, 0),
      new ClientHost("unseen", 0, OptionalDouble.empty(), 0, 0)
    };

    assertThat(warnings(0, 0.1, 0, hosts))
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

  private static List<String> ofRate(
      OptionalLong target, Map<String, String> properties, long done, double seconds) {
    RunSettings run =
        new RunSettings(
            1,
            "",
            8,
            new RunSettings.Rate(target, OptionalInt.empty(), Optional.empty()),
            "workloada",
            new TreeMap<>(properties),
            new RunSettings.Length(done, 0, new RunSettings.WarmUp(false, 0), 60),
            Optional.empty());
    Operations updates =
        new Operations(new TreeMap<>(Map.of("OK", done)), Optional.empty(), Optional.empty());
    Phase phase =
        new Phase(seconds, done, done / seconds, 0, new TreeMap<>(Map.of("UPDATE", updates)));
    return RunWarnings.ofRate(run, phase).stream().map(RunWarning::text).toList();
  }

  @Test
  void anOfferedRateThatIsNotReachedIsTold() {
    assertThat(ofRate(OptionalLong.of(50_000), Map.of(), 1_260, 10))
        .containsExactly(
            "offered 50,000/s, done 126/s: the rate that was asked for wasn't reached");
    assertThat(ofRate(OptionalLong.of(100), Map.of(), 995, 10)).isEmpty();
    assertThat(ofRate(OptionalLong.empty(), Map.of(), 995, 10)).isEmpty();
  }

  @Test
  void aRateOfFewerThanTwentyCompletionsIsNone() {
    assertThat(ofRate(OptionalLong.empty(), Map.of(), 19, 10))
        .containsExactly(
            "fewer than 20 completions, so there is no rate: 19 operations, 1 at a time");
    assertThat(ofRate(OptionalLong.empty(), Map.of("transaction.batch", "2048"), 2_048, 10))
        .containsExactly(
            "fewer than 20 completions, so there is no rate: 2,048 operations, 2,048 at a time");
    assertThat(ofRate(OptionalLong.empty(), Map.of("transaction.batch", "10"), 200, 10)).isEmpty();
  }
}
