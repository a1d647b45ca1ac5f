package io.hybridycsb.harness.cli;

import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.bench.Saturation;
import io.hybridycsb.harness.bench.plan.AttachedCluster;
import io.hybridycsb.harness.bench.plan.Experiment;
import io.hybridycsb.harness.bench.saturate.Bound;
import io.hybridycsb.harness.cli.terminal.Interruptible;
import io.hybridycsb.harness.cli.terminal.PrintingCommand;
import io.hybridycsb.harness.system.SystemDescription;
import io.hybridycsb.harness.system.programs.Home;
import io.hybridycsb.harness.system.registry.Systems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
    name = "saturate",
    description = {
      "Search the highest rate that a system holds with a given p99.",
      "A rate is held if, in two runs, 99 %% of the operations due are committed within the bound,"
          + " from when each should have been sent, and the system does not fall behind.",
      "Operations that may be under way at a run's end are left out; it says so where these are more"
          + " than 1 %%.",
      "The runs are filed as SYSTEM's in saturate/, with saturate.json. Those that have succeeded"
          + " earlier aren't repeated: after Ctrl-C, the same command goes on.",
      "Exit status 0 only if no run failed; that no rate is held is no failure."
    })
final class SaturateCommand extends PrintingCommand {
  @ParentCommand private BenchCommand bench;

  @Parameters(
      paramLabel = "SYSTEM",
      arity = "0..1",
      description = "The system, as 'hybrid systems' names it; with --attach none.")
  private String system;

  @Option(
      names = "--p99",
      paramLabel = "MS",
      defaultValue = "100",
      description = "The longest p99 at which a rate is held, in milliseconds (${DEFAULT-VALUE}).")
  private double p99Ms;

  @Option(
      names = "--workload",
      paramLabel = "NAME",
      description = "YCSB's workload, a to f, or a file in workloads/ or elsewhere (a).")
  private String workload;

  @Option(names = "--nodes", paramLabel = "N", description = "Nodes of the cluster (4).")
  private Long nodes;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Client threads (256, quick: 64; fewer for some systems).")
  private Long threads;

  @Option(
      names = "--records",
      paramLabel = "N",
      description = "Records of 1 kB to load (100000, quick: 2000; fewer for slow systems).")
  private Long records;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Set an option of the system; 'hybrid systems' lists them. Repeatable.")
  private Map<String, String> options = Map.of();

  @Option(
      names = "-p",
      paramLabel = "KEY=VALUE",
      description = "A property of the runs, for YCSB and the binding. Repeatable.")
  private Map<String, String> properties = Map.of();

  @Option(
      names = "--settings",
      paramLabel = "FILE.yaml",
      description =
          "Take the other settings from this file instead of experiments/saturate.yaml; it has the"
              + " form of an experiment's.")
  private Path settings;

  @Override
  public Integer call() throws Exception {
    if (bench.choosesExperiments()) {
      throw wrongUsage(
          "a search takes no EXPERIMENT, --all, --system or --plan, nor hosts of clients");
    }
    if (!(p99Ms > 0 && Double.isFinite(p99Ms))) {
      throw wrongUsage("--p99 is a number of milliseconds above 0");
    }
    Optional<AttachedCluster> attached = bench.attached();
    if (attached.isPresent() == (system != null)) {
      throw wrongUsage("name either a SYSTEM, or a cluster by --attach");
    }
    if (attached.isPresent() && (nodes != null || !options.isEmpty())) {
      throw wrongUsage("--nodes and --set are for clusters that are started, not for --attach");
    }
    SystemDescription searched =
        Systems.byName(attached.map(AttachedCluster::system).orElse(system));
    if (settings != null && !Files.isRegularFile(settings)) {
      throw new UsageException("there is no file %s with settings".formatted(settings));
    }
    Experiment.Overrides given =
        new Experiment.Overrides(
            given(), new TreeMap<>(options), new TreeMap<>(properties), new TreeMap<>());
    Home home = Home.ofThisCommand();
    Experiment experiment =
        Experiment.of(
            settings == null ? released(home) : settings,
            Saturation.NAME,
            "The highest rate held",
            searched,
            given);
    return Interruptible.run(
        () ->
            new Saturation(home, bench.out(), this::say)
                    .run(
                        new Saturation.Request(
                            experiment, new Bound(p99Ms), bench.quick(), bench.fresh(), attached))
                ? 0
                : 1);
  }

  private static Path released(Home home) {
    return home.directory().resolve("experiments").resolve(Saturation.NAME + ".yaml");
  }

  private SortedMap<String, String> given() {
    SortedMap<String, String> given = new TreeMap<>();
    if (workload != null) {
      given.put("workload", workload);
    }
    give(given, "nodes", "--nodes", nodes);
    give(given, "clients", "--threads", threads);
    give(given, "records", "--records", records);
    return given;
  }

  private void give(SortedMap<String, String> given, String setting, String option, Long number) {
    if (number == null) {
      return;
    }
    if (number < 1) {
      throw wrongUsage(option + " is at least 1");
    }
    given.put(setting, number.toString());
  }
}
