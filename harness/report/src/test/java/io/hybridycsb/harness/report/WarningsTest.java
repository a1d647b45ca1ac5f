package io.hybridycsb.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.results.runs.MeasuredExperiment;
import io.hybridycsb.harness.results.runs.TestRun;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WarningsTest {
  private static final String MIXTURE = "Different settings in one figure: report them apart";

  private static Map<String, List<String>> warnings(TestRun... runs) {
    return Warnings.of(
        new MeasuredExperiment(
            "fig05-clients", List.of(runs).stream().map(TestRun::measured).toList()));
  }

  /** The lines of the only kind. */
  private static List<String> lines(String kind, TestRun... runs) {
    assertThat(warnings(runs)).containsOnlyKeys(kind);
    return warnings(runs).get(kind);
  }

  @Test
  void steadyRunsWithoutFailuresHaveNone() {
    assertThat(warnings(new TestRun().committed(1000), new TestRun().committed(1050).repeat(2)))
        .isEmpty();
  }

  @Test
  void failedRunsAreToldWithTheirReasons() {
    assertThat(
            lines(
                "Failed, in no figure",
                new TestRun().committed(1000),
                new TestRun().committed(9).repeat(2).failed("node2 died"),
                new TestRun().clients(8).failed("no quorum")))
        .containsExactly(
            "veritas-kafka, clients 4, repeat 2: node2 died",
            "veritas-kafka, clients 8, repeat 1: no quorum");
  }

  @Test
  void failedAndUnknownOperationsAreTold() {
    assertThat(
            lines(
                "Operations failed or of unknown outcome, in no throughput",
                new TestRun().status("ERROR", 3).status("UNKNOWN", 2)))
        .singleElement()
        .asString()
        .contains("3 failed, 2 of unknown outcome", "ERROR 3");
  }

  @Test
  void anOfferedRateThatWasNotReachedIsTold() {
    assertThat(
            lines(
                "Less than 99 % of the offered rate was committed",
                new TestRun().property("target", "102")))
        .containsExactly(
            "veritas-kafka, clients 4, repeat 1: 102 operations/s offered, 100 committed");
    assertThat(warnings(new TestRun().property("target", "101"))).isEmpty();
  }

  @Test
  void aRunOfFewCompletionsIsToldToHaveNoRate() {
    assertThat(lines("Fewer than 20 completions, in no rate", new TestRun().committed(19)))
        .containsExactly("veritas-kafka, clients 4, repeat 1: 19 completed");
    assertThat(warnings(new TestRun().committed(20))).isEmpty();
    assertThat(
            lines(
                "Fewer than 20 completions, in no rate",
                new TestRun().committed(9_999).property("transaction.batch", "512")))
        .containsExactly("veritas-kafka, clients 4, repeat 1: 9,999 completed, 512 at a time");
  }

  @Test
  void abortsAloneAreNoFailures() {
    assertThat(warnings(new TestRun().status("ABORTED", 3))).isEmpty();
  }

  @Test
  void repeatsThatDifferByMoreThanATenthAreTold() {
    assertThat(
            lines(
                "Repeats differ by more than 10 %",
                new TestRun().committed(1000), new TestRun().committed(1200).repeat(2)))
        .singleElement()
        .asString()
        .contains("100 to 120");
  }

  @Test
  void repeatsInTwoGroupsAreToldSinceAMeanTellsOfNeither() {
    Map<String, List<String>> warnings =
        warnings(
            new TestRun().committed(10_000),
            new TestRun().committed(7_000).repeat(2),
            new TestRun().committed(10_000).repeat(3),
            new TestRun().committed(9_900).repeat(4),
            new TestRun().committed(9_950).repeat(5));

    assertThat(warnings)
        .containsExactly(
            Map.entry(
                "Repeats in two groups, a mean tells of neither",
                List.of("veritas-kafka, clients 4: 700 and 990 to 1,000 operations/s, mean 937")),
            Map.entry(
                "Repeats differ by more than 10 %",
                List.of("veritas-kafka, clients 4: 700 to 1,000 operations/s, a spread of 32 %")));
  }

  @Test
  void differentMachinesInOneFigureAreTold() {
    assertThat(
            lines(
                "Different machines in one figure",
                new TestRun().machine("one"),
                new TestRun().machine("two").clients(8)))
        .singleElement()
        .asString()
        .contains("one processor", "; two processor");
  }

  @Test
  void clientsThatTakeMuchOfABusyMachineAreTold() {
    TestRun busy =
        new TestRun().process("node1", "node", 12, 0).process("client1", "client", 22, 0);

    assertThat(lines("Clients may be the limit: half or more of a busy machine", busy))
        .singleElement()
        .asString()
        .contains("of all processors busy");
  }

  @Test
  void warningsOfRunsThatDifferInNumbersAreOne() {
    assertThat(
            lines(
                "took … of … cores",
                new TestRun().warning("took 3.1 of 4 cores"),
                new TestRun().repeat(2).warning("took 3.2 of 4 cores")))
        .hasSize(2);
  }

  @Test
  void failedOperationsOfWhichTheRunItselfWarnsAreToldOnce() {
    assertThat(
            warnings(
                new TestRun()
                    .status("ERROR", 3)
                    .warning("operations without a known and good end: {ERROR=3}")))
        .hasSize(1);
  }

  @Test
  void quickAndFullRunsOfOnePointAreTold() {
    assertThat(
            lines(
                MIXTURE,
                new TestRun().property("recordcount", "2000"),
                new TestRun().property("maxexecutiontime", "120")))
        .contains(
            "veritas-kafka, clients 4: maxexecutiontime 120 or unset,"
                + " recordcount 10000 or 2000");
  }

  @Test
  void pointsOfOneSystemThatDifferInMoreThanWhatIsVariedAreTold() {
    assertThat(
            lines(
                MIXTURE,
                new TestRun().clients(4),
                new TestRun().clients(8).property("recordcount", "2000"),
                new TestRun().clients(4).system("etcd").property("recordcount", "500")))
        .containsExactly("veritas-kafka: recordcount 10000 or 2000");
  }

  @Test
  void whatAnExperimentVariesIsNoMixture() {
    assertThat(
            warnings(
                new TestRun().varied(Map.of("records", "2000")).property("recordcount", "2000"),
                new TestRun().varied(Map.of("records", "10000"))))
        .isEmpty();
  }
}
