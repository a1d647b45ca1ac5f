package io.hybridycsb.testtimes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
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
    return TestTimes.table(TestTimes.read(modules, BEGIN));
  }

  @Test
  void theSlowestComeFirstAndAllAreSummedUp() throws Exception {
    report(
        "core/target/surefire-reports/TEST-a.SlowTest.xml",
        BEGIN,
        "name='a.SlowTest' time='1,041.25' tests='2'");
    report(
        "servers/node/target/failsafe-reports/TEST-a.b.NodeIT.xml",
        BEGIN.plusSeconds(9),
        "name='a.b.NodeIT' time='0.5' tests='1100'");

    assertThat(table())
        .isEqualTo(
            """
            slowest test classes    seconds   tests
              SlowTest (core)       1,041.3       2
              NodeIT (node)             0.5   1,100
            all 2 classes           1,041.8   1,102
            """);
  }

  @Test
  void onlyTenAreShown() throws Exception {
    List<TestTimes.TestClass> classes = new ArrayList<>();
    for (int i = 1; i <= 12; i++) {
      classes.add(new TestTimes.TestClass("Test" + i, i, 1, List.of()));
    }
    assertThat(TestTimes.table(classes))
        .hasLineCount(12)
        .contains("Test12 ", "Test3 ", "all 12 classes")
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

    assertThat(table()).doesNotContain("OldTest", "OtherTest").contains("all 0 classes");
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
