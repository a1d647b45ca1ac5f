package io.hybridycsb.it.veritas;

import io.hybridycsb.it.LocalCluster;
import io.hybridycsb.it.TimedWorkloadTests;
import org.junit.jupiter.api.extension.RegisterExtension;

class VeritasTmWorkloadIT extends TimedWorkloadTests {
  @RegisterExtension private static final VeritasTmCluster CLUSTER = new VeritasTmCluster(3);

  @Override
  protected LocalCluster cluster() {
    return CLUSTER;
  }
}
