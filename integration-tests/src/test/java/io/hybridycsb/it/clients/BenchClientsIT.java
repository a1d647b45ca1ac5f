package io.hybridycsb.it.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hybridycsb.harness.results.ProcessCost;
import io.hybridycsb.harness.results.ProcessCost.ClientHost;
import io.hybridycsb.harness.results.RunFiles;
import io.hybridycsb.harness.results.RunResult;
import io.hybridycsb.harness.results.RunResult.Operations;
import io.hybridycsb.it.release.Ended;
import io.hybridycsb.it.release.Release;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Clients on two hosts that are real sshds on the loopback interface, one of them behind the other.
 * Their cluster is on this machine, as the hosts are.
 */
@NeedsSshd
@Tag("campaign")
@Tag("experiments")
class BenchClientsIT {
  /** A machine's first start of a system may build programs. */
  private static final Duration TIMEOUT = Duration.ofMinutes(30);

  private static final int OPERATIONS = 401;

  private static Release release;

  @RegisterExtension
  static final BeforeAllCallback UNPACKED = context -> release = Release.of(context);

  private Path directory;
  private Path home;
  private Path out;
  private SshHost alpha;
  private SshHost beta;

  @BeforeEach
  void startHosts() throws Exception {
    directory = release.newDirectory();
    // A name of the test's own, by which its clients are known from those of other tests.
    home = Files.createSymbolicLink(directory.resolve("release"), release.home());
    out = directory.resolve("out");
    Path key = directory.resolve("user");
    SshHost.keygen(key);
    Path mayLogIn = directory.resolve("user.pub");
    alpha = SshHost.start("alpha", directory.resolve("alpha"), mayLogIn);
    beta = SshHost.start("beta", directory.resolve("beta"), mayLogIn);
    Files.writeString(
        directory.resolve("ssh_config"),
        alpha.configuration("")
            + beta.configuration("  ProxyJump alpha\n")
            + """
            Host *
              IdentityFile %s
              IdentitiesOnly yes
              StrictHostKeyChecking no
              UserKnownHostsFile %s
              LogLevel ERROR
            """
                .formatted(key, directory.resolve("known_hosts")));
    String javaHome = Path.of(Release.java()).getParent().getParent().toString();
    Files.writeString(
        directory.resolve("hosts.yaml"),
        """
        options: [-F, ssh_config]
        hosts:
          - {ssh: alpha, dir: "%1$s", java: "%2$s", env: {JAVA_OPTS: "%3$s"}}
          - {ssh: beta, dir: "%1$s", java: "%2$s", env: {JAVA_OPTS: "%3$s -Dx=y"}}
        """
            .formatted(home, javaHome, "-XX:+UseSerialGC -XX:TieredStopAtLevel=1"));
  }

  @AfterEach
  void nothingStays() throws Exception {
    beta.close();
    alpha.close();
    Release.delete(directory);
  }

  @Test
  void theMergedHistogramsAreThoseOfAllOperationsOfAllHosts() throws Exception {
    experiment(
        "warm-up: 0\noperations: %d\n".formatted(OPERATIONS), "measurementtype: hdrhistogram+raw");

    bench().requireSuccess();

    RunResult result = RunFiles.read(run());
    assertThat(result.failure()).isEmpty();
    Map<String, Operations> operations = result.run().orElseThrow().operations();
    assertThat(operations.get("READ").latency().orElseThrow().count())
        .as("reads")
        .isEqualTo(OPERATIONS - operations.get("UPDATE").latency().orElseThrow().count());
    for (String kind : List.of("READ", "UPDATE")) {
      Histogram raw = new Histogram(3);
      for (String client : List.of("client1", "client2")) {
        long before = raw.getTotalCount();
        rawLatenciesUs(client, kind).forEach(raw::recordValue);
        assertThat(raw.getTotalCount()).as("%s of %s", kind, client).isGreaterThan(before);
      }
      Histogram merged = decoded(operations.get(kind).latency().orElseThrow().histogram());
      assertThat(merged).isEqualTo(raw);
    }
    requireHost(result, "client1", "alpha");
    requireHost(result, "client2", "beta");
    assertThat(result.setup().settings().properties()).containsEntry("client-hosts", "alpha, beta");
    assertThat(alpha.leftOver()).isEmpty();
    assertThat(beta.leftOver()).isEmpty();
  }

  private static void requireHost(RunResult result, String client, String name) {
    ProcessCost cost = result.observed().processes().get(client);
    assertThat(cost.cpuSeconds()).isPositive();
    ClientHost host = cost.host().orElseThrow();
    assertThat(host.name()).isEqualTo(name);
    assertThat(host.cores()).isEqualTo(Runtime.getRuntime().availableProcessors());
    assertThat(host.coresBusy().orElseThrow()).isPositive();
    // The host is this machine, so that the offset is 0 but for what isn't known of it.
    assertThat(Math.abs(host.clockOffsetMs())).isLessThanOrEqualTo(host.clockUncertaintyMs());
  }

  @Test
  void aHostThatDiesInMidRunFailsItAndNothingIsLeftRunning() throws Exception {
    experiment("warm-up: 1\noperations: 10000000\nseconds: 600\n", "x: y");

    Process bench = start();
    try {
      awaitOperations(bench);
      assertThat(ycsbs()).hasSize(2);
      beta.close();

      assertThat(bench.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    } finally {
      bench.destroyForcibly();
    }
    assertThat(bench.exitValue()).isEqualTo(1);
    assertThat(RunFiles.read(run()).failure())
        .matches("client2 on beta exited with status 255 after [0-9,]+ operations: .+");
    await().atMost(Duration.ofMinutes(1)).until(() -> ycsbs().isEmpty());
    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> alpha.leftOver().isEmpty() && beta.leftOver().isEmpty());
  }

  @Test
  void aHostWhoseClockIsOffRunsNothing() throws Exception {
    experiment("warm-up: 0\noperations: 401\n", "x: y");
    beta.setClockAhead(10);

    Ended bench = bench();

    assertThat(bench.status()).isEqualTo(1);
    assertThat(bench.err())
        .containsPattern("the clock of beta is (9|10)[0-9]{3}\\.[0-9] ms ahead of this machine's")
        .contains("more than the 500 ms that clock-offset-max-ms allows");
    assertThat(run()).doesNotExist();
  }

  @Test
  void aClockThatIsSetInMidRunFailsIt() throws Exception {
    experiment("warm-up: 1\noperations: 10000000\nseconds: 5\n", "x: y");

    Process bench = start();
    try {
      awaitOperations(bench);
      beta.setClockAhead(-10);

      assertThat(bench.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    } finally {
      bench.destroyForcibly();
    }
    assertThat(RunFiles.read(run()).failure())
        .containsPattern("the clock of beta is (9|10)[0-9]{3}\\.[0-9] ms behind this machine's");
  }

  /** Waits until the second client has done some. */
  private void awaitOperations(Process bench) {
    Path seen = run().resolveSibling("client2.err");
    await()
        .atMost(TIMEOUT)
        .until(
            () ->
                !bench.isAlive()
                    || (Files.exists(seen)
                        && Files.readString(seen).matches("(?s).* sec: [1-9].*")));
  }

  private List<Long> rawLatenciesUs(String client, String kind) throws IOException {
    return Files.readAllLines(run().resolveSibling(client + ".out")).stream()
        .filter(line -> line.startsWith("Raw" + kind + ","))
        .map(line -> Long.valueOf(line.substring(line.lastIndexOf(',') + 1)))
        .toList();
  }

  private static Histogram decoded(String base64) throws DataFormatException {
    return Histogram.decodeFromCompressedByteBuffer(
        ByteBuffer.wrap(Base64.getDecoder().decode(base64)), 0);
  }

  private List<ProcessHandle> ycsbs() {
    return ProcessHandle.allProcesses()
        .filter(
            process -> {
              String command = process.info().commandLine().orElse("");
              return command.contains(home.toString())
                  && command.contains("ycsb.client.ClientMain");
            })
        .toList();
  }

  private void experiment(String more, String property) throws IOException {
    Files.writeString(
        directory.resolve("small.yaml"),
        """
        name: small
        title: A small experiment
        systems: [etcd]
        nodes: 1
        records: 200
        clients: 4
        repeats: 1
        properties: {etcd.timeout.ms: 60000, %s}
        load-properties: {etcd.timeout.ms: 60000}
        """
                .formatted(property)
            + more);
  }

  private Path run() {
    return out.resolve("small").resolve("etcd").resolve("default").resolve("1").resolve("run.json");
  }

  private List<String> command() {
    String hybrid = release.home().resolve("bin").resolve("hybrid").toString();
    return List.of(
        hybrid, "bench", "small.yaml", "--clients", "hosts.yaml", "--out", out.toString());
  }

  private Ended bench() {
    return Release.run(directory, Map.of(), TIMEOUT, command());
  }

  private Process start() throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command()).directory(directory.toFile());
    builder
        .environment()
        .put("JAVA_HOME", Path.of(Release.java()).getParent().getParent().toString());
    return builder
        .redirectInput(new File("/dev/null"))
        .redirectErrorStream(true)
        .redirectOutput(directory.resolve("bench.log").toFile())
        .start();
  }
}
