package io.hybridycsb.it.relational;

import io.hybridycsb.it.InstallIntoTests;
import io.hybridycsb.it.LocalCluster;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("campaign")
@Tag("relational-tm")
class RelationalTmInstallIntoIT extends InstallIntoTests {
  @RegisterExtension
  private static final LocalCluster CLUSTER = RelationalTmCluster.onPostgresql(4);
}
