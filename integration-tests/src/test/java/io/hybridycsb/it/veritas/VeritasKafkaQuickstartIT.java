package io.hybridycsb.it.veritas;

import io.hybridycsb.it.LocalCluster;
import io.hybridycsb.it.QuickstartTests;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("campaign")
@Tag("veritas-kafka")
class VeritasKafkaQuickstartIT extends QuickstartTests {
  @RegisterExtension
  private static final LocalCluster CLUSTER = new VeritasKafkaCluster(4).notStarted();

  @Override
  protected String events() {
    return "broker requests, of them .* log fetches, .* log records, .* client frames,"
        + " .* Redis round trips, .* context switches of servers, .* kB allocated by nodes";
  }

  @Test
  void withoutANumberOfOperationsItRunsUntilItIsSteady() {
    requireThatItRunsUntilItIsSteady();
  }
}
