package io.hybridycsb.it.relational;

import io.hybridycsb.it.LocalCluster;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("campaign")
@Tag("databases")
class MariaDbQuickstartIT extends RelationalQuickstartTests {
  @RegisterExtension
  private static final LocalCluster CLUSTER = RelationalCluster.mariadb().notStarted();
}
