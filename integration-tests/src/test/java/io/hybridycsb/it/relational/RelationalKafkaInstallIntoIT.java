package io.hybridycsb.it.relational;

import io.hybridycsb.it.InstallIntoTests;
import io.hybridycsb.it.LocalCluster;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("campaign")
@Tag("relational-kafka")
class RelationalKafkaInstallIntoIT extends InstallIntoTests {
  @RegisterExtension private static final LocalCluster CLUSTER = new RelationalKafkaCluster(3);
}
