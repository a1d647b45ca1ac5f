package io.hybridycsb.relational.kafka;

import io.hybridycsb.settings.testing.DocsTables;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class PropertiesPageTest {
  @Test
  void thePageHasTheNodesProperties() throws IOException {
    new DocsTables()
        .with("systems/relational-tm.md", "Properties of a node")
        .without("abci.")
        .without("cometbft.")
        .with("systems/relational-kafka.md", "Properties of a node")
        .requireSame(new RelationalKafka().names());
  }
}
