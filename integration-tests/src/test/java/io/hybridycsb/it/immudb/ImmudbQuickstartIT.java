package io.hybridycsb.it.immudb;

import io.hybridycsb.it.LocalCluster;
import io.hybridycsb.it.QuickstartTests;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("campaign")
@Tag("immudb")
class ImmudbQuickstartIT extends QuickstartTests {
  @RegisterExtension private static final LocalCluster CLUSTER = new ImmudbCluster().notStarted();
}
