package io.hybridycsb.it.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hybridycsb.harness.cluster.ClusterDirectory;
import io.hybridycsb.harness.http.LoopbackTls;
import io.hybridycsb.harness.process.ProcessIdentity;
import io.hybridycsb.harness.process.ProcessSpec;
import io.hybridycsb.harness.results.ProcessCost;
import io.hybridycsb.harness.results.RunFiles;
import io.hybridycsb.harness.results.RunResult;
import io.hybridycsb.harness.results.RunResult.Operations;
import io.hybridycsb.harness.results.RunWarning;
import io.hybridycsb.harness.results.YcsbReport;
import io.hybridycsb.it.cluster.ClusterFacts;
import io.hybridycsb.it.cluster.LocalCluster;
import io.hybridycsb.it.release.Ended;
import io.hybridycsb.it.release.Release;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Experiments on real clusters, as a user runs them. */
@Tag("experiments")
class BenchIT {
  /** A machine's first start of a system may build programs. */
  private static final Duration TIMEOUT = Duration.ofMinutes(30);

  private static final Pattern OPERATIONS = Pattern.compile(" sec: [1-9][0-9]* operations;");

  private static final String SYSTEM = "etcd";
  private static final String COMMON =
      """
      name: small
      title: A small experiment
      systems: [etcd]
      records: 200
      clients: 4
      repeats: 1
      properties: {etcd.timeout.ms: 60000}
      load-properties: {etcd.timeout.ms: 60000}
      """;

  private static Release release;

  @RegisterExtension
  static final BeforeAllCallback UNPACKED = context -> release = Release.of(context);

  private Path directory;
  private Path out;
  private Optional<Process> started = Optional.empty();

  @BeforeEach
  void newDirectory() {
    directory = release.newDirectory();
    out = directory.resolve("out");
  }

  @AfterEach
  void nothingStays() throws Exception {
    started.ifPresent(Process::destroyForcibly);
    for (ProcessIdentity process : servers()) {
      process.kill(Duration.ofSeconds(10));
    }
    Release.delete(directory);
  }

  @Test
  @Tag("campaign")
  void anInterruptedExperimentGoesOnWhereItWasAndAFailedPointDoesNotStopTheOthers()
      throws Exception {
    experiment("warm-up: 0\noperations: 400\nvary: {distribution: [uniform, none, zipfian-0.5]}\n");
    Path first = run("distribution=uniform");

    Process interrupted = start();
    await().atMost(TIMEOUT).until(() -> Files.exists(first) || !interrupted.isAlive());
    interrupted.destroy();

    assertThat(interrupted.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(interrupted.exitValue()).isNotZero();
    assertThat(servers()).as("servers that are left over").isEmpty();
    RunResult done = RunFiles.read(first);
    assertThat(done.failure()).isEmpty();

    Ended rest = bench();
    assertThat(rest.status()).as(rest.toString()).isEqualTo(1);
    assertThat(rest.out())
        .contains("done earlier")
        .containsPattern("FAILED: .*Unknown request distribution")
        .contains("1 of ");
    assertThat(RunFiles.read(first)).isEqualTo(done);
    assertThat(RunFiles.read(run("distribution=none")).failure())
        .contains("Unknown request distribution");
    requireWhole(RunFiles.read(run("distribution=zipfian-0.5")), 400);
    assertThat(Files.readAllLines(out.resolve("small").resolve("runs.csv"))).hasSize(4);
    assertThat(servers()).as("servers that are left over").isEmpty();
  }

  @Test
  void severalClientsOperationsAreAddedUpAndReported() throws Exception {
    experiment("warm-up: 0\noperations: 401\nclient-processes: 2\ntarget: 2000\n");

    bench().requireSuccess();

    RunResult result = RunFiles.read(run("default"));
    requireWhole(result, 401);
    assertThat(result.observed().processes()).containsKeys("node1", "client1", "client2");
    assertThat(result.run().orElseThrow().operations().get("READ").intendedLatency()).isPresent();
    Path report = directory.resolve("report");
    Release.run(
            directory,
            Map.of(),
            TIMEOUT,
            List.of(release.script("hybrid"), "report", out.toString(), "--out", report.toString()))
        .requireSuccess();
    assertThat(report.resolve("index.html"))
        .content()
        .contains("1; none of these failed", "operations 401 ");
  }

  @Test
  @Tag("campaign")
  void theFirstPartOfARunIsNotCountedAndTheClientsEndWhenEnoughIs() throws Exception {
    experiment("warm-up: 2\noperations: 10000000\nseconds: 3\ntarget: 500\n");

    bench().requireSuccess();

    RunResult result = RunFiles.read(run("default"));
    assertThat(result.failure()).isEmpty();
    RunResult.WarmUp warmUp = result.phases().warmUp().orElseThrow();
    assertThat(warmUp.setting()).isEqualTo("2");
    assertThat(warmUp.windows()).singleElement().matches(window -> window.operations() > 0);
    RunResult.Phase counted = result.run().orElseThrow();
    assertThat(counted.seconds()).isBetween(2.0, 30.0);
    long printed =
        YcsbReport.parse(Files.readString(run("default").resolveSibling("client1.out")))
            .committed();
    assertThat(counted.committed()).isBetween(1L, printed - warmUp.windows().get(0).operations());
    for (String name : List.of("client1", "node1")) {
      ProcessCost cost = result.observed().processes().get(name);
      assertThat(cost.cpuSeconds()).isPositive();
      ProcessCost.Memory memory = cost.memory().orElseThrow();
      assertThat(memory.meanRssBytes()).isBetween(1_000_000L, memory.peakRssBytes());
      // Where there is no ss(8), nobody's network is known.
      cost.network()
          .ifPresent(network -> assertThat(network.sentBytes()).isGreaterThan(counted.committed()));
    }
    assertThat(servers()).as("servers that are left over").isEmpty();
  }

  /** A user's own cluster: bench has only its addresses. */
  @Test
  @Tag("campaign")
  void anAttachedClusterIsMeasuredAndLeftAsItIs() throws Exception {
    Path others = directory.resolve("others");
    Map<String, String> environment = Map.of("HYBRID_DIR", others.toString());
    Release.run(
            directory,
            environment,
            TIMEOUT,
            List.of(release.script("hybrid"), "up", SYSTEM, "--nodes", "1"))
        .requireSuccess();
    try {
      Path emptied = directory.resolve("emptied");
      Files.writeString(
          directory.resolve("mine.yaml"),
          """
          system: etcd
          nodes: 1
          ycsb: others/etcd/ycsb.properties
          versions: {etcd: "mine"}
          empty: [sh, -c, "echo emptied >> %s"]
          """
              .formatted(emptied));
      experiment("warm-up: 0\noperations: 400\nvary: {nodes: [1, 3], records: [200, 300]}\n");
      List<String> attached = new ArrayList<>(command());
      attached.addAll(List.of("--attach", "mine.yaml"));

      Ended bench = Release.run(directory, Map.of(), TIMEOUT, attached).requireSuccess();

      assertThat(bench.out()).contains("the attached cluster has 1 nodes, not 3");
      assertThat(Files.readAllLines(emptied)).hasSize(2);
      RunResult result = RunFiles.read(run("nodes=1,records=200"));
      assertThat(result.failure()).isEmpty();
      assertThat(result.setup().versions()).containsEntry("etcd", "mine");
      assertThat(result.observed().processes()).containsOnlyKeys("client1");
      assertThat(result.phases().recorded().orElseThrow().notCompared())
          .isEqualTo("the servers run elsewhere");
      assertThat(result.warnings())
          .extracting(RunWarning::text)
          .anyMatch(text -> text.startsWith("the servers run elsewhere"));
      assertThat(clusters()).doesNotExist();
      Release.run(
              directory,
              environment,
              TIMEOUT,
              List.of(release.script("hybrid"), "get", SYSTEM, "user6284781860667377211"))
          .requireSuccess();
    } finally {
      Release.run(
          directory,
          environment,
          TIMEOUT,
          List.of(release.script("hybrid"), "down", SYSTEM, "--purge"));
    }
  }

  @Test
  void aRecordedWriteThatNoClientWasToldOfFailsTheRun() throws Exception {
    experiment("warm-up: 0\noperations: 10000000\nseconds: 5\ntarget: 500\n");
    Path measured = run("default").resolveSibling("client1.out");

    Process bench = start();
    await().atMost(TIMEOUT).until(() -> Files.exists(measured) || !bench.isAlive());
    // By a call, which is done while the run goes on: on a busy machine a command takes longer.
    ProcessSpec node = new ClusterFacts(ClusterDirectory.of(clusters(), SYSTEM)).process("node1");
    Path passwords = clusters().resolve(SYSTEM).resolve("passwords");
    Path certificate = passwords.resolve("peer.pem");
    new LoopbackTls(certificate, certificate, passwords.resolve("peer.key"))
        .post(node.ports().get(0), "/v3/kv/put", "{\"key\": \"eA==\", \"value\": \"eA==\"}");

    assertThat(bench.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(bench.exitValue()).isEqualTo(1);
    assertThat(RunFiles.read(run("default")).failure())
        .matches("clients were told of [0-9,]+ committed writes; servers have recorded .*");
  }

  @Test
  @Tag("campaign")
  void aRunDuringWhichAServerDiesFails() throws Exception {
    experiment("nodes: 3\noperations: 10000000\nseconds: 10\n");
    Path measured = run("default").resolveSibling("client1.out");

    Process bench = start();
    await().atMost(TIMEOUT).until(() -> Files.exists(measured) || !bench.isAlive());
    ProcessIdentity node =
        ClusterDirectory.of(clusters(), SYSTEM).load().orElseThrow().started().get("node2");
    assertThat(node.kill(Duration.ofSeconds(10))).isTrue();

    assertThat(bench.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(bench.exitValue()).isEqualTo(1);
    RunResult result = RunFiles.read(run("default"));
    assertThat(result.failure()).contains("node2 ended during the run");
    assertThat(result.files()).contains("servers/node2.log");
  }

  private static final String KILLED_UNDER_PAYMENTS =
      """
      workload: smallbank
      nodes: 3
      operations: 10000000
      seconds: 30
      kill: node2
      kill-after-s: 4
      restart-after-s: 3
      """;

  @Test
  @Tag("campaign")
  void transactionsUnderWhichANodeIsKilledAreVerified() throws Exception {
    experiment(KILLED_UNDER_PAYMENTS);

    bench().requireSuccess();

    RunResult result = RunFiles.read(run("default"));
    assertThat(result.failure()).isEmpty();
    assertThat(result.observed().counters()).containsKey("crash: seconds dead");
    assertThat(run("default").resolveSibling("client1.out"))
        .content()
        .contains("[VERIFICATION], AnomalyScore, 0.0");
  }

  @Test
  @Tag("campaign")
  void moneyThatNoTransactionHasPaidInFailsTheRunWithItsLine() throws Exception {
    experiment(KILLED_UNDER_PAYMENTS);
    Path status = run("default").resolveSibling("client1.err");

    Process bench = start();
    // By then the client has read all records.
    await().atMost(TIMEOUT).until(() -> hasOperations(status) || !bench.isAlive());
    Release.run(
            directory,
            Map.of("HYBRID_DIR", clusters().toString()),
            TIMEOUT,
            List.of(
                release.script("hybrid"),
                "put",
                SYSTEM,
                "--table",
                "savings",
                "199",
                "balance=70000000000"))
        .requireSuccess();

    assertThat(bench.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(bench.exitValue()).isEqualTo(1);
    assertThat(RunFiles.read(run("default")).failure())
        .startsWith(
            "client1 exited with status 1: smallbank: verification failed: the total of all"
                + " records is wrong by ");
  }

  private static boolean hasOperations(Path status) throws IOException {
    return Files.exists(status) && OPERATIONS.matcher(Files.readString(status)).find();
  }

  private static void requireWhole(RunResult result, long operations) {
    assertThat(result.failure()).isEmpty();
    assertThat(result.phases().load().orElseThrow().committed()).isEqualTo(200);
    RunResult.Phase run = result.run().orElseThrow();
    long answered =
        run.operations().values().stream()
            .map(Operations::statuses)
            .flatMap(statuses -> statuses.values().stream())
            .mapToLong(Long::longValue)
            .sum();
    assertThat(answered).isEqualTo(operations);
    RunResult.Recorded recorded = result.phases().recorded().orElseThrow();
    long updates = run.operations().get("UPDATE").statuses().get(YcsbReport.OK);
    assertThat(recorded.servers().values()).containsOnly(200 + updates);
    Operations reads = run.operations().get("READ");
    assertThat(reads.latency().orElseThrow().count()).isEqualTo(reads.statuses().get("OK"));
    assertThat(result.observed().processes().get("client1").cpuSeconds()).isPositive();
    assertThat(result.files()).contains("client1.out", "client1-READ.hdr", "load1.out");
  }

  private void experiment(String more) throws IOException {
    String nodes = more.contains("nodes:") ? "" : "nodes: 1\n";
    Files.writeString(directory.resolve("small.yaml"), COMMON + nodes + more);
  }

  private Path run(String point) {
    Path runs = out.resolve("small").resolve(SYSTEM);
    return runs.resolve(point).resolve("1").resolve(RunResult.FILE);
  }

  private Path clusters() {
    return out.resolve(".clusters");
  }

  private List<ProcessIdentity> servers() {
    return ClusterDirectory.of(clusters(), SYSTEM).load().stream()
        .flatMap(state -> state.started().values().stream())
        .filter(ProcessIdentity::isAlive)
        .toList();
  }

  private List<String> command() {
    return List.of(release.script("hybrid"), "bench", "small.yaml", "--out", out.toString());
  }

  private Ended bench() {
    return Release.run(
        directory, Map.of("JAVA_OPTS", LocalCluster.SHORT_LIVED), TIMEOUT, command());
  }

  private Process start() throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command()).directory(directory.toFile());
    builder.environment().put("JAVA_OPTS", LocalCluster.SHORT_LIVED);
    String javaHome = System.getProperty("it.java.home", "");
    if (!javaHome.isEmpty()) {
      builder.environment().put("JAVA_HOME", javaHome);
    }
    Process process =
        builder
            .redirectInput(new File("/dev/null"))
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("bench.log").toFile())
            .start();
    started = Optional.of(process);
    return process;
  }
}
