package io.hybridycsb.it.veritas;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("veritas-kafka")
@Tag("campaign")
class VeritasKafkaTamperIT extends VeritasTamperTests {
  @RegisterExtension private static final VeritasCluster CLUSTER = new VeritasKafkaCluster(3);
}
