package io.hybridycsb.it.suites;

import io.hybridycsb.it.cluster.ClusterTests;
import io.hybridycsb.it.cluster.LastOnCluster;
import io.hybridycsb.it.cluster.LocalCluster;
import io.hybridycsb.it.load.CheckedTransactions;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Calls of procedures on what reads and writes have left, several of them handed over together.
 * Each run verifies at its end that no transaction was lost, done half or done twice.
 */
@LastOnCluster
public abstract class ProcedureTests extends ClusterTests<LocalCluster> {
  private static final int RECORDED = 200;
  private static final int CALLS = 3_000;

  @ParameterizedTest
  @ValueSource(strings = {"smallbank", "tpcc"})
  void noCallIsLostOrDoneHalfAndTheNodesAgree(String workload) {
    CheckedTransactions transactions =
        new CheckedTransactions(cluster(), workload, "strictly-serializable", Map.of());
    transactions.loadRunAndCheck(RECORDED);
    transactions.runByProcedures(CALLS);
    cluster().requireAuditPasses();
  }
}
