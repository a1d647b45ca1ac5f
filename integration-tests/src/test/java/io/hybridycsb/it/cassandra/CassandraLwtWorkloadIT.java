package io.hybridycsb.it.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.results.YcsbReport;
import io.hybridycsb.it.release.Ended;
import io.hybridycsb.it.suites.WorkloadTests;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("campaign")
@Tag("cassandra-lwt")
class CassandraLwtWorkloadIT extends WorkloadTests {
  private static final int RECORDS = 600;

  @RegisterExtension private static final CassandraCluster CLUSTER = new CassandraCluster();

  /** Two writers of one record may leave an outcome unknown. */
  @Override
  protected Set<String> answers() {
    return Set.of("OK", "ABORTED", "UNKNOWN");
  }

  private static Map<String, String> half(String table, int start) {
    return Map.of(
        "table", table,
        "recordcount", Integer.toString(RECORDS),
        "insertstart", Integer.toString(start),
        "insertcount", Integer.toString(RECORDS / 2));
  }

  /** Both processes find no table, and make it. */
  @Test
  void twoClientProcessesMayUseANewTableAtTheSameTime() {
    CompletableFuture<YcsbReport> first =
        CompletableFuture.supplyAsync(() -> CLUSTER.ycsb("load", "workloada", half("shared", 0)));
    YcsbReport second = CLUSTER.ycsb("load", "workloada", half("shared", RECORDS / 2));

    assertThat(first.join().committed()).isEqualTo(RECORDS / 2);
    assertThat(second.committed()).isEqualTo(RECORDS / 2);
    YcsbReport run =
        CLUSTER.ycsb(
            "run",
            "workloadc",
            Map.of(
                "table",
                "shared",
                "recordcount",
                Integer.toString(RECORDS),
                "operationcount",
                Integer.toString(RECORDS),
                "requestdistribution",
                "sequential"));
    assertThat(run.committed()).isEqualTo(RECORDS);
  }

  @Test
  void anInsertOfAnExistingRecordIsAbortedAndChangesNothing() {
    Map<String, String> table = Map.of("table", "twice", "recordcount", "20", "fieldcount", "1");
    CLUSTER.workload("load", "workloada", table).requireSuccess();
    String before = CLUSTER.hybridOn("get", "--table", "twice", FIRST_KEY).requireSuccess().out();

    YcsbReport again = CLUSTER.ycsb("load", "workloada", table);
    // Each of YCSB's threads stops loading at its first insert that fails.
    assertThat(again.committed()).isZero();
    assertThat(again.uncommitted()).containsOnlyKeys("ABORTED");
    assertThat(CLUSTER.hybridOn("get", "--table", "twice", FIRST_KEY).requireSuccess().out())
        .isEqualTo(before);
  }

  @Test
  void whatIsDeletedIsNotFoundAndCanBeInsertedAgain() {
    CLUSTER.hybridOn("put", "phoenix", "colour=red", "size=7").requireSuccess();
    CLUSTER.hybridOn("delete", "phoenix").requireSuccess();
    Ended missing = CLUSTER.hybridOn("delete", "phoenix");
    assertThat(missing.status()).isEqualTo(1);
    assertThat(missing.text()).contains("not found");
    CLUSTER.hybridOn("put", "phoenix", "colour=blue").requireSuccess();
    assertThat(CLUSTER.hybridOn("get", "phoenix").requireSuccess().out())
        .contains("colour=blue")
        .doesNotContain("size");
  }

  @Test
  void plainModeReadsWhatItHasWritten() {
    Map<String, String> plain =
        Map.of("table", "plain", "cassandra.mode", "plain", "dataintegrity", "true");
    YcsbReport load = CLUSTER.ycsb("load", "workloada", plain);
    assertThat(load.committed()).isEqualTo(1000);
    YcsbReport run = CLUSTER.ycsb("run", "workloada", plain);
    assertThat(run.committed()).isEqualTo(1000);
    assertThat(run.wrongReads()).isZero();
  }
}
