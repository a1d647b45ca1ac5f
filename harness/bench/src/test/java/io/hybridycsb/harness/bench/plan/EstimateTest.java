package io.hybridycsb.harness.bench.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class EstimateTest {
  private final Estimate estimate = new Estimate();

  @Test
  void nothingIsEstimatedBeforeARunIsDone() {
    estimate.started("etcd", 10);

    assertThat(estimate.remaining(Map.of("etcd", 3), Map.of())).isEmpty();
  }

  @Test
  void whatASystemTookIsExpectedOfItAgainAndTheMeanOfOneThatIsNew() {
    estimate.started("etcd", 10);
    estimate.ran("etcd", 4);
    estimate.ran("etcd", 6);

    assertThat(estimate.remaining(Map.of("etcd", 2), Map.of("etcd", 1))).hasValue(20);
    assertThat(estimate.remaining(Map.of("fabric", 2), Map.of("fabric", 2))).hasValue(30);
  }

  @Test
  void timesAreToldInTheUnitThatSaysMost() {
    assertThat(Estimate.inWords(44.6)).isEqualTo("45 s");
    assertThat(Estimate.inWords(720)).isEqualTo("12 min");
    assertThat(Estimate.inWords(12_000)).isEqualTo("3 h 20 min");
  }
}
