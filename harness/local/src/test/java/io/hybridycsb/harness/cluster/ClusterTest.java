package io.hybridycsb.harness.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.cluster.ProcessStatus.State;
import io.hybridycsb.harness.process.ProcessIdentity;
import io.hybridycsb.harness.process.ProcessLauncher;
import io.hybridycsb.harness.process.SpareMemory;
import io.hybridycsb.harness.system.ClusterPlan;
import io.hybridycsb.harness.system.Model;
import io.hybridycsb.harness.system.PlanContext;
import io.hybridycsb.harness.system.Settings;
import io.hybridycsb.harness.system.SystemDescription;
import io.hybridycsb.harness.system.programs.Home;
import io.hybridycsb.settings.Property;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** How a cluster starts, stops, and says what it refuses. */
class ClusterTest extends ShellClusterFixture {
  @Test
  void whatFollowsAFirstStartComesWhenTheWholeStageServes() throws Exception {
    String slowNode2 =
        "case $PWD in */node2) until grep -qs ready ../node1/node1.log; do sleep 0.1; done; esac; ";
    up(2, Map.of(ShellSystem.SCRIPT, slowNode2 + ShellSystem.RUNS), ENOUGH);

    assertThat(Files.readAllLines(cluster.process("node1").dir().resolve(ShellSystem.MET)))
        .containsExactly("ready", "ready");
  }

  @Test
  void upStartsEveryProcessStageByStageAndSaysSo() throws Exception {
    up();

    assertThat(states()).containsOnly(State.RUNNING).hasSize(3);
    assertThat(said.get(0)).isEqualTo("starting log");
    assertThat(said.get(1)).startsWith("  log serves on 127.0.0.1:");
    assertThat(said.get(2)).isEqualTo("starting node1, node2");
    assertThat(directory.ycsbProperties()).content().contains("shell.directory=");
  }

  @Test
  void aNewCommandSeesTheClusterThatAnEarlierOneStarted() throws Exception {
    up();
    Cluster later = new Cluster(directory, new ProcessLauncher(), line -> {});

    assertThat(later.status()).isNotEmpty().allMatch(process -> process.state() == State.RUNNING);
    assertThat(ClusterDirectory.all(root)).containsExactly(directory);
    assertThat(later.existing()).isEqualTo(cluster.existing());
  }

  @Test
  void upOnARunningClusterIsRefusedAndChangesNothing() throws Exception {
    up();
    ClusterState before = cluster.existing();
    cluster.kill(List.of("node2"));

    assertThatThrownBy(this::up)
        .isInstanceOf(HarnessException.class)
        .hasMessageContaining("shell is already running")
        .hasMessageContaining("not running: node2");
    assertThat(cluster.existing()).isEqualTo(before);
  }

  @Test
  void anUpThatIsRefusedLeavesNothingBehind() {
    assertThatThrownBy(() -> up(2, Map.of("nosuch", "1"), ENOUGH))
        .isInstanceOf(HarnessException.class)
        .hasMessageStartingWith("unknown option 'nosuch'");
    assertThat(root).isEmptyDirectory();
  }

  @Test
  void aFailedStartShowsTheLastWordsAndLeavesNothingRunning() {
    assertThatThrownBy(() -> up(2, Map.of(ShellSystem.SCRIPT, ShellSystem.FAILS), ENOUGH))
        .isInstanceOf(HarnessException.class)
        .hasMessageContaining("ended before it was ready")
        .hasMessageContaining("no such luck");
    assertThat(states()).containsOnly(State.STOPPED);
    assertThat(said).contains("stopping what was started");
  }

  @Test
  void upAndARestartOfAllReturnWhenNodesCommitAndThatOfOneWhenItServes() throws Exception {
    String counts = "echo node1 commits: block 7; echo $1 >> %s";
    Path committed = root.resolve("committed");
    up(2, Map.of(ShellSystem.AWAIT, counts.formatted(committed)), ENOUGH);

    assertThat(committed).content().isEqualTo("--timeout\n");
    assertThat(said.subList(said.size() - 2, said.size()))
        .containsExactly("waiting until each node commits", "  node1 commits: block 7");
    cluster.restart(List.of("node1"), ENOUGH);
    assertThat(committed).content().hasLineCount(1);
    cluster.restartAll(ENOUGH);
    assertThat(committed).content().hasLineCount(2);
  }

  @Test
  void aClusterThatServesButDoesNotCommitIsStopped() {
    Map<String, String> never = Map.of(ShellSystem.AWAIT, "echo node2 is behind; exit 1");

    assertThatThrownBy(() -> up(2, never, ENOUGH))
        .isInstanceOf(HarnessException.class)
        .hasMessageStartingWith(
            "all processes serve, but not every node has committed in time: node2 is behind; see ");
    assertThat(states()).containsOnly(State.STOPPED);
  }

  @Test
  void aStartThatTheMachinesMemoryDoesNotCarryEndsAndLeavesNothingRunning() throws Exception {
    SpareMemory scarce =
        new SpareMemory(
            Files.writeString(
                root.resolve("meminfo"), "MemTotal: 2048000 kB\nMemAvailable: 2048 kB\n"));
    cluster =
        new Cluster(directory, new ProcessLauncher(), said::add, scarce, Cluster.STOP_TIMEOUT);

    assertThatThrownBy(() -> up(2, Map.of(ShellSystem.SCRIPT, ShellSystem.HANGS), ENOUGH))
        .isInstanceOf(HarnessException.class)
        .hasMessageStartingWith("not enough memory for ")
        .hasMessageEndingWith("2 of 2,000 MB are free, at least 5 % are needed");
    assertThat(cluster.existing().started().values()).noneMatch(ProcessIdentity::isAlive);
  }

  @Test
  void aStartThatTakesTooLongLeavesNothingRunning() {
    Map<String, String> hangs = Map.of(ShellSystem.SCRIPT, ShellSystem.HANGS);

    assertThatThrownBy(() -> up(2, hangs, Duration.ofSeconds(2)))
        .isInstanceOf(HarnessException.class)
        // What the deadline meets depends on how busy the machine is.
        .hasMessageMatching("(?s).* was not (ready|started) in time.*");
    assertThat(states()).containsOnly(State.STOPPED);
  }

  @Test
  void aProcessThatIgnoresSigtermIsKilled() throws Exception {
    assertThat(Cluster.STOP_TIMEOUT).isEqualTo(Duration.ofSeconds(10));
    cluster =
        new Cluster(
            directory, new ProcessLauncher(), said::add, new SpareMemory(), Duration.ofMillis(500));
    up(2, Map.of(ShellSystem.SCRIPT, ShellSystem.IGNORES_TERM), ENOUGH);
    Map<String, ProcessIdentity> before = started();

    cluster.down(false);

    assertThat(before.values()).noneMatch(ProcessIdentity::isAlive);
    assertThat(said).contains("  node1 does not end on SIGTERM; killing it");
  }

  @Test
  void aProcessWhoseDataAreRemovedIsNotWaitedForLong() throws Exception {
    up(2, Map.of(ShellSystem.SCRIPT, ShellSystem.IGNORES_TERM), ENOUGH);
    Map<String, ProcessIdentity> before = started();

    cluster.down(true);

    assertThat(before.values()).noneMatch(ProcessIdentity::isAlive);
    assertThat(said).noneMatch(line -> line.contains("SIGTERM"));
  }

  @Test
  void downKeepsTheDataAndPurgeRemovesThem() throws Exception {
    up();

    cluster.down(false);
    assertThat(states()).containsOnly(State.STOPPED);
    assertThat(directory.ycsbProperties()).doesNotExist();
    assertThat(directory.path().resolve("node1")).isDirectory();

    cluster.down(true);
    assertThat(directory.path()).doesNotExist();
    assertThatThrownBy(cluster::existing)
        .isInstanceOf(HarnessException.class)
        .hasMessageContaining("start one with 'hybrid up shell'");
  }

  @Test
  void aStoppedClusterStartsAgainAsItWas() throws Exception {
    up(3, Map.of("policy", "majority"), ENOUGH);
    ClusterState before = cluster.existing();
    cluster.down(false);

    up(null, Map.of(), ENOUGH);

    assertThat(cluster.existing().processes()).isEqualTo(before.processes());
    assertThat(Files.readString(directory.path().resolve("policy"))).isEqualTo("majority");
  }

  @Test
  void whatItsDataDependOnCannotChange() throws Exception {
    up();
    cluster.down(false);

    assertThatThrownBy(() -> up(3, Map.of(), ENOUGH)).hasMessageContaining("has 2 nodes, not 3");
    assertThatThrownBy(() -> up(2, Map.of("policy", "majority"), ENOUGH))
        .hasMessageContaining("policy is 'all'");
    up(2, Map.of(ShellSystem.SCRIPT, ShellSystem.RUNS + " # changed"), ENOUGH);
  }

  @Test
  void whereThereIsNoClusterNothingIsLeftBehind() {
    NetworkFaults faults = new NetworkFaults(directory);
    List<ThrowingCallable> commands =
        List.of(
            () -> cluster.restart(List.of("node1"), ENOUGH),
            () -> cluster.restartAll(ENOUGH),
            () -> cluster.restartFresh(new ShellSystem(), new Home(root), List.of("node1"), ENOUGH),
            () -> cluster.down(true),
            () -> faults.cutOff(List.of("node1")),
            faults::heal);

    assertThat(commands)
        .allSatisfy(
            command ->
                assertThatThrownBy(command)
                    .isInstanceOf(HarnessException.class)
                    .hasMessageStartingWith("no cluster in "));
    assertThat(root).isEmptyDirectory();
  }

  @Test
  void oneNodeIsNotCalledNodes() {
    Cluster.UpRequest none =
        new Cluster.UpRequest(Optional.of(0), Map.of(), Optional.empty(), ENOUGH);

    assertThatThrownBy(() -> cluster.up(new Alone(), new Home(root), none))
        .isInstanceOf(HarnessException.class)
        .hasMessage("alone needs at least 1 node");
  }

  @Test
  void whatIsNotReplicatedHasOneNodeAndSaysWhy() {
    Cluster.UpRequest two =
        new Cluster.UpRequest(Optional.of(2), Map.of(), Optional.empty(), ENOUGH);

    assertThatThrownBy(() -> cluster.up(new Alone(), new Home(root), two))
        .isInstanceOf(HarnessException.class)
        .hasMessage("alone has 1 node, since nothing is replicated, not 2");
  }

  @Test
  void badRequestsStartNothing() {
    assertThatThrownBy(() -> up(1, Map.of(), ENOUGH))
        .isInstanceOf(HarnessException.class)
        .hasMessage("shell needs at least 2 nodes");
    assertThatThrownBy(() -> up(2, Map.of("colour", "red"), ENOUGH))
        .isInstanceOf(UsageException.class);
    assertThat(directory.load()).isEmpty();
  }

  @Test
  void anUnknownProcessIsAnErrorThatListsThem() throws Exception {
    up();

    assertThatThrownBy(() -> cluster.kill(List.of("node9")))
        .hasMessage("shell has no process 'node9'; there are: log, node1, node2");
  }

  @Test
  void aServerInAProcessHasALogAndNamesTheProcessToKillInItsPlace() throws Exception {
    up(2, Map.of(ShellSystem.PART, "inner"), ENOUGH);

    assertThat(said).contains("starting log (inner)");
    assertThat(cluster.log("inner").path()).endsWithRaw(Path.of("inner", "inner.log"));
    assertThat(cluster.logs()).containsOnlyKeys("log", "inner", "node1", "node2");
    for (ThrowingCallable refused :
        List.<ThrowingCallable>of(
            () -> cluster.kill(List.of("inner")),
            () -> cluster.restart(List.of("inner"), ENOUGH))) {
      assertThatThrownBy(refused)
          .hasMessage("inner has no process of its own: name log, which runs inner");
    }
  }

  @Test
  void aReusedProcessIdIsNeitherShownAliveNorKilled() throws Exception {
    up();
    Process stranger = new ProcessBuilder("sleep", "600").start();
    try {
      cluster.kill(List.of("node1"));
      directory.save(
          cluster
              .existing()
              .withStarted("node1", new ProcessIdentity(stranger.pid(), "an earlier start")));

      assertThat(states()).containsExactly(State.RUNNING, State.DEAD, State.RUNNING);
      assertThatThrownBy(() -> cluster.kill(List.of("node1"))).hasMessage("node1 is not running");
      cluster.down(false);

      assertThat(stranger.isAlive()).isTrue();
    } finally {
      stranger.destroyForcibly().waitFor();
    }
  }

  @Test
  void anInterruptedStartLeavesNothingRunning() throws Exception {
    Thread starting =
        new Thread(
            () ->
                assertThatThrownBy(
                        () -> up(2, Map.of(ShellSystem.SCRIPT, ShellSystem.HANGS), ENOUGH))
                    .isInstanceOf(InterruptedException.class));
    starting.start();
    Awaitility.await().atMost(ENOUGH).until(() -> said.contains("starting node1, node2"));

    starting.interrupt();
    starting.join(ENOUGH.toMillis());

    assertThat(starting.isAlive()).isFalse();
    assertThat(states()).containsOnly(State.STOPPED);
  }

  @Test
  void runDirectoriesLieWhereTheEnvironmentSays() {
    assertThat(ClusterDirectory.root(Map.of())).isEqualTo(Path.of(".hybrid").toAbsolutePath());
    assertThat(ClusterDirectory.root(Map.of("HYBRID_DIR", "/some/where")))
        .isEqualTo(Path.of("/some/where"));
  }

  /** A system that isn't replicated. */
  private static final class Alone implements SystemDescription {
    @Override
    public String name() {
      return "alone";
    }

    @Override
    public List<Property<?>> options() {
      return List.of();
    }

    @Override
    public Optional<Model> promisedModel(Settings cluster, Map<String, String> ycsbProperties) {
      return Optional.empty();
    }

    @Override
    public ClusterPlan plan(PlanContext context) {
      throw new UnsupportedOperationException("it is never started");
    }
  }
}
