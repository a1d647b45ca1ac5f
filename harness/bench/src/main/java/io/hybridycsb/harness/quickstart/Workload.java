package io.hybridycsb.harness.quickstart;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.bench.clients.Clients;
import io.hybridycsb.harness.bench.clients.YcsbCommand;
import io.hybridycsb.harness.bench.plan.RunSettings;
import io.hybridycsb.harness.bench.plan.WarmUp;
import io.hybridycsb.harness.bench.probe.CompilerTimes;
import io.hybridycsb.harness.bench.probe.Probe;
import io.hybridycsb.harness.bench.probe.Probes;
import io.hybridycsb.harness.bench.probe.SeenProcess;
import io.hybridycsb.harness.bench.steady.CountedPart;
import io.hybridycsb.harness.bench.steady.Look;
import io.hybridycsb.harness.bench.steady.ProcessWatch;
import io.hybridycsb.harness.cluster.Cluster;
import io.hybridycsb.harness.results.RunResult;
import io.hybridycsb.harness.results.YcsbReport;
import io.hybridycsb.harness.system.programs.Home;
import io.hybridycsb.harness.ycsb.BenchWorkload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The workload of a quickstart: its first seconds, and the state in which it stays. */
final class Workload {
  private static final String CLIENT = "run";
  static final long COUNTED_SECONDS = 10;

  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  /** More operations than any quickstart does. */
  private static final long ENDLESS = Integer.MAX_VALUE;

  private final Home home;
  private final Cluster cluster;
  private final Path directory;

  /**
   * @param directory the cluster's run directory, in which the client's files get one of their own
   */
  Workload(Home home, Cluster cluster, Path directory) {
    this.home = home;
    this.cluster = cluster;
    this.directory = directory;
  }

  /**
   * What was seen.
   *
   * @param report all that YCSB has done
   * @param first the first seconds
   * @param last what counts
   * @param warmUp what was between the first operation and the counted part
   */
  record Seen(YcsbReport report, Measured first, Measured last, RunResult.WarmUp warmUp) {}

  /** What counts the events of the cluster's servers. */
  static List<Probe> probes(Cluster cluster, Quickstart.Request request) {
    return Probes.of(
        request.system(), cluster.existing().ports(), () -> SeenProcess.all(cluster), true);
  }

  /** Runs the workload until it is steady, or too long, and then for some seconds more. */
  Seen run(Quickstart.Request request, Map<String, String> properties, long warmUpMaxSeconds)
      throws InterruptedException {
    Path logs = directory.resolve("ycsb-" + CLIENT);
    try {
      Files.createDirectories(logs);
    } catch (IOException e) {
      throw new HarnessException("cannot make " + logs + ": " + e.getMessage(), e);
    }
    RunSettings settings =
        new RunSettings(
            1,
            "",
            request.threads(),
            RunSettings.Rate.CLOSED_LOOP,
            "workload" + request.workload(),
            new TreeMap<>(properties),
            new RunSettings.Length(
                ENDLESS, COUNTED_SECONDS, new WarmUp(true, warmUpMaxSeconds), TIMEOUT.toSeconds()),
            Optional.empty());
    CompilerTimes compilers = new CompilerTimes();
    List<Probe> probes = probes(cluster, request);
    // The first reading takes long: servers load code for it.
    probes.forEach(Probe::counts);
    CountedPart part =
        new CountedPart(
            settings,
            settings.length().warmUp(),
            System::nanoTime,
            (operations, clients) ->
                Look.at(SeenProcess.all(cluster), probes, clients, operations, compilers),
            () -> {});
    SortedMap<String, Long> servers = new TreeMap<>();
    SeenProcess.all(cluster).forEach((name, server) -> servers.put(name, server.pid()));
    TreeMap<String, String> all = new TreeMap<>(properties);
    all.put(BenchWorkload.END_WITH_INPUT, "true");
    Clients.Outcome outcome =
        new Clients(directory.getParent(), logs)
            .run(
                new YcsbCommand(home, request.system().name(), logs)
                    .run(CLIENT, settings, all, ENDLESS),
                true,
                TIMEOUT,
                Optional.of(new ProcessWatch(servers, compilers, Optional.of(part))));
    Look end =
        part.end()
            .orElseThrow(() -> new HarnessException("the workload ended by itself; see " + logs));
    List<Look> looks = part.warmUpLooks();
    int nodes = cluster.existing().nodes();
    return new Seen(
        outcome.reports().get(0),
        Measured.between(looks.get(0), looks.get(1), outcome, logs, probes, nodes),
        Measured.between(part.begin().orElseThrow(), end, outcome, logs, probes, nodes),
        part.warmUp());
  }
}
