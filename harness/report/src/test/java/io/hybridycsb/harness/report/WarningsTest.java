package io.hybridycsb.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.results.runs.MeasuredExperiment;
import io.hybridycsb.harness.results.runs.TestRun;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WarningsTest {
  private static List<Warnings.Warning> warnings(TestRun... runs) {
    return Warnings.of(
        new MeasuredExperiment(
            "fig05-clients", List.of(runs).stream().map(TestRun::measured).toList()));
  }

  /** The only warning. */
  private static Warnings.Warning warning(TestRun... runs) {
    List<Warnings.Warning> all = warnings(runs);
    assertThat(all).hasSize(1);
    return all.get(0);
  }

  @Test
  void steadyRunsWithoutFailuresHaveNone() {
    assertThat(warnings(new TestRun().committed(1000), new TestRun().committed(1050).repeat(2)))
        .isEmpty();
  }

  @Test
  void failedRunsAreToldWithTheirReasons() {
    Warnings.Warning failed =
        warnings(
                new TestRun().committed(1000),
                new TestRun().committed(9).repeat(2).failed("node2 died"),
                new TestRun().clients(8).failed("no quorum"))
            .get(0);

    assertThat(failed.summary()).startsWith("2 runs failed");
    assertThat(failed.details())
        .anyMatch(line -> line.contains("node2 died"))
        .anyMatch(line -> line.contains("no quorum"));
  }

  @Test
  void failedAndUnknownOperationsAreTold() {
    Warnings.Warning failed = warning(new TestRun().status("ERROR", 3).status("UNKNOWN", 2));

    assertThat(failed.summary()).startsWith("5 operations failed");
    assertThat(failed.details())
        .singleElement()
        .asString()
        .contains("3 failed, 2 of unknown outcome", "ERROR 3");
  }

  @Test
  void abortsAloneAreNoFailures() {
    assertThat(warnings(new TestRun().status("ABORTED", 3))).isEmpty();
  }

  @Test
  void repeatsThatDifferByMoreThanATenthAreTold() {
    Warnings.Warning noise =
        warning(new TestRun().committed(1000), new TestRun().committed(1200).repeat(2));

    assertThat(noise.details()).singleElement().asString().contains("100 to 120");
  }

  @Test
  void repeatsInTwoGroupsAreToldSinceAMeanTellsOfNeither() {
    List<Warnings.Warning> warnings =
        warnings(
            new TestRun().committed(10_000),
            new TestRun().committed(7_000).repeat(2),
            new TestRun().committed(10_000).repeat(3),
            new TestRun().committed(9_900).repeat(4),
            new TestRun().committed(9_950).repeat(5));

    assertThat(warnings).hasSize(2);
    assertThat(warnings.get(0).summary())
        .isEqualTo("Repeats of 1 point look like two groups, and a mean tells of neither");
    assertThat(warnings.get(0).details())
        .containsExactly(
            "veritas-kafka, clients 4: one with 700 and 4 with 990 to 1,000 operations/s; the mean"
                + " is 937");
    assertThat(warnings.get(1).details())
        .containsExactly("veritas-kafka, clients 4: 700 to 1,000 operations/s, a spread of 32 %");
  }

  @Test
  void differentMachinesInOneFigureAreTold() {
    Warnings.Warning machines =
        warning(new TestRun().machine("one"), new TestRun().machine("two").clients(8));

    assertThat(machines.summary()).contains("different machines");
    assertThat(machines.details()).hasSize(2);
  }

  @Test
  void clientsThatTakeMuchOfABusyMachineAreTold() {
    TestRun busy =
        new TestRun().process("node1", "node", 12, 0).process("client1", "client", 22, 0);

    assertThat(warning(busy).summary()).contains("clients");
  }

  @Test
  void warningsOfRunsThatDifferInNumbersAreOne() {
    Warnings.Warning one =
        warning(
            new TestRun().warning("took 3.1 of 4 cores"),
            new TestRun().repeat(2).warning("took 3.2 of 4 cores"));

    assertThat(one.summary()).isEqualTo("took … of … cores");
    assertThat(one.details()).hasSize(2);
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
    Warnings.Warning mixture =
        warnings(
                new TestRun().property("recordcount", "2000"),
                new TestRun().property("maxexecutiontime", "120"))
            .get(0);

    assertThat(mixture.summary()).startsWith("Runs of different settings");
    assertThat(mixture.details())
        .contains(
            "veritas-kafka, clients 4: maxexecutiontime 120 or unset,"
                + " recordcount 10000 or 2000");
  }

  @Test
  void pointsOfOneSystemThatDifferInMoreThanWhatIsVariedAreTold() {
    Warnings.Warning mixture =
        warning(
            new TestRun().clients(4),
            new TestRun().clients(8).property("recordcount", "2000"),
            new TestRun().clients(4).system("etcd").property("recordcount", "500"));

    assertThat(mixture.details()).containsExactly("veritas-kafka: recordcount 10000 or 2000");
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
