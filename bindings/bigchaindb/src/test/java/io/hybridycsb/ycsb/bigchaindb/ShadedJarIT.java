package io.hybridycsb.ycsb.bigchaindb;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.ycsb.support.BindingJarContract;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("bigchaindb")
class ShadedJarIT extends BindingJarContract {
  ShadedJarIT() {
    super(
        "bigchaindb",
        BigchainDbClient.class.getName(),
        "no BigchainDB answered at " + NOBODY + " within 2000 ms",
        "bigchaindb.comit");
  }

  @Override
  protected Map<String, String> absentCluster() {
    return Map.of("bigchaindb.endpoints", NOBODY, "bigchaindb.timeout.ms", "2000");
  }

  @Test
  void theClientWorksUnderItsNewNames() throws Exception {
    try (FakeNode node = new FakeNode()) {
      Map<String, String> properties =
          Map.of("bigchaindb.endpoints", node.address(), "bigchaindb.timeout.ms", "60000");
      Run load = ycsb("-load", properties, List.of());
      assertThat(load.output()).as(load.errors()).contains("[INSERT], Return=OK, 100");
      assertThat(load.exit()).isZero();
    }
  }
}
