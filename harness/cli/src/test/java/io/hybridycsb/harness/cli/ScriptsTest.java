package io.hybridycsb.harness.cli;

import static io.hybridycsb.harness.cli.ScriptRun.STATUS_OF_JAVA;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.cli.ScriptRun.Result;
import io.hybridycsb.harness.files.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The scripts in bin/, in a release whose JVM only prints its arguments. */
class ScriptsTest {
  private static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED";
  private static final String UNSAFE = "-Dsun.misc.unsafe.memory.access=allow";
  private static final String COLLECTOR = "-XX:+UseParallelGC";
  private static final List<String> INLINING =
      List.of("-XX:MaxInlineLevel=6", "-XX:FreqInlineSize=150");
  private static final String YCSB_CLIENT = "io.hybridycsb.ycsb.client.ClientMain";
  private static final String BINDING_CLASS = "io.hybridycsb.ycsb.veritas.VeritasKafkaClient";

  @TempDir private Path temp;
  private Path home;
  private Path work;
  private ScriptRun scripts;

  @BeforeEach
  void createRelease() throws IOException {
    home = Files.createDirectories(temp.toRealPath().resolve("a release"));
    work = Files.createDirectories(temp.toRealPath().resolve("work"));
    for (String dir : List.of("lib", "harness/lib", "veritas-kafka-binding/lib", "workloads")) {
      Files.createDirectories(home.resolve(dir));
    }
    Files.createFile(home.resolve("workloads").resolve("workloada"));
    ScriptRun.copyRelease(home.resolve("bin"));
    scripts = ScriptRun.in(work, home.resolve("jdk"));
  }

  private Result run(Path script, String... arguments) throws Exception {
    return run(Map.of(), script, arguments);
  }

  private Result run(Map<String, String> environment, Path script, String... arguments)
      throws Exception {
    return scripts.run(environment, script, arguments);
  }

  private Path ycsb() {
    return home.resolve("bin").resolve("ycsb");
  }

  @Test
  void ycsbPassesTheOptionsOnInTheirOrderAndItsStatusBack() throws Exception {
    Result result =
        run(ycsb(), "run", "veritas-kafka", "-s", "-p", "a=b c", "-threads", "4", "-target", "100");

    assertThat(result.status()).isEqualTo(STATUS_OF_JAVA);
    assertThat(result.err()).isEmpty();
    assertThat(result.out())
        .containsExactly(
            NATIVE_ACCESS,
            UNSAFE,
            COLLECTOR,
            INLINING.get(0),
            INLINING.get(1),
            "-cp",
            home + "/lib/*:" + home + "/veritas-kafka-binding/lib/*",
            YCSB_CLIENT,
            "-t",
            "-db",
            BINDING_CLASS,
            "-s",
            "-p",
            "a=b c",
            "-threads",
            "4",
            "-target",
            "100");
  }

  @Test
  void ycsbHasAMainClassPerCommand() throws Exception {
    assertThat(run(ycsb(), "load", "veritas-kafka").out()).contains(YCSB_CLIENT, "-load");
    assertThat(run(ycsb(), "shell", "veritas-kafka").out())
        .contains("io.hybridycsb.ycsb.shell.ShellMain")
        .doesNotContain("-t", "-load");
  }

  @Test
  void ycsbTakesOptionsOfTheJvmAndMoreClassPath() throws Exception {
    Result result =
        run(
            Map.of("JAVA_OPTS", "-Xmx1g"),
            ycsb(),
            "run",
            "veritas-kafka",
            "-jvm-args=-Da=1 -Db=2",
            "-cp",
            "/my/classes",
            "-cp-last=/behind",
            "-cp=/my/others",
            "-s");

    assertThat(result.out().subList(3, 8))
        .containsExactly(INLINING.get(0), INLINING.get(1), "-Xmx1g", "-Da=1", "-Db=2");
    assertThat(result.out().get(9))
        .startsWith("/my/classes:/my/others:" + home + "/lib/*:")
        .endsWith(":/behind");
    assertThat(result.out().subList(10, result.out().size()))
        .containsExactly(YCSB_CLIENT, "-t", "-db", BINDING_CLASS, "-s");
  }

  @Test
  void aCollectorOfTheUsersOwnReplacesOurs() throws Exception {
    Map<String, String> serial = Map.of("JAVA_OPTS", "-XX:+UseSerialGC");

    assertThat(run(serial, ycsb(), "run", "veritas-kafka").out())
        .contains("-XX:+UseSerialGC")
        .doesNotContain(COLLECTOR);
  }

  @Test
  void onRequestTheJvmHasNoOptionsThatYcsbsOwnLaunchersDoNotGive() throws Exception {
    Map<String, String> plain = Map.of("HYBRID_CLIENT_JVM", "plain");

    assertThat(run(plain, ycsb(), "run", "veritas-kafka").out())
        .startsWith(NATIVE_ACCESS, UNSAFE, "-cp");
    Result unknown = run(Map.of("HYBRID_CLIENT_JVM", "fast"), ycsb(), "run", "veritas-kafka");
    assertThat(unknown.status()).isEqualTo(2);
    assertThat(unknown.err()).contains("HYBRID_CLIENT_JVM is 'fast', expected tuned or plain");
  }

  @Test
  void ycsbFindsWorkloadsHereFirstAndThenInTheRelease() throws Exception {
    Path released = home.resolve("workloads").resolve("workloada");

    assertThat(run(ycsb(), "run", "veritas-kafka", "-P", "workloads/workloada").out())
        .contains(released.toString());
    assertThat(run(ycsb(), "run", "veritas-kafka", "-P", "workloada").out())
        .contains(released.toString());
    Files.createFile(work.resolve("workloada"));
    assertThat(run(ycsb(), "run", "veritas-kafka", "-P", "workloada").out())
        .contains("workloada")
        .doesNotContain(released.toString());
  }

  @Test
  void ycsbTakesPropertiesFromWhatIsNoPlainFile() throws Exception {
    assertThat(run(ycsb(), "run", "veritas-kafka", "-P", "/dev/null").out())
        .endsWith("-P", "/dev/null");
  }

  @Test
  void ycsbSaysWhereItLookedForAPropertiesFileThatIsNotThere() throws Exception {
    Result relative = run(ycsb(), "run", "veritas-kafka", "-P", "workloada", "-P", "workloadz");
    Result absolute = run(ycsb(), "load", "veritas-kafka", "-P", "/no/workloada", "-s");

    assertThat(relative.status()).isEqualTo(1);
    assertThat(relative.out()).isEmpty();
    assertThat(relative.err())
        .isEqualTo(
            "ycsb: no properties file 'workloadz'; looked for workloadz, %s, %s%n"
                .formatted(home.resolve("workloadz"), home.resolve("workloads/workloadz")));
    assertThat(absolute.status()).isEqualTo(1);
    assertThat(absolute.err())
        .isEqualTo("ycsb: no properties file '/no/workloada'; looked for /no/workloada\n");
  }

  private void makeLocalCluster() throws IOException {
    Path cluster = work.resolve(".hybrid").resolve("veritas-kafka");
    PrivateFiles.makeDirectory(cluster.getParent());
    PrivateFiles.makeDirectory(cluster);
    PrivateFiles.write(cluster.resolve("ycsb.properties"), "");
  }

  @Test
  void ycsbTakesALocalClustersAddressesFirstAndSaysSo() throws Exception {
    makeLocalCluster();

    Result result = run(ycsb(), "run", "veritas-kafka", "-P", "workloada");

    assertThat(result.err().lines()).hasSize(1);
    assertThat(result.err()).contains("using the local cluster in .hybrid/veritas-kafka");
    assertThat(result.out())
        .containsSequence(BINDING_CLASS, "-P", ".hybrid/veritas-kafka/ycsb.properties", "-P");
    Result elsewhere =
        run(Map.of("HYBRID_DIR", work.resolve("other").toString()), ycsb(), "run", "veritas-kafka");
    assertThat(elsewhere.err()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/veritas-kafka", "/veritas-kafka/ycsb.properties"})
  void ycsbTakesNoPropertiesThatOthersMayHaveWritten(String place) throws Exception {
    makeLocalCluster();
    Files.setPosixFilePermissions(
        work.resolve(".hybrid" + place), PosixFilePermissions.fromString("rwx----w-"));

    Result result = run(ycsb(), "run", "veritas-kafka", "-P", "workloada");

    assertThat(result.status()).isEqualTo(1);
    assertThat(result.out()).isEmpty();
    assertThat(result.err())
        .isEqualTo(
            ("ycsb: others may write to .hybrid%s, and what is in it is run: if it is all yours,"
                    + " run 'chmod go-w .hybrid%s'%n")
                .formatted(place, place));
  }

  @Test
  void ycsbTakesNoPropertiesThatOthersMayReplace() throws Exception {
    makeLocalCluster();
    Files.setPosixFilePermissions(work, PosixFilePermissions.fromString("rwxrwxrwx"));
    Path link = Files.createSymbolicLink(work.getParent().resolve("link"), work.resolve(".hybrid"));

    String roundabout = "../" + work.getFileName() + "/.hybrid/";
    for (String clusters : List.of(".hybrid", roundabout, link + "/")) {
      Result result =
          run(Map.of("HYBRID_DIR", clusters), ycsb(), "run", "veritas-kafka", "-P", "workloada");

      assertThat(result.status()).isEqualTo(1);
      assertThat(result.out()).isEmpty();
      assertThat(result.err())
          .isEqualTo(
              ("ycsb: others may replace %1$s/veritas-kafka/ycsb.properties, because they may write"
                      + " to %2$s, and what is in it is run: run 'chmod go-w %2$s', or work in a"
                      + " directory of your own, or let HYBRID_DIR name one%n")
                  .formatted(clusters, work));
    }
    Files.setAttribute(work, "unix:mode", 01777);
    assertThat(run(ycsb(), "run", "veritas-kafka", "-P", "workloada").status())
        .isEqualTo(STATUS_OF_JAVA);
  }

  @Test
  void ycsbTakesNoPropertiesOfAnotherUser() throws Exception {
    makeLocalCluster();
    // The files' owner can't be changed without rights, but who the script takes itself for can.
    Path programs = work.getParent().resolve("programs");
    ScriptRun.program(programs.resolve("id"), "echo 77777\n");
    Map<String, String> asAnother =
        Map.of("PATH", programs + ":" + System.getenv("PATH"), "SUDO_UID", "77778");

    Result result = run(asAnother, ycsb(), "run", "veritas-kafka", "-P", "workloada");

    assertThat(result.status()).isEqualTo(1);
    assertThat(result.out()).isEmpty();
    assertThat(result.err())
        .isEqualTo(
            "ycsb: .hybrid belongs to another user, and what is in it is run: work in a directory"
                + " of your own, or let HYBRID_DIR name one\n");
  }

  @Test
  void ycsbRefusesWhatItDoesNotUnderstand() throws Exception {
    assertThat(run(ycsb()).status()).isEqualTo(2);
    assertThat(run(ycsb(), "fly", "veritas-kafka").err()).contains("unknown command 'fly'");
    assertThat(run(ycsb(), "run").err()).contains("which system?");
    assertThat(run(ycsb(), "run", "oracle").err()).contains("no binding for 'oracle'");
    assertThat(run(ycsb(), "run", "veritas-kafka", "-P").err()).contains("-P takes a value");
    assertThat(run(ycsb(), "run", "veritas-kafka", "-P").status()).isEqualTo(2);
  }

  @Test
  void helpListsTheBindingsAndNeedsNoJava() throws Exception {
    Result result = run(Map.of("JAVA_HOME", "/nowhere"), ycsb(), "--help");

    assertThat(result.status()).isZero();
    assertThat(String.join("\n", result.out()))
        .contains("Usage: ycsb COMMAND SYSTEM")
        .contains("  veritas-kafka  (" + BINDING_CLASS + ")");
    assertThat(run(Map.of("JAVA_HOME", "/nowhere"), ycsb(), "run", "veritas-kafka").err())
        .isEqualTo("ycsb: JAVA_HOME is /nowhere, which has no bin/java\n");
  }

  @Test
  void scriptsWorkThroughSymbolicLinks() throws Exception {
    Path link = Files.createSymbolicLink(work.resolve("bench"), ycsb());

    assertThat(run(link, "run", "veritas-kafka").status()).isEqualTo(STATUS_OF_JAVA);
  }

  @Test
  void hybridAndQuickstartStartTheHarnessOfTheirRelease() throws Exception {
    Result hybrid = run(home.resolve("bin/hybrid"), "get", "veritas-kafka", "a key");
    Result quickstart = run(home.resolve("bin/quickstart"), "--keep");

    assertThat(hybrid.status()).isEqualTo(STATUS_OF_JAVA);
    assertThat(hybrid.out())
        .contains("-Dhybrid.home=" + home, home + "/harness/lib/*")
        .endsWith("get", "veritas-kafka", "a key");
    assertThat(quickstart.out()).endsWith("quickstart", "--keep");
  }

  private void archive(String jvm) throws IOException {
    Path archives = Files.createDirectories(home.resolve("class-archives"));
    Files.writeString(archives.resolve("jvm"), jvm + "\n");
    for (String part : List.of("hybrid", "client-veritas-kafka")) {
      Files.writeString(archives.resolve(part + ".option"), "-Xarchive:" + part + " of it\n");
    }
  }

  @Test
  void theyUseTheArchivesOfClassesOfTheirJvm() throws Exception {
    archive(home.resolve("jdk/bin/java").toRealPath().toString());

    assertThat(run(ycsb(), "run", "veritas-kafka").out())
        .startsWith("-Xarchive:client-veritas-kafka of it", NATIVE_ACCESS);
    assertThat(run(home.resolve("bin/hybrid"), "status").out())
        .startsWith("-Xarchive:hybrid of it");
    assertThat(run(ycsb(), "run", "etcd").out()).noneMatch(said -> said.startsWith("-Xarchive"));
  }

  @Test
  void theyUseNoArchiveOfAnotherJvmNorWithAnotherClassPath() throws Exception {
    archive("/another/bin/java");
    assertThat(run(ycsb(), "run", "veritas-kafka").out()).startsWith(NATIVE_ACCESS);

    archive(home.resolve("jdk/bin/java").toRealPath().toString());
    assertThat(run(ycsb(), "run", "veritas-kafka", "-cp", "/my/classes").out())
        .startsWith(NATIVE_ACCESS);
    assertThat(run(ycsb(), "run", "veritas-kafka", "-cp-last", "/my/classes").out().get(0))
        .startsWith("-Xarchive");
    Files.createDirectories(home.resolve("conf"));
    assertThat(run(ycsb(), "run", "veritas-kafka").out()).startsWith(NATIVE_ACCESS);
  }

  @Test
  void theWorkloadRunsWithoutADatabase() throws Exception {
    assertThat(run(ycsb(), "load", "basic", "-P", "workloada").out())
        .containsSequence(
            home + "/lib/*:" + home + "/veritas-kafka-binding/lib/*",
            YCSB_CLIENT,
            "-load",
            "-db",
            "site.ycsb.BasicDB");
    assertThat(run(ycsb(), "--help").out()).contains("  basic  (site.ycsb.BasicDB)");
    assertThat(run(home.resolve("bin/hybrid"), "up", "basic").err())
        .startsWith("hybrid: unknown system 'basic'");
  }
}
