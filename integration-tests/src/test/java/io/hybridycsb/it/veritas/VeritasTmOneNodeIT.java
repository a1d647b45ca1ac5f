package io.hybridycsb.it.veritas;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("campaign")
@Tag("veritas-tm")
class VeritasTmOneNodeIT extends VeritasTmClusterTests {
  @RegisterExtension private static final VeritasCluster CLUSTER = new VeritasTmCluster(1);
}
