package io.hybridycsb.ycsb.veritas;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.ycsb.support.BindingJarContract;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The jar of the bindings for Veritas. */
@Tag("veritas-kafka")
class ShadedJarIT extends BindingJarContract {
  private static final String EPOLL = "io.grpc.netty.shaded.io.netty.channel.epoll.Epoll";
  private static final TestedBinding KAFKA = VeritasKafkaClientTest.BINDING;

  ShadedJarIT() {
    super(
        KAFKA.binding(),
        KAFKA.className(),
        "no node of cluster fake answered within 2000 ms; the last: ",
        "veritas.comit");
  }

  static List<TestedBinding> bindings() {
    return List.of(KAFKA, VeritasTmClientTest.BINDING);
  }

  /** The crypto provider is bound to the names of its native functions. */
  @Override
  protected List<String> unrelocated() {
    return List.of("com/amazon/corretto/crypto/");
  }

  @Override
  protected Map<String, String> absentCluster() throws Exception {
    FakeVeritas veritas = new FakeVeritas(directory(), KAFKA.log());
    veritas.close();
    Map<String, String> properties = new HashMap<>(veritas.properties());
    properties.put("veritas.timeout.ms", "2000");
    return properties;
  }

  @Test
  void grpcFindsItsOwnServices() throws Exception {
    requireServicesOfGrpc("LoadBalancerProvider", "NameResolverProvider");
  }

  /** Netty's native library is found by its package's name, and loads once for each name. */
  @Test
  void epollIsNativeBesideAnotherGrpc() throws Exception {
    assertThat(isAvailable(Class.forName(EPOLL))).isTrue();
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {JAR.toUri().toURL()}, getClass().getClassLoader())) {
      Class<?> relocated = Class.forName(SHADED + EPOLL, true, loader);
      assertThat(isAvailable(relocated)).isTrue();
      assertThat(isAvailable(Class.forName(EPOLL))).isTrue();
    }
  }

  private static boolean isAvailable(Class<?> epoll) throws ReflectiveOperationException {
    return (boolean) epoll.getMethod("isAvailable").invoke(null);
  }

  /** In every build the integration tests load and run on real clusters by the same jar. */
  @ParameterizedTest
  @MethodSource("bindings")
  @Tag("campaign")
  void ycsbLoadsAndRunsWithoutAWordFromLoggers(TestedBinding binding) throws Exception {
    try (FakeVeritas veritas = new FakeVeritas(directory(), binding.log())) {
      Run load = ycsb(binding.className(), "-load", patient(veritas), List.of());
      assertThat(load.output()).as(load.errors()).contains("[INSERT], Return=OK, 100");
      assertThat(load.exit()).isZero();
      List<String> verify = List.of("-p", "veritas.verify=read");
      Run run = ycsb(binding.className(), "-t", patient(veritas), verify);
      assertThat(run.output())
          .as(run.errors())
          .contains("[READ], Return=OK, ")
          .contains("[VERIFY], Return=OK, ");
      assertThat(run.output()).doesNotContain("UNEXPECTED_STATE").doesNotContain("ERROR");
      assertThat(run.errors()).doesNotContainIgnoringCase("slf4j").doesNotContain("WARN");
      assertThat(run.exit()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"corretto", "bouncycastle", "jdk"})
  void everyCryptoProviderSurvivedTheRelocation(String provider) throws Exception {
    try (FakeVeritas veritas = new FakeVeritas(directory(), KAFKA.log())) {
      Run load = ycsb("-load", patient(veritas), List.of(), "-Dveritas.ed25519=" + provider);
      assertThat(load.output()).as(load.errors()).contains("[INSERT], Return=OK, 100");
      assertThat(load.exit()).isZero();
    }
  }

  /** Waits long enough for a machine that is busy with other builds. */
  private static Map<String, String> patient(FakeVeritas veritas) {
    Map<String, String> properties = new HashMap<>(veritas.properties());
    properties.put("veritas.timeout.ms", "60000");
    return properties;
  }
}
