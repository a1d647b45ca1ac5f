package io.hybridycsb.harness.conform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.process.ProcessPart;
import io.hybridycsb.harness.process.ProcessSpec;
import io.hybridycsb.harness.process.Readiness;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** It passes only if processes have died, and it chooses one of the system's own. */
class KillUnderLoadTest {
  private static final int ENOUGH = 25;

  @TempDir private Path dir;
  private final List<String> done = new ArrayList<>();
  private Path history;
  private KillUnderLoad kill;

  @BeforeEach
  void begin() {
    history = dir.resolve("history.jsonl");
    KillUnderLoad.Step restart =
        () -> {
          done.add("restart");
          // As a client whose operations go on for a while.
          commit(ENOUGH, System.nanoTime() + TimeUnit.HOURS.toNanos(1));
        };
    kill = new KillUnderLoad(() -> done.add("kill"), restart, false, history);
  }

  private void commit(int count, long atNs) {
    String begin =
        """
        {"history":1,"process":"1","machine":"m","begun_ns":0,"wall_clock_ms":0}
        """;
    String call =
        """
        {"thread":0,"invoked_ns":%1$d,"completed_ns":%1$d,"op":"update","table":"t",\
        "key":"k","status":"OK","fields":{"a":"1"}}
        """
            .formatted(atNs);
    try {
      Files.writeString(
          history,
          (Files.exists(history) ? "" : begin) + call.repeat(count),
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aClientThatEndsBeforeTheKillDoesNotPass() {
    assertThat(kill.isDone()).isFalse();
    commit(ENOUGH - 1, 1);
    assertThat(kill.isDone()).isFalse();

    assertThat(done).isEmpty();
    assertThatThrownBy(kill::found)
        .isInstanceOf(HarnessException.class)
        .hasMessage("YCSB ended before the process was killed and started again");
  }

  @Test
  void onceThereAreCommitsItKillsAndRestarts() {
    commit(ENOUGH, 1);

    assertThat(kill.isDone()).isTrue();
    assertThat(done).containsExactly("kill", "restart");
    assertThat(kill.found()).isEmpty();
  }

  @Test
  void aKillThatFailsDoesNotPass() {
    KillUnderLoad.Step failing =
        () -> {
          throw new HarnessException("node1 is not running");
        };
    kill = new KillUnderLoad(failing, () -> {}, false, history);
    commit(ENOUGH, 1);

    assertThatThrownBy(kill::isDone).hasMessage("node1 is not running");
    assertThatThrownBy(kill::found).hasMessageContaining("YCSB ended before");
  }

  /** A process of each role, called after it and its number among them. */
  private List<ProcessSpec> processes(String... roles) {
    List<ProcessSpec> processes = new ArrayList<>();
    Arrays.asList(roles).forEach(role -> processes.add(process(role, processes.size())));
    return processes;
  }

  private ProcessSpec process(String role, int number) {
    return new ProcessSpec(
        role + number,
        role,
        0,
        List.of("true"),
        Map.of(),
        dir,
        "127.0.0.1:1",
        List.of(),
        new Readiness.LogLine("serves"));
  }

  @Test
  void theLastNodeDiesWhateverElseThereIs() {
    assertThat(KillUnderLoad.usual(processes("state-store", "node", "node", "database", "peer")))
        .containsExactly("node2");
  }

  @Test
  void aProcessThatRunsNodesIsOne() {
    List<ProcessSpec> processes = processes("shared-jvm", "state-store");
    ProcessPart node = new ProcessPart("node1", "node", dir);
    processes.set(0, processes.get(0).withParts(List.of(node)));

    assertThat(KillUnderLoad.usual(processes)).containsExactly("shared-jvm0");
  }

  @Test
  void withoutNodesAPeerDies() {
    assertThat(KillUnderLoad.usual(processes("orderer", "peer", "peer", "chaincode")))
        .containsExactly("peer2");
  }

  @Test
  void withoutPeersTheLastOfItsOwnServersDies() {
    assertThat(KillUnderLoad.usual(processes("validator", "validator", "shared-log", "network")))
        .containsExactly("validator1");
    assertThat(KillUnderLoad.usual(processes("shared-log", "network"))).isEmpty();
  }
}
