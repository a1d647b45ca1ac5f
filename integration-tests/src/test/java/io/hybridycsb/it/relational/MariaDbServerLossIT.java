package io.hybridycsb.it.relational;

import io.hybridycsb.it.LocalCluster;
import io.hybridycsb.it.ServerLossTests;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("campaign")
@Tag("databases")
class MariaDbServerLossIT extends ServerLossTests {
  @RegisterExtension private static final LocalCluster CLUSTER = RelationalCluster.mariadb();
}
