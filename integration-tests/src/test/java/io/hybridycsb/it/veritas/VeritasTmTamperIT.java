package io.hybridycsb.it.veritas;

import org.junit.jupiter.api.extension.RegisterExtension;

class VeritasTmTamperIT extends VeritasTamperTests {
  @RegisterExtension private static final VeritasCluster CLUSTER = new VeritasTmCluster(3);

  @Override
  protected VeritasCluster cluster() {
    return CLUSTER;
  }
}
