package io.hybridycsb.it.veritas;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("veritas-tm")
@Tag("campaign")
class VeritasTmTamperIT extends VeritasTamperTests {
  @RegisterExtension private static final VeritasCluster CLUSTER = new VeritasTmCluster(4);
}
