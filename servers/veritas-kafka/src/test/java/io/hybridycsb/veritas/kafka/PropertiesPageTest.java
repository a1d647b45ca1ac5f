package io.hybridycsb.veritas.kafka;

import io.hybridycsb.settings.testing.DocsTables;
import io.hybridycsb.veritas.server.NodeProperties;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class PropertiesPageTest {
  @Test
  void thePageHasTheNodesProperties() throws IOException {
    new DocsTables()
        .with("systems/veritas-kafka.md", "Properties of a node")
        .with("state-stores.md", "Properties")
        .requireSame(NodeProperties.names(new VeritasKafka().properties()));
  }
}
