package io.hybridycsb.harness.bench.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.system.network.PairOfNodes;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PromiseCheckTest {
  @Test
  void aClusterWithNetworkOptionsKeepsItsPromise() {
    PromiseCheck check =
        PromiseCheck.of(new PairOfNodes(), Map.of("network.rtt.ms", "5"), Map.of(), line -> {});

    assertThat(check.system()).isEqualTo("pair");
    assertThat(check.promised()).isEmpty();
  }
}
