package io.hybridycsb.ycsb.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.ycsb.support.BindingJarContract;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

class ShadedJarIT extends BindingJarContract {
  private String address;

  ShadedJarIT() {
    super("fabric", FabricClient.class.getName());
  }

  @Override
  protected Map<String, String> absentCluster() throws Exception {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      address = "127.0.0.1:" + free.getLocalPort();
    }
    return TestIdentity.properties(directory(), address);
  }

  @Override
  protected String absentClusterMessage() {
    return "no peer of " + address + " answered within 10000 ms; the last: UNAVAILABLE: ";
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
