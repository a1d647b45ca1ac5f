package io.hybridycsb.harness.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hybridycsb.harness.cluster.ProcessStatus.State;
import io.hybridycsb.harness.process.ProcessIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a kill and a restart do to a process, and to those beside it. */
class ClusterRestartTest extends ShellClusterFixture {
  @Test
  void aKilledProcessIsDeadUntilRestartedAndTheOthersStay() throws Exception {
    up();
    Map<String, ProcessIdentity> before = started();

    cluster.kill(List.of("node1"));
    assertThat(states()).containsExactly(State.RUNNING, State.DEAD, State.RUNNING);
    assertThatThrownBy(() -> cluster.kill(List.of("node1"))).hasMessage("node1 is not running");

    cluster.restart(List.of("node1"), ENOUGH);
    assertThat(states()).containsOnly(State.RUNNING);
    assertThat(started().get("node1")).isNotEqualTo(before.get("node1"));
    assertThat(started().get("node2")).isEqualTo(before.get("node2"));
  }

  private long restarts(String node) throws IOException {
    Path file = directory.path().resolve(node).resolve(ShellSystem.RESTARTS);
    return Files.exists(file) ? Files.readAllLines(file).size() : 0;
  }

  @Test
  void whatPrecedesARestartIsRunBeforeEachStartButTheFirst() throws Exception {
    up();
    assertThat(restarts("node1")).isZero();

    cluster.kill(List.of("node1"));
    cluster.restart(List.of("node1"), ENOUGH);
    assertThat(restarts("node1")).isEqualTo(1);
    assertThat(restarts("node2")).isZero();

    cluster.down(false);
    up();
    assertThat(restarts("node1")).isEqualTo(2);
    assertThat(restarts("node2")).isEqualTo(1);
  }

  @Test
  void aClusterOfAnOlderReleaseIsRestartedWithoutWhatThatDidNotKnow() throws Exception {
    up();
    Path file = directory.path().resolve("state.json");
    JsonNode state = new ObjectMapper().readTree(file.toFile());
    for (JsonNode process : state.path("processes")) {
      ((ObjectNode) process).remove(List.of("beforeRestart", "endsWith"));
    }
    Files.writeString(file, state.toString());

    cluster.restart(List.of("node1"), ENOUGH);

    assertThat(states()).containsOnly(State.RUNNING);
    assertThat(restarts("node1")).isZero();
  }

  @Test
  void aRestartTakesAlongWhatEndsWithTheProcess() throws Exception {
    up(2, Map.of(ShellSystem.PARTNER, ShellSystem.RUNS), ENOUGH);
    Map<String, ProcessIdentity> before = started();

    cluster.restart(List.of("node1"), ENOUGH);
    assertThat(states()).containsOnly(State.RUNNING);
    assertThat(started().get("partner1")).isNotEqualTo(before.get("partner1"));
    assertThat(started().get("node2")).isEqualTo(before.get("node2"));
    assertThat(said).contains("restarting partner1, too: it ends when node1 does");
  }

  @Test
  void aRestartStartsTheProcessWithoutWhichAnotherWouldEnd() throws Exception {
    up(2, Map.of(ShellSystem.PARTNER, ShellSystem.RUNS), ENOUGH);
    Map<String, ProcessIdentity> before = started();

    cluster.restart(List.of("partner1"), ENOUGH);
    assertThat(started().get("node1")).as("it runs").isEqualTo(before.get("node1"));

    cluster.kill(List.of("node1", "partner1"));
    cluster.restart(List.of("partner1"), ENOUGH);
    assertThat(states()).containsOnly(State.RUNNING);
    assertThat(said).contains("starting node1, too: partner1 cannot serve without it");
  }

  @Test
  void whatEndsWithAnotherIsKilledBeforeItCanNotice() throws Exception {
    String notices =
        "until [ -s ../node1/pid ]; do sleep 0.01; done; pid=$(cat ../node1/pid); echo ready;"
            + " while kill -0 $pid; do :; done; echo >noticed";
    up(
        2,
        Map.of(
            ShellSystem.SCRIPT, "echo $$ >pid; " + ShellSystem.RUNS, ShellSystem.PARTNER, notices),
        ENOUGH);

    cluster.kill(List.of("node1", "partner1"));

    assertThat(cluster.existing().processes())
        .noneMatch(process -> Files.exists(process.dir().resolve("noticed")));
  }

  @Test
  void aKillSaysWhatElseWillEnd() throws Exception {
    up(2, Map.of(ShellSystem.PARTNER, ShellSystem.RUNS), ENOUGH);

    cluster.kill(List.of("node2"));
    assertThat(said).noneMatch(line -> line.contains("ends with"));
    cluster.kill(List.of("node1"));
    assertThat(said).contains("partner1 ends with node1");
  }

  @Test
  void restartingWhatRunsStopsItFirst() throws Exception {
    up();
    Map<String, ProcessIdentity> before = started();

    cluster.restartAll(ENOUGH);

    assertThat(states()).containsOnly(State.RUNNING);
    assertThat(before.values()).noneMatch(ProcessIdentity::isAlive);
  }
}
