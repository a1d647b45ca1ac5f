package io.hybridycsb.ycsb.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.ycsb.support.BindingJarContract;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("etcd")
class ShadedJarIT extends BindingJarContract {
  ShadedJarIT() {
    super(
        "etcd",
        EtcdClient.class.getName(),
        "no etcd with a leader answered at " + NOBODY + " within 2000 ms",
        "etcd.comit");
  }

  @Override
  protected Map<String, String> absentCluster() {
    return Map.of("etcd.endpoints", NOBODY, "etcd.timeout.ms", "2000");
  }

  @Test
  void grpcFindsItsOwnServices() throws Exception {
    requireServicesOfGrpc("LoadBalancerProvider", "ManagedChannelProvider", "NameResolverProvider");
  }

  @Test
  void theRealClientWorksUnderItsNewNames() throws Exception {
    try (FakeEtcd etcd = new FakeEtcd()) {
      Map<String, String> properties =
          Map.of("etcd.endpoints", etcd.address(), "etcd.timeout.ms", "60000");
      Run load = ycsb("-load", properties, List.of());
      assertThat(load.output()).as(load.errors()).contains("[INSERT], Return=OK, 100");
      assertThat(load.exit()).isZero();
      assertThat(load.errors()).doesNotContainIgnoringCase("slf4j").doesNotContain("WARN");
    }
  }
}
