package io.hybridycsb.harness.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.cluster.ProcessStatus.State;
import io.hybridycsb.harness.process.ProcessSpec;
import io.hybridycsb.harness.system.SystemDescription;
import io.hybridycsb.harness.system.programs.TestHome;
import io.hybridycsb.harness.system.veritas.BrokerAndStores;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A real Kafka broker and real Redis servers, as processes. */
@Tag("campaign")
@Tag("veritas-kafka")
class RealServersTest extends ClusterFixture {
  private static final String OK = "+OK\r\n";

  @Override
  SystemDescription system() {
    return new BrokerAndStores();
  }

  private void up() throws Exception {
    up(TestHome.withKafka(), 2, Map.of(), TIMEOUT);
  }

  private State state(String name) {
    return cluster.status().stream()
        .filter(process -> process.name().equals(name))
        .map(ProcessStatus::state)
        .findFirst()
        .orElseThrow();
  }

  private String redis(String name, String command) throws Exception {
    int port = cluster.process(name).ports().get(0);
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      String password = Files.readString(directory.path().resolve("passwords").resolve(name));
      String commands = "AUTH %s\r\n%s\r\nQUIT\r\n".formatted(password.strip(), command);
      socket.getOutputStream().write(commands.getBytes(StandardCharsets.UTF_8));
      String answers = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(answers).startsWith(OK);
      return answers.substring(OK.length());
    }
  }

  private String topics() throws Exception {
    List<String> command = cluster.existing().commands().get("topics");
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    return said;
  }

  @Test
  void theyServeAreKilledServeAgainAndLeaveNothingRunning() throws Exception {
    up();
    assertThat(cluster.status()).allMatch(process -> process.state() == State.RUNNING);
    assertThat(redis("redis1", "SET key value")).startsWith("+OK");
    assertThat(topics()).contains("PartitionCount: 1").contains("retention.ms=-1");

    cluster.kill(List.of("redis1"));
    cluster.kill(List.of("kafka1"));
    assertThat(state("redis1")).isEqualTo(State.DEAD);
    assertThat(state("kafka1")).isEqualTo(State.DEAD);
    assertThat(state("redis2")).isEqualTo(State.RUNNING);

    cluster.restart(List.of("redis1", "kafka1"), TIMEOUT);
    assertThat(cluster.status()).allMatch(process -> process.state() == State.RUNNING);
    assertThat(redis("redis1", "GET key")).as("it keeps nothing on disk").startsWith("$-1");
    assertThat(topics()).contains("Topic: veritas");

    List<Long> pids = cluster.status().stream().map(ProcessStatus::pid).toList();
    List<ProcessSpec> processes = cluster.existing().processes();
    cluster.down(false);
    // Those that have ended are there until this JVM, which started them, has taken notice.
    Awaitility.await()
        .atMost(TIMEOUT)
        .until(() -> pids.stream().noneMatch(pid -> ProcessHandle.of(pid).isPresent()));
    assertThat(cluster.status()).allMatch(process -> process.state() == State.STOPPED);

    up();
    assertThat(cluster.existing().processes()).as("same ports, same files").isEqualTo(processes);
    cluster.down(true);
    assertThat(directory.path()).doesNotExist();
  }
}
