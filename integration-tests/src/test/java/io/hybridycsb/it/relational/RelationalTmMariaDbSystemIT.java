package io.hybridycsb.it.relational;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("campaign")
@Tag("relational-tm")
class RelationalTmMariaDbSystemIT extends RelationalTmSystemTests {
  @RegisterExtension
  private static final RelationalTmCluster CLUSTER = RelationalTmCluster.onMariaDb(4);

  @Override
  RelationalTmCluster chain() {
    return CLUSTER;
  }
}
