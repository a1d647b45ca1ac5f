package io.hybridycsb.it.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.hybridycsb.it.release.Ended;
import io.hybridycsb.it.release.Release;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The imitations of YCSB's launchers start the same JVM as YCSB's own, which are at hand or not.
 */
@Tag("pages")
class YcsbLaunchersIT {
  private static final Duration TIMEOUT = Duration.ofMinutes(1);
  private static final int STATUS_OF_JAVA = 7;
  private static final String MARK = "argument ";

  /** A JVM that only tells its arguments. */
  private static final String JAVA =
      """
      #!/bin/sh
      printf '%s%%s\\n' "$@"
      exit %d
      """
          .formatted(MARK, STATUS_OF_JAVA);

  @RegisterExtension private final YcsbInstallation ycsb = YcsbInstallation.withSmallJars();
  private Path jdk;

  @BeforeEach
  void install() throws IOException {
    assumeTrue(
        YcsbLaunchers.named().isPresent(), "no -Dycsb.home=PATH of an unpacked release of YCSB");
    jdk = Files.createDirectories(ycsb.home().resolveSibling("a jdk").resolve("bin")).getParent();
    YcsbLaunchers.program(jdk.resolve("bin").resolve("java"), JAVA);
    Files.createDirectory(ycsb.home().resolve(YcsbInstallation.FOREIGN_BINDING).resolve("conf"));
    ycsb.installInto("etcd", "veritas-kafka", "cassandra-lwt").requireSuccess();
  }

  static Stream<List<String>> argumentsOfShell() {
    return Stream.of(
        List.of("load", "etcd", "-P", "workloads/workloada", "-P", "my.properties", "-s"),
        List.of("run", "veritas-kafka", "-p", "a=b c", "-threads", "4", "-target", "10"),
        List.of("run", "cassandra-lwt", "-cp", "/my/classes"),
        List.of("shell", "etcd", "-p", "etcd.endpoints=127.0.0.1:2379"),
        List.of("run", "basic"),
        List.of("run", "no-such"),
        List.of("fly", "etcd"));
  }

  @ParameterizedTest
  @MethodSource("argumentsOfShell")
  void theImitationInShellComposesWhatYcsbsDoes(List<String> arguments) throws IOException {
    YcsbLaunchers.putFirst(ycsb.home(), List.of(Path.of("/first/one.jar")));
    YcsbLaunchers.imitateShell(bin("imitation"));

    for (String shell : List.of("sh", "bash")) {
      assumeTrue(Release.run(jdk, Map.of(), TIMEOUT, List.of(shell, "-c", ":")).status() == 0);
      List<String> own = told(List.of(shell, bin(YcsbLaunchers.SHELL).toString()), arguments);
      assertThat(told(List.of(bin("imitation").toString()), arguments)).isEqualTo(own);
    }
  }

  static Stream<List<String>> argumentsOfPython() {
    return Stream.of(
        List.of("load", "basic", "-cp", "/my/*", "-db", "my.Client", "-P", "workloada", "-s"),
        List.of("run", "basic", "-jvm-args=-Xmx1g", "-cp=/my", "-p", "a=b c", "-threads", "4"),
        List.of("run", "basic", "-s", "-jvm-args", "-Xmx1g -Da=1"),
        List.of("run", "basic", "-jvm-args", "-Xmx1g"),
        List.of("shell", "basic", "-p", "a=b"),
        List.of("run", "no-such"),
        List.of("fly", "basic"));
  }

  @ParameterizedTest
  @MethodSource("argumentsOfPython")
  void theImitationOfPythonsComposesWhatYcsbsDoes(List<String> arguments) throws IOException {
    assumeTrue(YcsbLaunchers.python2().isPresent(), "no Python 2; -Dpython2=PATH names one");
    YcsbLaunchers.imitatePython(bin("imitation"));

    assertThat(told(List.of(bin("imitation").toString()), arguments))
        .isEqualTo(told(List.of(bin(YcsbLaunchers.PYTHON).toString()), arguments));
  }

  private Path bin(String program) {
    return ycsb.home().resolve("bin").resolve(program);
  }

  /** The status, then what the JVM was given. */
  private List<String> told(List<String> launcher, List<String> arguments) {
    // Tests on another JVM set the variable themselves.
    List<String> command =
        new ArrayList<>(List.of("env", "JAVA_HOME=" + jdk, "JAVA_OPTS=-Xmx200m -Da=1"));
    command.addAll(launcher);
    command.addAll(arguments);
    Ended ended = Release.run(ycsb.home(), Map.of(), TIMEOUT, command);
    List<String> told = new ArrayList<>(List.of(Integer.toString(ended.status())));
    ended
        .out()
        .lines()
        .filter(line -> line.startsWith(MARK))
        .forEach(line -> told.add(inOrder(line.substring(MARK.length()))));
    assertThat(told.size() > 1).as("%s", ended).isEqualTo(ended.status() == STATUS_OF_JAVA);
    return told;
  }

  /** The launcher in Python takes a directory's jars in the order in which the system has them. */
  private static String inOrder(String argument) {
    if (!argument.contains(".jar" + File.pathSeparator)) {
      return argument;
    }
    List<String> entries = new ArrayList<>(List.of(argument.split(File.pathSeparator, -1)));
    for (int from = 0, to = 1; to <= entries.size(); to++) {
      if (to == entries.size() || !parent(entries, to).equals(parent(entries, from))) {
        entries.subList(from, to).sort(null);
        from = to;
      }
    }
    return String.join(File.pathSeparator, entries);
  }

  private static String parent(List<String> entries, int index) {
    String entry = entries.get(index);
    return entry.substring(0, entry.lastIndexOf('/') + 1);
  }
}
