package io.hybridycsb.it.veritas;

import io.hybridycsb.it.LocalCluster;
import io.hybridycsb.it.SizeTests;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("campaign")
@Tag("veritas-tm")
class VeritasTmSizeIT extends SizeTests {
  @RegisterExtension
  private static final LocalCluster CLUSTER =
      new VeritasTmCluster(3).with("block.transactions.max", "10");
}
