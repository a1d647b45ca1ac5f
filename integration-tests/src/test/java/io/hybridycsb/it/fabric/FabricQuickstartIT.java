package io.hybridycsb.it.fabric;

import io.hybridycsb.it.LocalCluster;
import io.hybridycsb.it.QuickstartTests;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("campaign")
@Tag("fabric")
class FabricQuickstartIT extends QuickstartTests {
  @RegisterExtension private static final LocalCluster CLUSTER = new FabricCluster(2).notStarted();
}
