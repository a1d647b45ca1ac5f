package io.hybridycsb.it.bigchaindb;

import io.hybridycsb.it.cluster.LocalCluster;
import io.hybridycsb.it.suites.SystemTests;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Four nodes, of which three go on. */
@Tag("bigchaindb")
@NeedsPython36
class BigchainDbSystemIT extends SystemTests {
  @RegisterExtension
  private static final LocalCluster CLUSTER = new BigchainDbCluster("bigchaindb", 4);

  @Override
  protected boolean isAudited() {
    return false;
  }

  @Override
  protected List<String> node() {
    return List.of("mongodb2", "node2", "validator2");
  }

  @Override
  protected int size() {
    return 40;
  }

  @Override
  protected int commits() {
    return 10;
  }

  @Override
  protected int operationsOfClient() {
    return 40;
  }

  /** Clients read on the node that they are connected to, which may be behind another. */
  @Override
  protected boolean isLinearizable() {
    return false;
  }

  @Override
  protected boolean hasTransactions() {
    return false;
  }
}
