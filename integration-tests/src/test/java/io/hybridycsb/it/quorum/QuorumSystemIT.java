package io.hybridycsb.it.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.LocalCluster;
import io.hybridycsb.it.ProofTests;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Four nodes on QBFT. */
@Tag("quorum")
class QuorumSystemIT extends ProofTests {
  @RegisterExtension private static final LocalCluster CLUSTER = QuorumCluster.sealed("qbft");

  @Override
  protected Map<String, String> loadProperties() {
    return QuorumCluster.LINEARIZABLE;
  }

  /** Several for each of its many threads, of which a fifth wait for blocks. */
  @Override
  protected int provenOperations() {
    return 512;
  }

  @Override
  protected int operationsOfClient() {
    return 100;
  }

  @Test
  @Order(5)
  void peopleWriteReadVerifyAndDeleteRecords() {
    CLUSTER.hybridOn("put", "--table", "people", "ada", "born=1815", "died=1852").requireSuccess();
    CLUSTER.hybridOn("put", "--table", "people", "ada", "died=27.11.1852").requireSuccess();
    assertThat(CLUSTER.hybridOn("verify", "--table", "people", "ada").requireSuccess().out())
        .contains("  born=1815", "  died=27.11.1852")
        .containsPattern("sealed by [34] of 4 validators");
    CLUSTER.hybridOn("delete", "--table", "people", "ada").requireSuccess();

    assertThat(CLUSTER.hybridOn("get", "--table", "people", "ada").status()).isEqualTo(1);
    assertThat(CLUSTER.hybridOn("verify", "--table", "people", "ada").requireSuccess().out())
        .contains("ada: absent");
  }
}
