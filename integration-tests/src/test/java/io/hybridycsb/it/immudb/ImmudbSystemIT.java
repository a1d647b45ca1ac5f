package io.hybridycsb.it.immudb;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.cluster.LocalCluster;
import io.hybridycsb.it.suites.ProofTests;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Its only server dies, and comes back. What is checked is verified as well. */
@Tag("immudb")
class ImmudbSystemIT extends ProofTests {
  @RegisterExtension private static final LocalCluster CLUSTER = new ImmudbCluster();

  @Override
  protected List<String> node() {
    return List.of("node1");
  }

  @Override
  protected boolean goesOnWithoutIt() {
    return false;
  }

  @Override
  protected Map<String, String> loadProperties() {
    return ImmudbCluster.VERIFIED;
  }

  @Test
  @Order(5)
  void peopleWriteReadVerifyAndDeleteRecords() {
    CLUSTER.hybridOn("put", "--table", "people", "ada", "born=1815", "died=1852").requireSuccess();
    CLUSTER.hybridOn("put", "--table", "people", "ada", "died=27.11.1852").requireSuccess();
    assertThat(CLUSTER.hybridOn("verify", "--table", "people", "ada").requireSuccess().out())
        .contains("  born=1815", "  died=27.11.1852", "verified: written by transaction ");
    CLUSTER.hybridOn("delete", "--table", "people", "ada").requireSuccess();

    assertThat(CLUSTER.hybridOn("get", "--table", "people", "ada").status()).isEqualTo(1);
    assertThat(CLUSTER.hybridOn("verify", "--table", "people", "ada").out())
        .contains("ada: absent, says the server; immudb has no proof of absence");
  }

  @Test
  @Order(6)
  void scansGiveTheRecordsInTheirOrder() {
    Map<String, String> table =
        Map.of("table", "scanned", "recordcount", "200", "operationcount", "100");
    CLUSTER.ycsb("load", "workloade", table);

    Map<String, String> verified = new HashMap<>(table);
    verified.putAll(ImmudbCluster.VERIFIED);
    assertThat(CLUSTER.workload("run", "workloade", verified).requireSuccess().out())
        .contains("[SCAN], Return=OK")
        .doesNotContain("FAILED");
  }
}
