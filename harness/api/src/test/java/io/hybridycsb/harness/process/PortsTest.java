package io.hybridycsb.harness.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.HarnessException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class PortsTest {
  private static final Duration ENOUGH = Duration.ofSeconds(60);

  @Test
  void takesTheFirstFreePortFromTheBaseUpwards() {
    Ports ports = new Ports(Map.of(), 21_000, port -> port % 2 == 1);

    assertThat(ports.port("kafka1")).isEqualTo(21_001);
    assertThat(ports.port("redis1")).isEqualTo(21_003);
  }

  @Test
  void aUseKeepsItsPort() {
    Ports ports = new Ports(Map.of("kafka1", 21_500), 21_000, port -> true);

    assertThat(ports.port("kafka1")).isEqualTo(21_500);
    assertThat(ports.port("redis1")).isEqualTo(ports.port("redis1"));
  }

  @Test
  void aPortChosenEarlierIsNotGivenToAnotherUse() {
    Ports ports = new Ports(Map.of("kafka1", 21_000), 21_000, port -> true);

    assertThat(ports.port("redis1")).isEqualTo(21_001);
    assertThat(ports.chosen()).isEqualTo(Map.of("kafka1", 21_000, "redis1", 21_001));
  }

  @Test
  void neverLeavesTheRangeBelowEphemeralPorts() {
    Ports ports = new Ports(Map.of(), Ports.END - 1, port -> false);

    assertThatThrownBy(() -> ports.port("kafka1"))
        .isInstanceOf(HarnessException.class)
        .hasMessageContaining("--port-base");
    assertThatThrownBy(() -> new Ports(Map.of(), 40_000))
        .isInstanceOf(HarnessException.class)
        .hasMessageContaining("40000");
  }

  @Test
  void aPortThatSomeoneListensOnIsNotFree() throws Exception {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
      assertThat(Ports.isFree(port)).isFalse();
      assertThat(Ports.isListenedTo(port)).isTrue();
    }
    // Anybody may have been given it meanwhile, and not for long.
    Awaitility.await().atMost(ENOUGH).until(() -> Ports.isFree(port));
    if (Files.exists(Path.of("/proc/net/tcp"))) {
      Awaitility.await().atMost(ENOUGH).until(() -> !Ports.isListenedTo(port));
    }
  }

  /** A process inherits the sockets that are open in this one when it is started. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void aPortThatIsLookedAtIsFreeForItsProgramWhileOthersStart() throws Exception {
    int port = new Ports(Map.of(), 31_900).port("own");
    ExecutorService starting = Executors.newSingleThreadExecutor();
    try {
      Future<?> others =
          starting.submit(
              () -> {
                for (int i = 0; i < 200; i++) {
                  new ProcessBuilder("true").start().waitFor();
                }
                return null;
              });
      while (!others.isDone()) {
        assertThat(Ports.isFree(port)).isTrue();
      }
      others.get();
    } finally {
      starting.shutdownNow();
    }
  }
}
