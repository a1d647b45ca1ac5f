package io.hybridycsb.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class WarningsTest {
  private static List<Warnings.Warning> warnings(TestRun... runs) {
    return Warnings.of(
        new Experiment("fig05-clients", List.of(runs).stream().map(TestRun::measured).toList()));
  }

  @Test
  void steadyRunsWithoutFailuresHaveNone() {
    assertThat(warnings(new TestRun().committed(1000), new TestRun().committed(1050).repeat(2)))
        .isEmpty();
  }

  @Test
  void failedAndUnknownOperationsAreTold() {
    assertThat(warnings(new TestRun().status("ERROR", 3).status("UNKNOWN", 2)))
        .singleElement()
        .satisfies(
            warning -> {
              assertThat(warning.summary()).startsWith("5 operations failed");
              assertThat(warning.details())
                  .singleElement()
                  .asString()
                  .contains("3 failed, 2 of unknown outcome", "ERROR 3");
            });
  }

  @Test
  void abortsAloneAreNoFailures() {
    assertThat(warnings(new TestRun().status("ABORTED", 3))).isEmpty();
  }

  @Test
  void repeatsThatDifferByMoreThanATenthAreTold() {
    assertThat(warnings(new TestRun().committed(1000), new TestRun().committed(1200).repeat(2)))
        .singleElement()
        .satisfies(
            warning ->
                assertThat(warning.details()).singleElement().asString().contains("100 to 120"));
  }

  @Test
  void differentMachinesInOneFigureAreTold() {
    assertThat(warnings(new TestRun().machine("one"), new TestRun().machine("two").clients(8)))
        .singleElement()
        .satisfies(
            warning -> {
              assertThat(warning.summary()).contains("different machines");
              assertThat(warning.details()).hasSize(2);
            });
  }

  @Test
  void clientsThatTakeMuchOfABusyMachineAreTold() {
    TestRun busy =
        new TestRun().process("node1", "node", 20, 0).process("client1", "client", 18, 0);

    assertThat(warnings(busy))
        .singleElement()
        .satisfies(warning -> assertThat(warning.summary()).contains("clients"));
  }

  @Test
  void warningsOfRunsThatDifferInNumbersAreOne() {
    assertThat(
            warnings(
                new TestRun().warning("took 3.1 of 4 cores"),
                new TestRun().repeat(2).warning("took 3.2 of 4 cores")))
        .singleElement()
        .satisfies(
            warning -> {
              assertThat(warning.summary()).isEqualTo("took … of … cores");
              assertThat(warning.details()).hasSize(2);
            });
  }
}
