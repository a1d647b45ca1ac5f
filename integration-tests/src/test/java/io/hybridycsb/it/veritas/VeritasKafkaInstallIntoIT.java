package io.hybridycsb.it.veritas;

import io.hybridycsb.it.InstallIntoTests;
import io.hybridycsb.it.LocalCluster;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("campaign")
@Tag("veritas-kafka")
class VeritasKafkaInstallIntoIT extends InstallIntoTests {
  @RegisterExtension private static final LocalCluster CLUSTER = new VeritasKafkaCluster(3);
}
