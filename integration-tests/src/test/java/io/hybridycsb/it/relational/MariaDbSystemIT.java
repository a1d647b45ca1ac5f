package io.hybridycsb.it.relational;

import io.hybridycsb.it.LocalCluster;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("databases")
class MariaDbSystemIT extends RelationalSystemTests {
  @RegisterExtension private static final LocalCluster CLUSTER = RelationalCluster.mariadb();
}
