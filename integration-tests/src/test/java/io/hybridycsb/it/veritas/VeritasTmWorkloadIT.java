package io.hybridycsb.it.veritas;

import io.hybridycsb.it.TimedWorkloadTests;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

@Tag("campaign")
@Tag("veritas-tm")
class VeritasTmWorkloadIT extends TimedWorkloadTests {
  @RegisterExtension private static final VeritasTmCluster CLUSTER = new VeritasTmCluster(4);

  @Test
  void theProgramOnTheClientsPagePrintsWhatThePageSays(@TempDir Path directory) throws IOException {
    ClientPage.requireItHolds(CLUSTER, directory);
  }
}
