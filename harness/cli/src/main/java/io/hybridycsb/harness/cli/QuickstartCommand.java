package io.hybridycsb.harness.cli;

import io.hybridycsb.harness.bench.Quickstart;
import io.hybridycsb.harness.cli.cluster.StartOptions;
import io.hybridycsb.harness.cli.terminal.Interruptible;
import io.hybridycsb.harness.cli.terminal.PrintingCommand;
import io.hybridycsb.harness.cluster.ClusterDirectory;
import io.hybridycsb.harness.system.SystemDescription;
import io.hybridycsb.harness.system.programs.Home;
import io.hybridycsb.harness.system.registry.Systems;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "quickstart",
    description = {
      "Start a cluster, load it, run a YCSB workload, audit, print a summary, remove the cluster.",
      "Nodes, broker and oracle of veritas-kafka share one JVM, if the options allow it;"
          + " --set nodes.jvm=separate gives each its own.",
      "About 2 minutes once it is built, for most systems; it begins with a closer estimate.",
      "Exit status 0 only if every operation was answered and the audit passed."
    })
final class QuickstartCommand extends PrintingCommand {
  private static final List<String> WORKLOADS = List.of("a", "b", "c", "d", "e", "f");
  private static final long WARM_UP_MIN = 10;
  private static final long WARM_UP_LIMIT = 3600;

  @Parameters(
      paramLabel = "SYSTEM",
      arity = "0..1",
      defaultValue = "veritas-kafka",
      description = "The system (${DEFAULT-VALUE}).")
  private String system;

  @Mixin private StartOptions start;

  @Option(
      names = "--records",
      paramLabel = "N",
      description = "Records of 1 kB to load (10000; fewer for slow systems).")
  private Long records;

  @Option(
      names = "--operations",
      paramLabel = "N",
      description =
          "Operations of the workload, all of which count. Without: until it is steady, and 10 s"
              + " more.")
  private Long operations;

  @Option(
      names = "--warm-up-max",
      paramLabel = "SECONDS",
      defaultValue = "120",
      description =
          "Longest time until it is steady (${DEFAULT-VALUE}). If it isn't then, the summary says"
              + " why.")
  private long warmUpMax;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Client threads (64, or more where an answer takes long).")
  private Integer threads;

  @Option(
      names = "--workload",
      paramLabel = "LETTER",
      defaultValue = "a",
      description = "YCSB's workload, a to f (${DEFAULT-VALUE}).")
  private String workload;

  @Option(
      names = "--distribution",
      paramLabel = "NAME",
      description = "How keys are drawn: uniform (the default; for d latest), zipfian or latest.")
  private String distribution;

  @Option(
      names = "-p",
      paramLabel = "KEY=VALUE",
      description = "A property for YCSB and the binding. Repeatable.")
  private Map<String, String> properties = Map.of();

  @Option(names = "--keep", description = "Leave the cluster running.")
  private boolean keep;

  @Override
  public Integer call() throws Exception {
    Quickstart.Request request = request();
    ClusterDirectory directory = ClusterDirectory.of(ClusterDirectory.root(), system);
    return Interruptible.run(
        () -> {
          new Quickstart(Home.ofThisCommand(), directory, this::say).run(request);
          return 0;
        });
  }

  /** What the arguments ask for. */
  Quickstart.Request request() {
    String letter = workload.toLowerCase(Locale.ROOT);
    if (!WORKLOADS.contains(letter)) {
      throw wrongUsage("--workload is one of a, b, c, d, e, f");
    }
    SystemDescription description = Systems.byName(system);
    long recordCount = records == null ? description.data().quickstart().records() : records;
    OptionalLong operationCount =
        operations == null ? OptionalLong.empty() : OptionalLong.of(operations);
    int threadCount = threads == null ? description.data().quickstart().threads() : threads;
    if (recordCount < 1 || operationCount.orElse(1) < 1 || threadCount < 1) {
      throw wrongUsage("--records, --operations and --threads are at least 1");
    }
    if (warmUpMax < WARM_UP_MIN || warmUpMax > WARM_UP_LIMIT) {
      throw wrongUsage("--warm-up-max is %d to %d seconds".formatted(WARM_UP_MIN, WARM_UP_LIMIT));
    }
    return new Quickstart.Request(
        description,
        start.request(description::quickstartOptions),
        recordCount,
        new Quickstart.Work(letter, distributionOf(letter), threadCount, operationCount, warmUpMax),
        new TreeMap<>(properties),
        keep);
  }

  private String distributionOf(String letter) {
    if (distribution != null) {
      return distribution;
    }
    return letter.equals("d") ? "latest" : "uniform";
  }
}
