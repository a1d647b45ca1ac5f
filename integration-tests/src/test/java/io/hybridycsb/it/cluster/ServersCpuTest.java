package io.hybridycsb.it.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.hybridycsb.harness.process.ProcessIdentity;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServersCpuTest {
  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  /** A server that a command has started: the command has ended, so it is nobody's child. */
  @Test
  void whatAServerHasUsedStillCountsWhenItHasEnded() throws Exception {
    Process command =
        new ProcessBuilder("sh", "-c", "while :; do :; done >/dev/null 2>&1 & echo $!").start();
    long pid = Long.parseLong(new String(command.getInputStream().readAllBytes(), UTF_8).strip());
    assertThat(command.waitFor()).isZero();
    ProcessIdentity server = ProcessIdentity.of(pid).orElseThrow();
    try {
      double before = ServersCpu.seconds();
      double used = awaitUse(server, before);
      assertThat(server.kill(TIMEOUT)).isTrue();
      ServersCpu.look(List.of(server));

      assertThat(ServersCpu.seconds()).isEqualTo(used);
    } finally {
      server.kill(TIMEOUT);
    }
  }

  @Test
  void whatAServerThatThisJvmHasStartedHasUsedIsWaitedForTimeWhenItHasEnded() throws Exception {
    Process busy = new ProcessBuilder("sh", "-c", "while :; do :; done").start();
    try {
      ProcessIdentity server = ProcessIdentity.of(busy.pid()).orElseThrow();
      double before = ServersCpu.seconds();
      awaitUse(server, before);
      assertThat(server.kill(TIMEOUT)).isTrue();

      assertThat(ServersCpu.seconds()).isEqualTo(before);
    } finally {
      busy.destroyForcibly();
    }
  }

  private static double awaitUse(ProcessIdentity server, double before) {
    assumeThat(server.use()).as("the platform reports CPU time").isPresent();
    await()
        .atMost(TIMEOUT)
        .until(
            () -> {
              ServersCpu.look(List.of(server));
              return ServersCpu.seconds() > before;
            });
    return ServersCpu.seconds();
  }
}
