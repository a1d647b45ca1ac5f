package io.hybridycsb.ycsb.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.ycsb.support.BindingJarContract;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

class ShadedJarIT extends BindingJarContract {
  ShadedJarIT() {
    super("fabric", FabricClient.class.getName());
  }

  @Override
  protected Map<String, String> absentCluster() throws Exception {
    return TestIdentity.properties(directory(), NOBODY);
  }

  @Override
  protected String absentClusterMessage() {
    return "no peer of " + NOBODY + " answered within 10000 ms; the last: UNAVAILABLE: ";
  }

  @Override
  protected String unknownProperty() {
    return "fabric.comit";
  }

  @Test
  void grpcFindsItsOwnServices() throws Exception {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      assertThat(jar.stream().map(JarEntry::getName))
          .contains("META-INF/services/" + SHADED + "io.grpc.LoadBalancerProvider")
          .contains("META-INF/services/" + SHADED + "io.grpc.ManagedChannelProvider")
          .contains("META-INF/services/" + SHADED + "io.grpc.NameResolverProvider");
    }
  }
}
