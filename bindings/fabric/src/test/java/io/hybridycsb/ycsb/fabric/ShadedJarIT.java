package io.hybridycsb.ycsb.fabric;

import io.hybridycsb.ycsb.support.BindingJarContract;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("fabric")
class ShadedJarIT extends BindingJarContract {
  ShadedJarIT() {
    super(
        "fabric",
        FabricClient.class.getName(),
        "no peer of " + NOBODY + " answered within 10000 ms; the last: UNAVAILABLE: ",
        "fabric.comit");
  }

  @Override
  protected Map<String, String> absentCluster() throws Exception {
    return TestIdentity.properties(directory(), NOBODY);
  }

  @Test
  void grpcFindsItsOwnServices() throws Exception {
    requireServicesOfGrpc("LoadBalancerProvider", "ManagedChannelProvider", "NameResolverProvider");
  }
}
