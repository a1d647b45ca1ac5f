package io.hybridycsb.it.fabric;

import io.hybridycsb.it.LocalCluster;
import io.hybridycsb.it.QuickstartTests;
import org.junit.jupiter.api.extension.RegisterExtension;

class FabricQuickstartIT extends QuickstartTests {
  /** One orderer: of several, one that pauses would lose its lead, and what it was asked for. */
  @RegisterExtension
  private static final LocalCluster CLUSTER =
      new FabricCluster(2).with("orderers", "1").notStarted();

  @Override
  protected LocalCluster cluster() {
    return CLUSTER;
  }
}
