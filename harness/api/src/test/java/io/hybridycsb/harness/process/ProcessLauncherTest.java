package io.hybridycsb.harness.process;

import static io.hybridycsb.harness.process.TestProcesses.onPort;
import static io.hybridycsb.harness.process.TestProcesses.shell;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.HarnessException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessLauncherTest {
  private static final Duration ENOUGH = Duration.ofSeconds(30);

  @TempDir private Path dir;
  private final ProcessLauncher launcher = new ProcessLauncher();
  private final List<ProcessLauncher.Started> started = new ArrayList<>();

  @AfterEach
  void endAll() throws Exception {
    for (ProcessLauncher.Started one : started) {
      one.identity().kill(ENOUGH);
    }
  }

  private ProcessLauncher.Started start(ProcessSpec spec) {
    ProcessLauncher.Started one = launcher.start(spec);
    started.add(one);
    return one;
  }

  @Test
  void aProcessRunsInASessionOfItsOwnAndWritesToItsLog() throws Exception {
    ProcessSpec spec =
        shell(dir, "one", 0, "echo $GREETING; echo oops >&2; echo ready; exec sleep 600");
    ProcessLauncher.Started one = start(spec);

    launcher.awaitReady(spec, one, Deadline.after(ENOUGH));

    assertThat(spec.log().lastLines(10, 0)).containsExactly("hello", "oops", "ready");
    assertThat(sessionOf(one.identity().pid())).isEqualTo(one.identity().pid());
  }

  @Test
  void aServerIsNotConfiguredByTheShellThatStartsItsCluster() {
    ProcessSpec spec = shell(dir, "one", 0, "exit 0");
    Map<String, String> environment = new ProcessBuilder().environment();
    environment.put("HYBRID_DATA_DIR", "elsewhere");
    environment.put("GREETING", "good bye");

    ProcessLauncher.prepare(environment, spec);

    assertThat(environment).containsEntry("GREETING", "hello").doesNotContainKey("HYBRID_DATA_DIR");
  }

  private static long sessionOf(long pid) throws Exception {
    Process ps = new ProcessBuilder("ps", "-o", "sid=", "-p", Long.toString(pid)).start();
    return Long.parseLong(new String(ps.getInputStream().readAllBytes()).strip());
  }

  @Test
  void anEarlierStartsOutputDoesNotMakeALaterOneReady() throws Exception {
    ProcessSpec spec = shell(dir, "one", 0, "exec sleep 600");
    Files.createDirectories(spec.dir());
    Files.writeString(spec.log().path(), "ready\n");
    ProcessLauncher.Started again = start(spec);

    assertThatThrownBy(
            () -> launcher.awaitReady(spec, again, Deadline.after(Duration.ofMillis(300))))
        .isInstanceOf(HarnessException.class)
        .hasMessageContaining("one was not ready in time");
  }

  @Test
  void aProcessThatEndsTooEarlyIsReportedWithItsLastWords() {
    ProcessSpec spec = shell(dir, "one", 0, "sleep 0.2; echo cannot open the door; exit 3");

    assertThatThrownBy(() -> launcher.awaitReady(spec, start(spec), Deadline.after(ENOUGH)))
        .isInstanceOf(HarnessException.class)
        .hasMessageContaining("one ended before it was ready")
        .hasMessageContaining("cannot open the door");
  }

  @Test
  void aTakenPortIsNamedBeforeAnythingStarts() throws Exception {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      ProcessSpec spec = onPort(shell(dir, "one", 0, "echo ready"), socket.getLocalPort());

      assertThatThrownBy(() -> launcher.start(spec))
          .isInstanceOf(HarnessException.class)
          .hasMessage("port %d of one is taken by another process", socket.getLocalPort());
      assertThat(spec.log().path()).doesNotExist();
    }
  }

  @Test
  void aProgramThatDoesNotExistIsAnErrorOfOneLine() {
    ProcessSpec spec = shell(dir, "one", 0, "exec no-such-program-at-all");

    assertThatThrownBy(() -> launcher.awaitReady(spec, start(spec), Deadline.after(ENOUGH)))
        .isInstanceOf(HarnessException.class)
        .hasMessageContaining("no-such-program-at-all");
  }

  @Test
  void aSetupCommandRunsUntilItHasSucceededOnce() throws Exception {
    ProcessSpec spec = shell(dir, "one", 0, "echo ready");
    SetupCommand fails = new SetupCommand("prepare", List.of("sh", "-c", "echo no room; exit 4"));
    SetupCommand counts = new SetupCommand("prepare", List.of("sh", "-c", "echo x >> count"));

    assertThatThrownBy(() -> launcher.runOnce(spec, fails, Deadline.after(ENOUGH)))
        .isInstanceOf(HarnessException.class)
        .hasMessageContaining("prepare of one exited with status 4")
        .hasMessageContaining("no room");
    launcher.runOnce(spec, counts, Deadline.after(ENOUGH));
    launcher.runOnce(spec, counts, Deadline.after(ENOUGH));

    assertThat(Files.readString(spec.dir().resolve("count"))).isEqualTo("x\n");
  }

  @Test
  void aSetupCommandThatHangsIsEnded() {
    ProcessSpec spec = shell(dir, "one", 0, "echo ready");
    SetupCommand hangs = new SetupCommand("prepare", List.of("sleep", "600"));

    assertThatThrownBy(() -> launcher.runOnce(spec, hangs, Deadline.after(Duration.ofMillis(100))))
        .isInstanceOf(HarnessException.class)
        .hasMessageContaining("prepare of one did not end in time");
  }

  @Test
  void theChildrenOfASetupCommandEndWithIt() throws Exception {
    ProcessSpec spec = shell(dir, "one", 0, "echo ready");
    SetupCommand parent =
        new SetupCommand(
            "prepare", List.of("sh", "-c", "sleep 600 & echo $! > pid; mv pid child; wait"));
    Path child = spec.dir().resolve("child");
    Deadline onceItHasAChild =
        Deadline.after(ENOUGH, () -> Files.exists(child) ? 2 * ENOUGH.toNanos() : 0);

    assertThatThrownBy(() -> launcher.runOnce(spec, parent, onceItHasAChild))
        .hasMessageContaining("prepare of one did not end in time");

    long pid = Long.parseLong(Files.readString(child).strip());
    assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
  }

  private ProcessSpec preceded(String script, String restart) {
    return shell(dir, "one", 0, script)
        .withBeforeRestart(List.of(new SetupCommand("repair", List.of("sh", "-c", restart))));
  }

  @Test
  void aProcessThatWasKilledDuringItsFirstStartIsPrecededByWhatPrecedesARestart() throws Exception {
    ProcessSpec spec = preceded("exec sleep 600", "echo $GREETING >> repaired");

    launcher.runBeforeRestart(spec, Deadline.after(ENOUGH));
    assertThat(spec.dir().resolve("repaired")).doesNotExist();
    start(spec).identity().kill(ENOUGH);
    launcher.runBeforeRestart(spec, Deadline.after(ENOUGH));

    assertThat(spec.dir().resolve("repaired")).content().isEqualTo("hello\n");
  }

  @Test
  void whatFailsBeforeARestartIsReportedWithItsOutput() throws Exception {
    ProcessSpec spec = preceded("exec sleep 600", "echo beyond repair; exit 1");
    start(spec).identity().kill(ENOUGH);

    assertThatThrownBy(() -> launcher.runBeforeRestart(spec, Deadline.after(ENOUGH)))
        .isInstanceOf(HarnessException.class)
        .hasMessageContaining("repair of one exited with status 1")
        .hasMessageContaining("beyond repair");
  }

  @Test
  void nothingIsRunUnderAProcessThatListens() throws Exception {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      ProcessSpec spec = onPort(preceded("exit 0", "echo x > repaired"), socket.getLocalPort());
      Files.createDirectories(spec.dir());
      Files.createFile(spec.log().path());

      assertThatThrownBy(() -> launcher.runBeforeRestart(spec, Deadline.after(ENOUGH)))
          .isInstanceOf(HarnessException.class)
          .hasMessage("port %d of one is taken by another process", socket.getLocalPort());
      assertThat(spec.dir().resolve("repaired")).doesNotExist();
    }
  }

  @Test
  void withoutSetsidAProcessStillStarts() throws Exception {
    ProcessLauncher plain = new ProcessLauncher(List.of("nohup"));
    ProcessSpec spec = shell(dir, "one", 0, "echo ready; exec sleep 600");
    ProcessLauncher.Started one = plain.start(spec);
    started.add(one);

    plain.awaitReady(spec, one, Deadline.after(ENOUGH));

    assertThat(one.identity().isAlive()).isTrue();
  }
}
