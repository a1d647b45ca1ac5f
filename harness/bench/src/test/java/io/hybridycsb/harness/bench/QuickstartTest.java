package io.hybridycsb.harness.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.cluster.Cluster;
import io.hybridycsb.harness.cluster.Cluster.UpRequest;
import io.hybridycsb.harness.cluster.ClusterDirectory;
import io.hybridycsb.harness.cluster.ProcessStatus;
import io.hybridycsb.harness.cluster.ProcessStatus.State;
import io.hybridycsb.harness.cluster.ShellSystem;
import io.hybridycsb.harness.process.ProcessLauncher;
import io.hybridycsb.harness.system.programs.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The quickstart, with tiny processes for a cluster and a script for YCSB. */
class QuickstartTest {
  private static final String LOAD =
      """
      [OVERALL], RunTime(ms), 2000
      [INSERT], Return=OK, 100
      """;
  private static final String RUN =
      """
      [OVERALL], RunTime(ms), 4000
      [READ], Return=OK, 600
      [UPDATE], Return=OK, 390
      [UPDATE], Return=ABORTED, 10
      """;

  @TempDir private Path root;
  private final List<String> said = new CopyOnWriteArrayList<>();
  private ClusterDirectory directory;

  @BeforeEach
  void create() {
    directory = ClusterDirectory.of(root.resolve("run"), "shell");
  }

  @AfterEach
  void stop() throws Exception {
    if (directory.load().isPresent()) {
      cluster().down(true);
    }
  }

  private Cluster cluster() {
    return new Cluster(directory, new ProcessLauncher(), line -> {});
  }

  /** A release whose YCSB prints these outputs, and burns some CPU time in its run phase. */
  private Home home(String load, String run) throws Exception {
    Path home = Files.createDirectories(root.resolve("home"));
    Path bin = Files.createDirectories(home.resolve("bin"));
    for (Map.Entry<String, String> phase : Map.of("load", load, "run", run).entrySet()) {
      Path prints = Files.createDirectories(home.resolve(phase.getKey()));
      Files.writeString(prints.resolve("out"), phase.getValue());
      for (String line : phase.getValue().split("\n")) {
        log(prints, line);
      }
    }
    Files.createDirectories(home.resolve("workloads"));
    Files.writeString(home.resolve("workloads/workloada"), "");
    String script =
        """
        #!/bin/sh
        echo "$*" > "$HYBRID_DIR/arguments-$1"
        for file; do :; done
        cp "$file" "$HYBRID_DIR/properties-$1"
        ls -l "$file" | cut -c 1-10 > "$HYBRID_DIR/permissions-$1"
        i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done
        logs=$(sed -n s/^hdrhistogram.output.path=//p "$file")
        for log in %1$s/$1/*.hdr; do [ ! -f "$log" ] || cp "$log" "$logs${log##*/}"; done
        cat %1$s/$1/out
        grep -q RunTime %1$s/$1/out || { echo "no such host" >&2; exit 3; }
        """
            .formatted(home);
    Path ycsb = bin.resolve("ycsb");
    Files.deleteIfExists(ycsb);
    Files.writeString(
        Files.createFile(
            ycsb,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x"))),
        script);
    return new Home(home);
  }

  /**
   * The histogram log of the operations that a line tells of; 2 of 100 take three times as long.
   */
  private static void log(Path directory, String line) throws IOException {
    Matcher counted = Pattern.compile("\\[(\\w+)], Return=(\\w+), ([0-9]+)").matcher(line);
    if (!counted.matches()) {
      return;
    }
    String kind = counted.group(1);
    long us = kind.equals("READ") ? 500 : 2_500;
    long count = Long.parseLong(counted.group(3));
    Histogram histogram = new Histogram(3);
    histogram.recordValueWithCount(us, count - count / 50);
    histogram.recordValueWithCount(3 * us, count / 50);
    histogram.setStartTimeStamp(1_000);
    histogram.setEndTimeStamp(kind.equals("INSERT") ? 2_997 : 4_997);
    String status = counted.group(2).equals("OK") ? "" : "-" + counted.group(2);
    HistogramLogWriter log =
        new HistogramLogWriter(directory.resolve(kind + status + ".hdr").toFile());
    log.outputLogFormatVersion();
    log.outputIntervalHistogram(histogram);
    log.close();
  }

  private static Quickstart.Request request(boolean keep, Map<String, String> settings) {
    return new Quickstart.Request(
        new ShellSystem(),
        new UpRequest(Optional.of(2), settings, Optional.empty(), Duration.ofSeconds(60)),
        100,
        new Quickstart.Work("a", "uniform", 8, OptionalLong.of(1000), 120),
        new TreeMap<>(Map.of("some.property", "42")),
        keep);
  }

  private void run(Home home, boolean keep) throws Exception {
    run(home, request(keep, Map.of()));
  }

  private void run(Home home, Quickstart.Request request) throws Exception {
    new Quickstart(home, directory, said::add).run(request);
  }

  @Test
  void aGoodRunIsSummedUpAndNothingStays() throws Exception {
    run(home(LOAD, RUN), false);

    assertThat(String.join("\n", said))
        .contains("a quickstart of shell: start, load, run, audit, remove; about 1 min,")
        .contains("shell: 248 committed operations/s, cold, while JVMs compile; the audit passed")
        .contains("2 nodes, 3 processes, commit mode sync")
        .contains("50 committed inserts/s")
        .contains("half reads, half updates by 8 threads, uniform keys")
        .contains("248 committed operations/s (990 in 4.0 s)")
        .contains("p50 0.50 ms, p99 1.50 ms")
        .contains("p50 2.50 ms, p99 7.50 ms")
        .contains("10 aborted, 0 unknown, 0 failed")
        .contains("all is well")
        .contains("Shell 1");
    assertThat(directory.path()).doesNotExist();
    assertThat(root.resolve("run").resolve("arguments-run"))
        .content()
        .startsWith("run shell -cp-last ")
        .contains(" -P " + root.resolve("home/workloads/workloada"))
        .contains("-threads 8");
    assertThat(root.resolve("run").resolve("properties-run"))
        .content()
        .contains("recordcount=100\n")
        .contains("operationcount=1000\n")
        .contains("requestdistribution=uniform\n")
        .contains("some.property=42\n");
    for (String phase : List.of("load", "run")) {
      assertThat(root.resolve("run").resolve("properties-" + phase))
          .as("reads are checked against what this workload writes")
          .content()
          .contains("workload=io.hybridycsb.harness.ycsb.BenchWorkload\n");
    }
  }

  @Test
  void noPropertyStandsInACommandLine() throws Exception {
    run(home(LOAD, RUN), false);

    for (String phase : List.of("load", "run")) {
      assertThat(root.resolve("run").resolve("properties-" + phase))
          .content()
          .contains("some.property=42\n");
      assertThat(root.resolve("run").resolve("permissions-" + phase)).hasContent("-rw-------");
      assertThat(root.resolve("run").resolve("arguments-" + phase))
          .content()
          .doesNotContain("some.property");
    }
  }

  @Test
  void theClientsCpuTimeIsPartOfTheSum() throws Exception {
    run(home(LOAD, RUN), false);

    assertThat(said)
        .filteredOn(line -> line.contains("CPU time"))
        .first()
        .asString()
        .containsPattern("\\d\\.\\d{3} ms per committed operation \\(.*client \\d+\\.\\d{3}");
  }

  @Test
  void aClusterThatIsKeptIsTheUsers() throws Exception {
    Home home = home(LOAD, RUN);
    run(home, true);

    assertThat(cluster().status())
        .hasSize(3)
        .extracting(ProcessStatus::state)
        .containsOnly(State.RUNNING);
    assertThatThrownBy(() -> run(home, false))
        .isInstanceOf(HarnessException.class)
        .hasMessageContaining("there is a cluster in");
    cluster().down(false);
    assertThatThrownBy(() -> run(home, false)).hasMessageContaining("--purge");
  }

  @Test
  void aLoadThatIsNotCommittedInFullFails() throws Exception {
    Home home = home(LOAD.replace("OK, 100", "OK, 99") + "[INSERT], Return=ERROR, 1\n", RUN);

    assertThatThrownBy(() -> run(home, false))
        .isInstanceOf(HarnessException.class)
        .hasMessage("the load committed 99 of 100 records; the other outcomes: {ERROR=1}");
    assertThat(said).contains("failed; all logs are in " + directory.path());
    assertThat(cluster().status()).extracting(ProcessStatus::state).containsOnly(State.STOPPED);
  }

  @Test
  void aFailedAuditIsShownInTheSummaryAndFailsTheRun() throws Exception {
    Map<String, String> fails =
        Map.of(ShellSystem.AUDIT, "echo reading; echo node2 differs at height 7; exit 1");
    Home home = home(LOAD, RUN);

    assertThatThrownBy(() -> run(home, request(false, fails)))
        .isInstanceOf(HarnessException.class)
        .hasMessageContaining("the audit failed:")
        .hasMessageContaining("node2 differs at height 7");
    assertThat(String.join("\n", said))
        .contains("248 committed operations/s")
        .contains("FAILED: node2 differs at height 7");
    assertThat(directory.path().resolve("audit.log")).exists();
  }

  @Test
  void unknownOutcomesFailTheRun() throws Exception {
    Home home = home(LOAD, RUN.replace("ABORTED", "UNKNOWN"));

    assertThatThrownBy(() -> run(home, false))
        .isInstanceOf(HarnessException.class)
        .hasMessageContaining("990 committed and 0 aborted; the others: {UNKNOWN=10}");
    assertThat(String.join("\n", said)).contains("0 aborted, 10 unknown, 0 failed");
  }

  @Test
  void operationsThatNeverHappenedFailTheRun() throws Exception {
    Home home = home(LOAD, RUN.replace("[READ], Return=OK, 600", "[READ], Return=OK, 300"));

    assertThatThrownBy(() -> run(home, false))
        .hasMessageContaining("clients ended after 700 of 1,000 operations");
  }

  @Test
  void aFailedYcsbIsShownWithItsLastWordsAndTheNextQuickstartMayClearUp() throws Exception {
    Home broken = home("nothing\n", RUN);
    assertThatThrownBy(() -> run(broken, false))
        .hasMessageContaining("load1 exited with status 3")
        .hasMessageContaining("no such host");
    assertThat(directory.path()).isDirectory();

    run(home(LOAD, RUN), false);

    assertThat(directory.path()).doesNotExist();
  }
}
