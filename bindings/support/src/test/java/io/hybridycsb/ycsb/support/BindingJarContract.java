package io.hybridycsb.ycsb.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What must be true of every binding's jar as it is delivered, under the stock YCSB client. A
 * subclass names the binding and what is particular to it; where a jar has several bindings, it
 * names one of them, and runs the others, too.
 */
public abstract class BindingJarContract {
  /** The jar under test. */
  protected static final Path JAR = Path.of(System.getProperty("binding.jar"));

  /** What the names of relocated classes begin with, with its last dot. */
  protected static final String SHADED = System.getProperty("binding.shaded");

  /** Where no server ever listens. */
  protected static final String NOBODY = "127.0.0.1:1";

  private static final long RUN_TIMEOUT_SECONDS = 120;

  /** YCSB's own libraries, which a YCSB installation has in its lib directory. */
  private static final List<String> YCSB_JARS =
      List.of(
          "core-0.17", "htrace-core4", "HdrHistogram", "jackson-mapper-asl", "jackson-core-asl");

  private final String binding;
  private final String className;
  private final String absentClusterMessage;
  private final String unknownProperty;
  @TempDir private Path dir;

  /**
   * @param binding its name, which begins each of its messages
   * @param className what is given to YCSB
   * @param absentClusterMessage how the one line about an absent cluster begins, after the name
   * @param unknownProperty a name under the prefix of the binding's properties that none has
   */
  protected BindingJarContract(
      String binding, String className, String absentClusterMessage, String unknownProperty) {
    this.binding = binding;
    this.className = className;
    this.absentClusterMessage = absentClusterMessage;
    this.unknownProperty = unknownProperty;
  }

  /** Packages, as paths, that must keep their names. */
  protected List<String> unrelocated() {
    return List.of();
  }

  /** Properties with which the binding looks for a cluster that isn't there, and soon gives up. */
  protected abstract Map<String, String> absentCluster() throws Exception;

  /** A directory of the test's own. */
  protected final Path directory() {
    return dir;
  }

  @Test
  void everyClassIsOursOrRelocated() throws Exception {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      List<String> strangers =
          jar.stream()
              .map(JarEntry::getName)
              .filter(name -> name.endsWith(".class"))
              .filter(name -> !name.startsWith("io/hybridycsb/"))
              .filter(name -> unrelocated().stream().noneMatch(name::startsWith))
              .toList();
      assertThat(strangers).isEmpty();
    }
  }

  /** Requires that gRPC, relocated, finds what it is made of. */
  protected static void requireServicesOfGrpc(String... services) throws IOException {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      assertThat(jar.stream().map(JarEntry::getName))
          .contains(
              Arrays.stream(services)
                  .map(service -> "META-INF/services/" + SHADED + "io.grpc." + service)
                  .toArray(String[]::new));
    }
  }

  @Test
  void noServiceOfAnotherVersionIsTouchedAndNoSignatureIsLeft() throws Exception {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      List<String> names = jar.stream().map(JarEntry::getName).toList();
      assertThat(names).noneMatch(name -> name.matches("META-INF/[^/]*\\.(SF|RSA|DSA|EC)"));
      assertThat(names)
          .filteredOn(name -> name.matches("META-INF/services/[^/]+"))
          .allMatch(name -> name.contains("/" + SHADED) || name.contains("/java."));
    }
  }

  @Test
  void itTellsTheLicencesOfAllThatIsInside() throws Exception {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      assertThat(jar.stream().map(JarEntry::getName))
          .contains(
              "META-INF/LICENSE",
              "META-INF/NOTICE",
              "META-INF/THIRD-PARTY.txt",
              "META-INF/licenses/bouncycastle.txt",
              "META-INF/licenses/protobuf.txt",
              "META-INF/licenses/slf4j.txt");
    }
  }

  @Test
  void anAbsentClusterIsOneLineAndExitStatusOne() throws Exception {
    Run run = ycsb("-load", absentCluster(), List.of());
    assertThat(run.exit()).as(run.errors()).isEqualTo(1);
    assertOneLine(run, absentClusterMessage);
  }

  @Test
  @Tag("campaign")
  void anUnknownPropertyIsOneLineAndExitStatusOne() throws Exception {
    Run run = ycsb("-t", absentCluster(), List.of("-p", unknownProperty + "=sync"));
    assertThat(run.exit()).as(run.errors()).isEqualTo(1);
    assertOneLine(run, "unknown property " + unknownProperty + "; valid are");
  }

  private void assertOneLine(Run run, String start) {
    assertOneLine(run, binding, start);
  }

  /** Requires that a binding has said one line, which begins so after its name, and no more. */
  protected static void assertOneLine(Run run, String binding, String start) {
    assertThat(run.errors().lines().filter(line -> line.startsWith(binding + ": ")))
        .singleElement()
        .asString()
        .startsWith(binding + ": " + start);
    assertThat(run.output() + run.errors()).doesNotContain("Exception").doesNotContain("\tat ");
  }

  /**
   * How a process of YCSB ended.
   *
   * @param output what it wrote to its standard output
   * @param errors what it wrote to its standard error
   */
  protected record Run(int exit, String output, String errors) {}

  /**
   * Runs YCSB's client with nothing but its own libraries and the jar.
   *
   * @param client the binding's class
   * @param phase {@code -load} or {@code -t}
   * @param properties how to find the cluster
   * @param options YCSB's options, which go before the properties
   */
  protected final Run ycsb(
      String client,
      String phase,
      Map<String, String> properties,
      List<String> options,
      String... jvmOptions)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(Arrays.asList(jvmOptions));
    command.addAll(List.of("-cp", classPath(), "site.ycsb.Client", phase, "-threads", "8"));
    command.addAll(List.of("-db", client));
    Map<String, String> all = new LinkedHashMap<>();
    all.put("workload", "site.ycsb.workloads.CoreWorkload");
    all.put("recordcount", "100");
    all.put("operationcount", "200");
    all.put("dataintegrity", "true");
    all.put("fieldlengthdistribution", "constant");
    all.putAll(properties);
    all.forEach((name, value) -> command.addAll(List.of("-p", name + "=" + value)));
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
      assertThat(process.waitFor(RUN_TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    return new Run(process.exitValue(), Files.readString(output), Files.readString(errors));
  }

  /** The same of the binding that the subclass names. */
  protected final Run ycsb(
      String phase, Map<String, String> properties, List<String> options, String... jvmOptions)
      throws IOException, InterruptedException {
    return ycsb(className, phase, properties, options, jvmOptions);
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
