package io.hybridycsb.ycsb.veritas;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A binding's jar as it is delivered, under the stock YCSB client. */
abstract class ShadedJarContract {
  private static final Path JAR = Path.of(System.getProperty("binding.jar"));
  private static final String SHADED = "io.hybridycsb.shaded.veritas.";
  private static final String EPOLL = "io.grpc.netty.shaded.io.netty.channel.epoll.Epoll";

  /** YCSB's own libraries, which a YCSB installation has in its lib directory. */
  private static final List<String> YCSB_JARS =
      List.of(
          "core-0.17", "htrace-core4", "HdrHistogram", "jackson-mapper-asl", "jackson-core-asl");

  private final TestedBinding binding;
  @TempDir private Path dir;

  ShadedJarContract(TestedBinding binding) {
    this.binding = binding;
  }

  @Test
  void everyClassIsOursOrRelocatedButTheCryptoProviderBoundToItsNativeNames() throws Exception {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      List<String> strangers =
          jar.stream()
              .map(JarEntry::getName)
              .filter(name -> name.endsWith(".class"))
              .filter(name -> !name.startsWith("io/hybridycsb/"))
              .filter(name -> !name.startsWith("com/amazon/corretto/crypto/"))
              .toList();
      assertThat(strangers).isEmpty();
    }
  }

  @Test
  void noServiceOfAnotherVersionIsTouchedAndNoSignatureIsLeft() throws Exception {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      List<String> names = jar.stream().map(JarEntry::getName).toList();
      assertThat(names).noneMatch(name -> name.matches("META-INF/[^/]*\\.(SF|RSA|DSA|EC)"));
      assertThat(names)
          .filteredOn(name -> name.matches("META-INF/services/[^/]+"))
          .allMatch(name -> name.contains("/" + SHADED) || name.contains("/java."))
          .anyMatch(name -> name.endsWith("io.grpc.LoadBalancerProvider"))
          .anyMatch(name -> name.endsWith("io.grpc.NameResolverProvider"));
    }
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

  @Test
  void ycsbLoadsAndRunsWithoutAWordFromLoggers() throws Exception {
    try (FakeVeritas veritas = new FakeVeritas(dir, binding.log())) {
      Run load = ycsb(veritas, "-load", List.of());
      assertThat(load.output()).as(load.errors()).contains("[INSERT], Return=OK, 100");
      assertThat(load.exit()).isZero();
      Run run = ycsb(veritas, "-t", List.of("-p", "veritas.verify=read"));
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
    try (FakeVeritas veritas = new FakeVeritas(dir, binding.log())) {
      Run load = ycsb(veritas, "-load", List.of(), "-Dveritas.ed25519=" + provider);
      assertThat(load.output()).as(load.errors()).contains("[INSERT], Return=OK, 100");
      assertThat(load.exit()).isZero();
    }
  }

  @Test
  void anAbsentClusterIsOneLineAndExitStatusOne() throws Exception {
    FakeVeritas veritas = new FakeVeritas(dir, binding.log());
    veritas.close();
    Run run = ycsb(veritas, "-load", List.of("-p", "veritas.timeout.ms=2000"));
    assertThat(run.exit()).isEqualTo(1);
    assertOneLine(run, ": no node of cluster fake answered within 2000 ms; the last: ");
  }

  @Test
  void anUnknownPropertyIsOneLineAndExitStatusOne() throws Exception {
    try (FakeVeritas veritas = new FakeVeritas(dir, binding.log())) {
      Run run = ycsb(veritas, "-t", List.of("-p", "veritas.comit=sync"));
      assertThat(run.exit()).isEqualTo(1);
      assertOneLine(run, ": unknown property veritas.comit; valid are");
    }
  }

  private void assertOneLine(Run run, String start) {
    assertThat(run.errors().lines().filter(line -> line.startsWith(binding.binding() + ": ")))
        .singleElement()
        .asString()
        .startsWith(binding.binding() + start);
    assertThat(run.output() + run.errors()).doesNotContain("Exception").doesNotContain("\tat ");
  }

  private record Run(int exit, String output, String errors) {}

  private Run ycsb(FakeVeritas veritas, String phase, List<String> options, String... jvmOptions)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(Arrays.asList(jvmOptions));
    command.addAll(List.of("-cp", classPath(), "site.ycsb.Client", phase, "-threads", "8"));
    command.addAll(List.of("-db", binding.className()));
    Map<String, String> properties =
        Map.of(
            "workload", "site.ycsb.workloads.CoreWorkload",
            "recordcount", "100",
            "operationcount", "200",
            "dataintegrity", "true",
            "fieldlengthdistribution", "constant");
    properties.forEach((name, value) -> command.addAll(List.of("-p", name + "=" + value)));
    veritas
        .properties()
        .forEach((name, value) -> command.addAll(List.of("-p", name + "=" + value)));
    // Long enough for a machine that is busy with other builds; later options override it.
    command.addAll(List.of("-p", "veritas.timeout.ms=60000"));
    command.addAll(options);
    Path output = dir.resolve("stdout");
    Path errors = dir.resolve("stderr");
    Process process =
        new ProcessBuilder(command)
            .redirectInput(Redirect.from(new File("/dev/null")))
            .redirectOutput(output.toFile())
            .redirectError(errors.toFile())
            .start();
    try {
      assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    return new Run(process.exitValue(), Files.readString(output), Files.readString(errors));
  }

  private static String classPath() {
    String ycsb =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(
                jar ->
                    YCSB_JARS.stream().anyMatch(Path.of(jar).getFileName().toString()::startsWith))
            .collect(Collectors.joining(File.pathSeparator));
    return JAR + File.pathSeparator + ycsb;
  }
}
