package io.hybridycsb.it.veritas;

import io.hybridycsb.it.LocalCluster;
import io.hybridycsb.it.QuickstartTests;
import org.junit.jupiter.api.extension.RegisterExtension;

class VeritasTmQuickstartIT extends QuickstartTests {
  @RegisterExtension
  private static final LocalCluster CLUSTER = new VeritasTmCluster(4).notStarted();

  @Override
  protected LocalCluster cluster() {
    return CLUSTER;
  }
}
