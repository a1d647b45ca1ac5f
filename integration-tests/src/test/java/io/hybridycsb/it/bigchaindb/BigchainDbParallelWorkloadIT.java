package io.hybridycsb.it.bigchaindb;

import io.hybridycsb.it.LocalCluster;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("campaign")
@Tag("bigchaindb")
@NeedsPython36
class BigchainDbParallelWorkloadIT extends BigchainDbWorkloadTests {
  @RegisterExtension
  private static final LocalCluster CLUSTER = new BigchainDbCluster("bigchaindb-pv", 1);
}
