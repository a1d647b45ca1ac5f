package io.hybridycsb.it.immudb;

import io.hybridycsb.it.LocalCluster;
import io.hybridycsb.it.ServerLossTests;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("campaign")
@Tag("immudb")
class ImmudbServerLossIT extends ServerLossTests {
  @RegisterExtension private static final LocalCluster CLUSTER = new ImmudbCluster();

  @Override
  protected Map<String, String> loadProperties() {
    return ImmudbCluster.VERIFIED;
  }
}
