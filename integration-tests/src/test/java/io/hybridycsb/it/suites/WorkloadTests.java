package io.hybridycsb.it.suites;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.cluster.ClusterTests;
import io.hybridycsb.it.cluster.LocalCluster;
import io.hybridycsb.it.load.CheckedWorkload;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** YCSB's workloads, each long enough for its operations to contend. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class WorkloadTests extends ClusterTests<LocalCluster> {
  protected static final String FIRST_KEY = CheckedWorkload.FIRST_KEY;

  /** How many records there are. */
  protected int records() {
    return 400;
  }

  /** How many operations each test does, about. */
  protected int operations() {
    return 1_500;
  }

  /** What an operation may answer while nothing fails. */
  protected Set<String> answers() {
    return Set.of("OK", "ABORTED");
  }

  /** Properties with which every thread sees the records that another has inserted. */
  protected Map<String, String> insertsForOthers() {
    return Map.of();
  }

  private CheckedWorkload ycsb() {
    return new CheckedWorkload(cluster(), records(), operations(), answers());
  }

  @BeforeAll
  void load() {
    ycsb().load();
  }

  @ParameterizedTest
  @ValueSource(strings = {"workloada", "workloadd", "workloadf"})
  void everyRecordReadIsAsItWasWritten(String workload) {
    ycsb().runAndVerify(workload, propertiesOf(workload));
  }

  /** Workload D reads what has just been inserted, the others what was there before. */
  private Map<String, String> propertiesOf(String workload) {
    return workload.equals("workloadd") ? insertsForOthers() : Map.of();
  }

  @Test
  protected void everyScanSucceeds() {
    SortedMap<String, Long> returns = ycsb().run("workloade", Map.of());

    assertThat(returns.get("SCAN OK")).isGreaterThan(operations() / 2);
  }

  @Test
  void concurrentUpdatesOfOneRecordAllHaveAnAnswerAndLeaveItsOtherFields() {
    ycsb().updateOneRecord(operations());
  }

  @Test
  void aMissingRecordIsNotFoundAndNoError() {
    SortedMap<String, Long> returns =
        ycsb().returns("run", "workloadc", Map.of("table", "empty", "dataintegrity", "false"));

    assertThat(returns).containsOnly(Map.entry("READ NOT_FOUND", (long) operations()));
  }
}
