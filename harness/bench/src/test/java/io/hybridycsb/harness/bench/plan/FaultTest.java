package io.hybridycsb.harness.bench.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.UsageException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a process may be killed: something has to tell what was lost. */
class FaultTest {
  private static final String SMALLBANK = "workload=io.hybridycsb.ycsb.workload.SmallBank\n";

  @TempDir private Path directory;

  private RunSettings run(String settings) {
    String text = "name: a\ntitle: A\n%s\n".formatted(settings);
    return new TestExperiments(directory).points(text, "etcd").get(0).run();
  }

  @Test
  void noRunCountsLostWritesWhoseValuesAreAllEqual() {
    assertThatThrownBy(() -> run("kill: node2\nproperties: {dataintegrity: true}"))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "a: with dataintegrity all values of a field are equal, so lost writes can't be"
                + " counted; leave out dataintegrity or kill");
    assertThat(run("properties: {dataintegrity: true}").fault()).isEmpty();
  }

  @Test
  void aNodeIsKilledUnderTransactionsWhoseInvariantIsVerified() {
    assertThat(run("workload: smallbank\nkill: node2").fault())
        .hasValueSatisfying(fault -> assertThat(fault.process()).isEqualTo("node2"));
    assertThat(run("workload: tpcc\nkill: node2").fault()).isPresent();
  }

  @ParameterizedTest
  @ValueSource(strings = {"client-processes: 2", "properties: {transaction.verify: false}"})
  void noNodeIsKilledUnderTransactionsThatNobodyVerifies(String setting) {
    String text = "workload: smallbank\nclients: 4\nkill: node2\n" + setting;
    assertThatThrownBy(() -> run(text))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "a: with kill, smallbank has to verify what is left, which it does in one client"
                + " process; leave out client-processes and transaction.verify=false, or kill");
  }

  @Test
  void aWorkloadFileCanLeaveOutItsVerificationAsAPropertyCan() {
    assertThatThrownBy(() -> runOfFile(SMALLBANK + "transaction.verify=false\n", ""))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("a: with kill, mine has to verify what is left");
    String verified = "\nproperties: {transaction.verify: true}";
    assertThat(runOfFile(SMALLBANK + "transaction.verify=false\n", verified).fault()).isPresent();
  }

  @Test
  void noNodeIsKilledUnderAWorkloadWhoseChecksNobodyKnows() {
    String another = "workload=site.ycsb.workloads.ConstantOccupancyWorkload\n";
    assertThatThrownBy(() -> runOfFile(another, ""))
        .isInstanceOf(UsageException.class)
        .hasMessage("a: lost writes can't be counted in mine, so leave out kill");
  }

  private RunSettings runOfFile(String workload, String more) {
    TestExperiments experiments = new TestExperiments(directory);
    experiments.write("mine", workload);
    String text = "name: a\ntitle: A\nworkload: mine\nkill: node2" + more + "\n";
    return experiments.points(text, "etcd", directory).get(0).run();
  }

  @Test
  void noNodeIsKilledUnderReadsThatAreVerifiedSinceLostWritesAreNotCounted() {
    assertThatThrownBy(() -> run("workload: verified-x\nkill: node2"))
        .isInstanceOf(UsageException.class)
        .hasMessage("a: lost writes can't be counted in verified-x, so leave out kill");
  }
}
