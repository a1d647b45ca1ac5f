package io.hybridycsb.blockchaindb.server.command;

import io.hybridycsb.settings.testing.DocsTables;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class PropertiesPageTest {
  @Test
  void thePageHasTheNodesProperties() throws IOException {
    new DocsTables()
        .with("systems/blockchaindb.md", "Properties of a node")
        .requireSame(NodeConfig.NAMES);
  }
}
