package io.hybridycsb.it.veritas.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.cluster.LocalCluster;
import io.hybridycsb.it.release.Ended;
import io.hybridycsb.it.suites.QuickstartTests;
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
        + " .* Redis round trips, .* context switches of servers, .* kB allocated by the shared JVM";
  }

  @Test
  void eachNodeHasAProcessOfItsOwnIfThatIsAskedFor() {
    Ended quickstart =
        CLUSTER
            .quickstart(
                "--set",
                "nodes.jvm=separate",
                "--records",
                "100",
                "--operations",
                "200",
                "--threads",
                "8")
            .requireSuccess();

    assertThat(quickstart.out())
        .contains("4 nodes, 10 processes")
        .containsPattern("CPU time .* \\(.*nodes [0-9.]+")
        .doesNotContain("one process");
  }

  @Test
  void withoutANumberOfOperationsItRunsUntilItIsSteady() {
    requireThatItRunsUntilItIsSteady();
  }
}
