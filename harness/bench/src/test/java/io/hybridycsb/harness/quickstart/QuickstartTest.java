package io.hybridycsb.harness.quickstart;

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
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
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
      [READ], 50thPercentileLatency(us), 500
      [READ], 99thPercentileLatency(us), 1500
      [READ], Return=OK, 600
      [UPDATE], 50thPercentileLatency(us), 2500
      [UPDATE], 99thPercentileLatency(us), 3500
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
    Files.writeString(home.resolve("load"), load);
    Files.writeString(home.resolve("run"), run);
    String script =
        """
        #!/bin/sh
        echo "$*" > "$HYBRID_DIR/arguments-$1"
        for file; do :; done
        cp "$file" "$HYBRID_DIR/properties-$1"
        ls -l "$file" | cut -c 1-10 > "$HYBRID_DIR/permissions-$1"
        i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done
        cat %s/$1
        grep -q RunTime %s/$1 || { echo "no such host" >&2; exit 3; }
        """
            .formatted(home, home);
    Path ycsb = bin.resolve("ycsb");
    Files.deleteIfExists(ycsb);
    Files.writeString(
        Files.createFile(
            ycsb,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x"))),
        script);
    return new Home(home);
  }

  private static Quickstart.Request request(boolean keep, Map<String, String> settings) {
    return new Quickstart.Request(
        new ShellSystem(),
        new UpRequest(Optional.of(2), settings, Optional.empty(), Duration.ofSeconds(60)),
        100,
        OptionalLong.of(1000),
        8,
        "a",
        "uniform",
        Map.of("some.property", "42"),
        keep);
  }

  private void run(Home home, boolean keep) throws Exception {
    run(home, request(keep, Map.of()));
  }

  private void run(Home home, Quickstart.Request request) throws Exception {
    new Quickstart(home, directory, new ProcessLauncher(), said::add).run(request);
  }

  @Test
  void aGoodRunIsSummedUpAndNothingStays() throws Exception {
    run(home(LOAD, RUN), false);

    assertThat(String.join("\n", said))
        .contains("shell, 2 nodes, 3 processes, commit mode sync")
        .contains("50 committed inserts/s")
        .contains("8 threads, uniform keys, counted from the first operation on")
        .contains("248 committed operations/s (990 in 4.0 s)")
        .contains("p50 0.50 ms, p99 1.50 ms")
        .contains("p50 2.50 ms, p99 3.50 ms")
        .contains("10 aborted, 0 unknown, 0 failed")
        .contains("all is well")
        .contains("Shell 1");
    assertThat(directory.path()).doesNotExist();
    assertThat(root.resolve("run").resolve("arguments-run"))
        .content()
        .startsWith("run shell -cp ")
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
        .hasMessage("load committed 99 of 100 operations; the others: {ERROR=1}");
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
        .hasMessageContaining("the workload has 1,000 operations, but 690 committed");
  }

  @Test
  void aFailedYcsbIsShownWithItsLastWordsAndTheNextQuickstartMayClearUp() throws Exception {
    Home broken = home("nothing\n", RUN);
    assertThatThrownBy(() -> run(broken, false))
        .hasMessageContaining("ycsb load exited with status 3")
        .hasMessageContaining("no such host");
    assertThat(directory.path()).isDirectory();

    run(home(LOAD, RUN), false);

    assertThat(directory.path()).doesNotExist();
  }
}
