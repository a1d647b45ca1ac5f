package io.hybridycsb.it.bigchaindb;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.results.YcsbReport;
import io.hybridycsb.it.cluster.LocalCluster;
import io.hybridycsb.it.release.Ended;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("campaign")
@Tag("bigchaindb")
@NeedsPython36
class BigchainDbWorkloadIT extends BigchainDbWorkloadTests {
  @RegisterExtension
  private static final LocalCluster CLUSTER = new BigchainDbCluster("bigchaindb", 1);

  @Test
  void withTheMappingCreateWholeRecordsAreReadAsTheyWereWrittenLast() {
    Map<String, String> properties =
        Map.of(
            "table", "created",
            "recordcount", "20",
            "operationcount", "60",
            "writeallfields", "true",
            "dataintegrity", "true",
            "bigchaindb.mapping", "create");
    CLUSTER.ycsb("load", "workloada", properties);

    YcsbReport run = CLUSTER.ycsb("run", "workloada", properties);

    assertThat(run.committed()).isEqualTo(60);
    assertThat(run.wrongReads()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"async", "sync"})
  void whatIsAcceptedIsCommittedSoon(String mode) {
    Map<String, String> properties =
        Map.of("table", mode, "recordcount", "30", "bigchaindb.mode", mode);
    assertThat(CLUSTER.ycsb("load", "workloada", properties).committed()).isEqualTo(30);

    Awaitility.await()
        .atMost(Duration.ofMinutes(5))
        .untilAsserted(
            () ->
                assertThat(
                        CLUSTER
                            .workload(
                                "run",
                                "workloadc",
                                Map.of(
                                    "table", mode,
                                    "recordcount", "30",
                                    "operationcount", "30",
                                    "requestdistribution", "sequential"))
                            .requireSuccess()
                            .out())
                    .contains("[READ], Return=OK, 30"));
  }

  @Test
  void aRecordThatIsTooLargeIsRefusedAndTheBindingSaysSo() {
    Ended load =
        CLUSTER.workload(
            "load",
            "workloada",
            Map.of("table", "large", "recordcount", "2", "fieldlength", "200000"));

    assertThat(load.out()).contains("[INSERT], Return=BAD_REQUEST, 2");
    assertThat(load.err()).contains("bigchaindb: a transaction is refused: HTTP 500, ");
  }

  @Test
  void peopleWriteReadAndDeleteRecordsWhichOutliveTheNodeAndItsDatabase() {
    CLUSTER.hybridOn("put", "--table", "people", "ada", "born=1815", "died=1852").requireSuccess();
    CLUSTER.hybridOn("put", "--table", "people", "ada", "died=27.11.1852").requireSuccess();
    CLUSTER.hybridOn("put", "--table", "people", "bob", "born=1").requireSuccess();
    CLUSTER.hybridOn("delete", "--table", "people", "bob").requireSuccess();

    CLUSTER.kill("node1", "mongodb1");
    CLUSTER.restart("node1", "mongodb1");

    assertThat(CLUSTER.hybridOn("get", "--table", "people", "ada").requireSuccess().out())
        .contains("  born=1815", "  died=27.11.1852");
    assertThat(CLUSTER.hybridOn("get", "--table", "people", "bob").status()).isEqualTo(1);
    assertThat(CLUSTER.hybridOn("status").out()).containsPattern("mongodb1 +mongod");
  }
}
