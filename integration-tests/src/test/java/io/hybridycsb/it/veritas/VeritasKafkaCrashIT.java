package io.hybridycsb.it.veritas;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("campaign")
@Tag("veritas-kafka")
class VeritasKafkaCrashIT extends VeritasCrashTests {
  @RegisterExtension private static final VeritasCluster CLUSTER = new VeritasKafkaCluster(3);
}
