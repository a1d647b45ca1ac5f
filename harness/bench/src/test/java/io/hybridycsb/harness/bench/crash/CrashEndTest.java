package io.hybridycsb.harness.bench.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.bench.clients.Timeline;
import io.hybridycsb.harness.bench.plan.RunSettings.Fault;
import io.hybridycsb.harness.cluster.Cluster;
import io.hybridycsb.harness.cluster.ClusterDirectory;
import io.hybridycsb.harness.cluster.ProcessStatus;
import io.hybridycsb.harness.cluster.ShellSystem;
import io.hybridycsb.harness.process.ProcessLauncher;
import io.hybridycsb.harness.system.programs.Home;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CrashEndTest {
  private static final Duration ENOUGH = Duration.ofSeconds(60);

  /** Serves when it is started first, and never again. */
  private static final String ONCE =
      "[ ! -e begun ] || exec sleep 600; touch begun; " + ShellSystem.RUNS;

  @TempDir private Path root;
  private final List<String> said = new CopyOnWriteArrayList<>();
  private Cluster cluster;

  private void up(String script) throws Exception {
    cluster = new Cluster(ClusterDirectory.of(root, "shell"), new ProcessLauncher(), said::add);
    cluster.up(
        new ShellSystem(),
        new Home(root),
        new Cluster.UpRequest(
            Optional.of(2), Map.of(ShellSystem.SCRIPT, script), Optional.empty(), ENOUGH));
    said.clear();
  }

  @AfterEach
  void down() throws Exception {
    cluster.down(true);
  }

  @Test
  void aRunThatIsGivenUpDoesNotWaitForANodeThatNeverServesAgain() throws Exception {
    up(ONCE);
    Crash crash = new Crash(cluster, new Fault("node2", 0, 0), Duration.ofMinutes(10));
    crash.start();
    Awaitility.await().atMost(ENOUGH).until(() -> said.contains("starting node2"));

    crash.giveUp();
    crash.end();

    assertThat(cluster.status())
        .filteredOn(process -> process.name().equals("node2"))
        .extracting(ProcessStatus::state)
        .containsExactly(ProcessStatus.State.STOPPED);
  }

  @Test
  void aProcessThatIsNotThereIsFoundOutBeforeTheRun() throws Exception {
    up(ShellSystem.RUNS);

    assertThatThrownBy(() -> new Crash(cluster, new Fault("node9", 0, 0), ENOUGH))
        .isInstanceOf(HarnessException.class)
        .hasMessage("shell has no process 'node9'; there are: log, node1, node2");
  }

  @Test
  void aNodeThatIsBackOnlyAfterWhatCountsFailsTheRun() throws Exception {
    up(ShellSystem.RUNS);
    Crash crash = new Crash(cluster, new Fault("node2", 0, 0), ENOUGH);
    long beforeMs = System.currentTimeMillis();
    crash.start();
    Awaitility.await().atMost(ENOUGH).until(() -> isBack(crash));
    crash.end();

    assertThatThrownBy(() -> crash.findings(new Timeline(), 0, beforeMs))
        .isInstanceOf(HarnessException.class)
        .hasMessage("the run ended before node2 was killed and started again");
  }

  private static boolean isBack(Crash crash) {
    try {
      crash.findings(new Timeline(), 0, Long.MAX_VALUE);
      return true;
    } catch (HarnessException e) {
      return false;
    }
  }

  @Test
  void nothingIsKilledOnceNoMoreOperationsCount() throws Exception {
    up(ShellSystem.RUNS);
    Crash crash = new Crash(cluster, new Fault("node2", 600, 0), ENOUGH);
    crash.start();
    crash.over();
    crash.end();

    assertThat(cluster.status())
        .extracting(ProcessStatus::state)
        .containsOnly(ProcessStatus.State.RUNNING);
    assertThat(isBack(crash)).isFalse();
  }
}
