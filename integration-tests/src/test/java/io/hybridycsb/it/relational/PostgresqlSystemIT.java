package io.hybridycsb.it.relational;

import io.hybridycsb.it.LocalCluster;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("databases")
class PostgresqlSystemIT extends RelationalSystemTests {
  @RegisterExtension private static final LocalCluster CLUSTER = RelationalCluster.postgresql();
}
