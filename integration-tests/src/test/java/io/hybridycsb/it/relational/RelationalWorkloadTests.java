package io.hybridycsb.it.relational;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.results.YcsbReport;
import io.hybridycsb.it.release.Ended;
import io.hybridycsb.it.suites.WorkloadTests;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

abstract class RelationalWorkloadTests extends WorkloadTests {
  private static final int THREADS = 256;
  private static final int RECORDS = 2_560;
  private static final int OPERATIONS = 5_120;

  private YcsbReport wide(String phase) {
    return cluster()
        .ycsb(
            phase,
            "workloada",
            Map.of(
                "table",
                "wide",
                "threadcount",
                Integer.toString(THREADS),
                "recordcount",
                Integer.toString(RECORDS),
                "operationcount",
                Integer.toString(OPERATIONS),
                "dataintegrity",
                "true"));
  }

  /** All of them also make the table, at the same time. */
  @Test
  void everyOperationOf256ThreadsCommitsOrAborts() {
    assertThat(wide("load").committed()).isEqualTo(RECORDS);

    YcsbReport run = wide("run");
    assertThat(run.committed() + run.uncommitted().getOrDefault("ABORTED", 0L))
        .isEqualTo(OPERATIONS);
    assertThat(run.wrongReads()).isZero();
  }

  @Test
  void aNameThatATableCannotHaveIsRefusedAndTheBindingSaysSo() {
    Ended load =
        cluster()
            .workload("load", "workloada", Map.of("table", "t".repeat(60), "recordcount", "8"));

    assertThat(load.out()).contains("[INSERT], Return=BAD_REQUEST, 8");
    assertThat(load.err()).contains(cluster().system() + ": the name of a table is longer than ");
  }

  @Test
  void aWrongPasswordIsOneLineWithoutIt() {
    Map<String, String> properties = new HashMap<>();
    properties.put(cluster().system() + ".user", "nobody");
    properties.put(cluster().system() + ".password", "s3cret-word");
    Ended load = cluster().workload("load", "workloada", properties);

    assertThat(load.status()).as("%s", load).isEqualTo(1);
    assertThat(load.err().lines().filter(line -> line.startsWith(cluster().system() + ": ")))
        .singleElement()
        .asString()
        .contains(" refuses the connection: ")
        .doesNotContain("s3cret-word");
  }

  @Test
  void peopleWriteReadAndDeleteRecords() {
    cluster()
        .hybridOn("put", "--table", "people", "ada", "born=1815", "died=1852")
        .requireSuccess();
    cluster().hybridOn("put", "--table", "people", "ada", "died=27.11.1852").requireSuccess();
    assertThat(cluster().hybridOn("get", "--table", "people", "ada").requireSuccess().out())
        .contains("  born=1815", "  died=27.11.1852");

    cluster().hybridOn("delete", "--table", "people", "ada").requireSuccess();
    assertThat(cluster().hybridOn("get", "--table", "people", "ada").status()).isEqualTo(1);
  }
}
