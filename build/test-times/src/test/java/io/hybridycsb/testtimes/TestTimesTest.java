package io.hybridycsb.testtimes;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.process.ProcStat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestTimesTest {
  private static final Instant BEGIN = Instant.parse("2026-01-02T03:04:05Z");

  @TempDir private Path modules;

  private void report(String path, Instant time, String suite, String... cases) throws IOException {
    Path report = modules.resolve(path);
    Files.createDirectories(report.getParent());
    Files.writeString(
        report, "<testsuite " + suite + ">" + String.join("", cases) + "</testsuite>");
    Files.setLastModifiedTime(report, FileTime.from(time));
  }

  private String table() throws Exception {
    return table(Optional.empty());
  }

  private String table(Optional<ProcStat> maven) throws Exception {
    return TimesTable.of(new Build(TestTimes.read(modules, BEGIN), 1_700, maven));
  }

  private void integrationTest(String name, String seconds, ClassUse use) throws IOException {
    Path target = modules.resolve("integration-tests/target");
    report(
        "integration-tests/target/failsafe-reports/TEST-a." + name + ".xml",
        BEGIN,
        "name='a.%s' time='%s' tests='2'".formatted(name, seconds));
    use.write(target, "a." + name);
  }

  private static ClassUse use(String system, double processes, double servers) {
    return new ClassUse(
        Optional.of(system).filter(name -> !name.isEmpty()),
        Optional.of(new ClassUse.Used(processes, servers)));
  }

  @Test
  void eachSystemsTimesAreSummedUpAndTheDearestComesFirst() throws Exception {
    integrationTest("EtcdSystemIT", "33.25", use("etcd", 20.5, 10.25));
    integrationTest("EtcdQuickstartIT", "100", use("etcd", 40, 0));
    integrationTest("FabricSystemIT", "60", use("fabric", 50, 100));
    integrationTest("PagesIT", "7", use("", 6, 0));
    report(
        "core/target/surefire-reports/TEST-a.SlowTest.xml",
        BEGIN,
        "name='a.SlowTest' time='1,041.25' tests='1100'");

    assertThat(table(Optional.of(new ProcStat(false, 1, 100_000, 61_650, 0, 0))))
        .isEqualTo(
            """
            times of the build                      classes   tests     wall s      CPU s
            integration tests                             4       8      200.3      226.8
              fabric                                      1       2       60.0      150.0
              etcd                                        2       4      133.3       70.8
              no cluster                                  1       2        7.0        6.0
            unit tests                                    1   1,100    1,041.3      500.0
            the build until now                           5   1,108    1,700.0    1,726.8
            CPU of integration tests: their JVM, the commands it waited for, and the servers, while the class ran
            CPU of unit tests: all other commands that Maven waited for, protoc too
            CPU of the build: Maven, all commands it waited for, and the integration tests' servers
            several classes run at a time: the sum of their wall times may exceed the build's
            slowest classes                                   tests     wall s      CPU s
              SlowTest (core)                                 1,100    1,041.3          -
              EtcdQuickstartIT (integration-tests)                2      100.0       40.0
              FabricSystemIT (integration-tests)                  2       60.0      150.0
              EtcdSystemIT (integration-tests)                    2       33.3       30.8
              PagesIT (integration-tests)                         2        7.0        6.0
            """);
  }

  @Test
  void whereThePlatformReportsNoCpuTimeTheTableSaysSo() throws Exception {
    integrationTest("EtcdIT", "33", new ClassUse(Optional.of("etcd"), Optional.empty()));
    integrationTest("FabricIT", "60", new ClassUse(Optional.of("fabric"), Optional.empty()));

    assertThat(table())
        .isEqualTo(
            """
            times of the build              classes   tests     wall s      CPU s
            integration tests                     2       4       93.0          -
              fabric                              1       2       60.0          -
              etcd                                1       2       33.0          -
              no cluster                          0       0        0.0          -
            unit tests                            0       0        0.0          -
            the build until now                   2       4    1,700.0          -
            CPU time: not known here
            slowest classes                           tests     wall s      CPU s
              FabricIT (integration-tests)                2       60.0          -
              EtcdIT (integration-tests)                  2       33.0          -
            """);
  }

  @Test
  void aBuildSeesWhatItsParentHasUsed() {
    Optional<ProcStat> parent =
        ProcessHandle.current().parent().flatMap(process -> ProcStat.read(process.pid()));

    Build build = Build.since(BEGIN, List.of());

    assertThat(build.maven().isPresent()).isEqualTo(parent.isPresent());
    parent.ifPresent(
        stat ->
            assertThat(build.cpuSeconds().orElseThrow())
                .isGreaterThanOrEqualTo(stat.use().cpuSeconds()));
  }

  @Test
  void onlyTenAreShown() {
    List<TestClass> classes = new ArrayList<>();
    for (int i = 1; i <= 12; i++) {
      classes.add(new TestClass("Test" + i, "core", i, 1, List.of(), Optional.empty()));
    }
    assertThat(TimesTable.of(new Build(classes, 100, Optional.empty())))
        .contains("Test12 ", "Test3 ")
        .containsPattern("unit tests +12 +12 ")
        .doesNotContain("Test2 ");
  }

  @Test
  void whatAnEarlierBuildLeftDoesNotCount() throws Exception {
    report(
        "core/target/surefire-reports/TEST-a.OldTest.xml",
        BEGIN.minusSeconds(1),
        "name='a.OldTest' time='1' tests='1'");
    report(
        "core/target/other/surefire-reports/TEST-a.OtherTest.xml",
        BEGIN,
        "name='a.OtherTest' time='1' tests='1'");

    assertThat(table()).doesNotContain("OldTest", "OtherTest").containsPattern("until now +0 ");
  }

  @Test
  void whatWasSkippedIsNamedOnceByItsReasonAndAWholeClassByItsName() throws Exception {
    String skipped = "<skipped message='Assumption failed: no openssl&#10;more'/>";
    report(
        "core/target/surefire-reports/TEST-a.TlsTest.xml",
        BEGIN,
        "name='a.TlsTest' time='1' tests='3'",
        "<testcase name='one'>" + skipped + "</testcase>",
        "<testcase name='one'>" + skipped + "</testcase>",
        "<testcase name='two'/>");
    report(
        "core/target/failsafe-reports/TEST-a.PodsIT.xml",
        BEGIN,
        "name='a.PodsIT' time='1' tests='2'",
        "<testcase name='one'>" + skipped + "</testcase>",
        "<testcase name='two'>" + skipped + "</testcase>");

    assertThat(table().lines().filter(line -> line.startsWith("not run here")))
        .containsExactly("not run here: PodsIT, TlsTest.one: no openssl");
  }

  @Test
  void aClassOfWhichNoTestRanIsNotCounted() throws Exception {
    report(
        "integration-tests/target/failsafe-reports/TEST-a.PodsIT.xml",
        BEGIN,
        "name='a.PodsIT' time='1' tests='1'",
        "<testcase name=''><skipped message='no engine'/></testcase>");

    assertThat(table())
        .containsPattern("integration tests +0 ")
        .containsPattern("until now +0 ")
        .contains("not run here: PodsIT: no engine\n");
  }

  @Test
  void whatKeptAWholeClassFromBeginningIsNamed() throws Exception {
    report(
        "core/target/failsafe-reports/TEST-a.PodsIT.xml",
        BEGIN,
        "name='a.PodsIT' time='1' tests='1'",
        "<testcase name='initializationError'>",
        "<skipped type='a.Aborted'>a.Aborted: Assumption failed: no engine: none&#10; at a.b()</skipped>",
        "</testcase>");

    assertThat(table()).contains("not run here: PodsIT: no engine: none\n");
  }
}
