package io.hybridycsb.it.relational;

import io.hybridycsb.it.LocalCluster;
import io.hybridycsb.it.QuickstartTests;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("campaign")
@Tag("relational-tm")
class RelationalTmQuickstartIT extends QuickstartTests {
  @RegisterExtension
  private static final LocalCluster CLUSTER = RelationalTmCluster.onPostgresql(4).notStarted();
}
