package io.hybridycsb.tso;

import io.hybridycsb.settings.testing.DocsTables;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class PropertiesPageTest {
  @Test
  void thePageHasTheOraclesProperties() throws IOException {
    new DocsTables().with("operating.md", "Configuration").requireSame(TimestampOracleMain.NAMES);
  }
}
