package io.hybridycsb.it.relational;

import io.hybridycsb.it.LocalCluster;
import io.hybridycsb.it.QuickstartTests;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("campaign")
@Tag("relational-kafka")
class RelationalKafkaQuickstartIT extends QuickstartTests {
  @RegisterExtension
  private static final LocalCluster CLUSTER = new RelationalKafkaCluster(3).notStarted();
}
