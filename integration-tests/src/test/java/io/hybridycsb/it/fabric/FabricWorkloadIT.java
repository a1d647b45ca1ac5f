package io.hybridycsb.it.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.results.YcsbReport;
import io.hybridycsb.it.cluster.LocalCluster;
import io.hybridycsb.it.release.Ended;
import io.hybridycsb.it.suites.WorkloadTests;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("campaign")
@Tag("fabric")
class FabricWorkloadIT extends WorkloadTests {
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  @RegisterExtension
  private static final LocalCluster CLUSTER = new FabricCluster(2).with("orderers", "1");

  /** The other peer hears of a block moments later. */
  @Override
  protected Map<String, String> insertsForOthers() {
    return Map.of("fabric.peers", CLUSTER.process("node1").address());
  }

  @Test
  void everyOperationOf256ThreadsCommitsOrAborts() {
    Map<String, String> properties = new HashMap<>();
    properties.put("table", "wide");
    properties.put("threadcount", "256");
    properties.put("recordcount", "1024");
    properties.put("operationcount", "1024");
    properties.put("dataintegrity", "true");
    assertThat(CLUSTER.ycsb("load", "workloada", properties).committed()).isEqualTo(1_024);

    YcsbReport run = CLUSTER.ycsb("run", "workloada", properties);

    assertThat(run.committed() + run.uncommitted().getOrDefault("ABORTED", 0L)).isEqualTo(1_024);
    assertThat(run.wrongReads()).isZero();
  }

  @Test
  void asynchronousCommitsAreSaidToBeAcceptedOnly() {
    Ended load =
        CLUSTER.workload(
            "load",
            "workloada",
            Map.of("table", "async", "recordcount", "100", "fabric.commit", "async"));

    assertThat(load.requireSuccess().out()).contains("[INSERT], Return=OK, 100");
    assertThat(load.err()).contains("OK means accepted, not committed");
    Map<String, String> reads =
        Map.of("table", "async", "recordcount", "100", "operationcount", "200");
    Awaitility.await("what was accepted, in the ledger")
        .atMost(PATIENCE)
        .untilAsserted(
            () -> assertThat(CLUSTER.ycsb("run", "workloadc", reads).committed()).isEqualTo(200));
    CLUSTER.requireAuditPasses();
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

  @Test
  void anotherChaincodeThanThereIsGivesOneLine() {
    Ended load =
        CLUSTER.workload(
            "load",
            "workloada",
            Map.of("fabric.chaincode", "none", "fabric.connect.timeout.ms", "1000"));

    assertThat(load.status()).as("%s", load).isEqualTo(1);
    assertThat(load.err().lines().filter(line -> line.startsWith("fabric: ")))
        .singleElement()
        .asString()
        .contains("answered within 1000 ms");
  }
}
