package io.hybridycsb.it.relational;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.results.YcsbReport;
import io.hybridycsb.it.Ended;
import io.hybridycsb.it.WorkloadTests;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("campaign")
@Tag("relational-tm")
class RelationalTmWorkloadIT extends WorkloadTests {
  @RegisterExtension
  private static final RelationalTmCluster CLUSTER = RelationalTmCluster.onPostgresql(4);

  @Test
  void whatIsOnlyAcceptedIsCommittedToo() {
    Ended load =
        CLUSTER.workload(
            "load",
            "workloada",
            Map.of("table", "async", "recordcount", "200", "relational.commit", "async"));
    assertThat(load.out()).as("%s", load).contains("[INSERT], Return=OK, 200");

    // Ordered after all of them.
    YcsbReport all =
        CLUSTER.ycsb(
            "run",
            "workloadc",
            Map.of(
                "table", "async",
                "recordcount", "200",
                "operationcount", "200",
                "requestdistribution", "sequential",
                "relational.read", "ordered"));
    assertThat(all.committed()).isEqualTo(200);
  }

  @Test
  void aNameThatATableCannotHaveIsRefusedAndTheBindingSaysSo() {
    Ended load =
        CLUSTER.workload("load", "workloada", Map.of("table", "t".repeat(200), "recordcount", "8"));

    assertThat(load.out()).contains("[INSERT], Return=BAD_REQUEST, 8");
    assertThat(load.err()).contains("relational-tm: table ");
  }

  @Test
  void peopleWriteReadAndDeleteRecords() {
    CLUSTER.hybridOn("put", "--table", "people", "ada", "born=1815", "died=1852").requireSuccess();
    CLUSTER.hybridOn("put", "--table", "people", "ada", "died=27.11.1852").requireSuccess();
    assertThat(CLUSTER.hybridOn("get", "--table", "people", "ada").requireSuccess().out())
        .contains("  born=1815", "  died=27.11.1852");

    CLUSTER.hybridOn("delete", "--table", "people", "ada").requireSuccess();
    assertThat(CLUSTER.hybridOn("get", "--table", "people", "ada").status()).isEqualTo(1);
  }
}
