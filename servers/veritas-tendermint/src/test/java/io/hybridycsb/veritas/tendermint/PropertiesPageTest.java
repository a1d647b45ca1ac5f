package io.hybridycsb.veritas.tendermint;

import io.hybridycsb.settings.testing.DocsTables;
import io.hybridycsb.veritas.server.NodeProperties;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class PropertiesPageTest {
  @Test
  void thePageHasTheNodesProperties() throws IOException {
    new DocsTables()
        .with("systems/veritas-kafka.md", "Properties of a node")
        .without("kafka.")
        .without("approval.rule")
        .with("state-stores.md", "Properties")
        .with("systems/veritas-tm.md", "Properties of a node")
        .requireSame(NodeProperties.names(new VeritasTm().properties()));
  }
}
