package io.hybridycsb.harness.cli;

import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.bench.Bench;
import io.hybridycsb.harness.bench.plan.AttachedCluster;
import io.hybridycsb.harness.bench.plan.ClientHosts;
import io.hybridycsb.harness.bench.plan.Experiment;
import io.hybridycsb.harness.cli.terminal.Interruptible;
import io.hybridycsb.harness.cli.terminal.PrintingCommand;
import io.hybridycsb.harness.system.programs.Home;
import io.hybridycsb.harness.system.registry.Systems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ScopeType;

@Command(
    name = "bench",
    description = {
      "Run experiments on real clusters; file each run's result as JSON and CSV.",
      "A run that has succeeded earlier isn't repeated: after Ctrl-C, the same command goes on.",
      "Exit status 0 only if no run failed."
    },
    synopsisSubcommandLabel = "| saturate SYSTEM",
    subcommands = SaturateCommand.class)
final class BenchCommand extends PrintingCommand {
  @Parameters(
      paramLabel = "EXPERIMENT",
      arity = "0..*",
      description = "A YAML file; a name of a file in experiments/ will do.")
  private List<String> experiments = List.of();

  @Option(names = "--all", description = "All files in experiments/ of this release.")
  private boolean all;

  @Option(names = "--system", paramLabel = "SYSTEM", description = "Only this system. Repeatable.")
  private List<String> systems = List.of();

  @Option(
      names = "--attach",
      scope = ScopeType.INHERIT,
      paramLabel = "CLUSTER.yaml",
      description =
          "Run on a cluster that others have started, here or elsewhere; docs/attach.md has the"
              + " file's format. Nothing of it is started, killed or removed.")
  private Path attach;

  @Option(
      names = "--clients",
      paramLabel = "HOSTS.yaml|kubernetes",
      description =
          "Run the client processes on other hosts, over OpenSSH or as pods; docs/clients.md has the"
              + " file's format. Mostly with --attach: they must reach the servers.")
  private String clients;

  @Option(
      names = "--quick",
      scope = ScopeType.INHERIT,
      description = "Fewer records and values, one repeat: the shape of a figure in minutes.")
  private boolean quick;

  @Option(
      names = "--out",
      scope = ScopeType.INHERIT,
      paramLabel = "DIR",
      description = "Where results go (results/full, with --quick results/quick).")
  private Path out;

  @Option(
      names = "--fresh",
      scope = ScopeType.INHERIT,
      description = "Repeat runs that have succeeded earlier, too.")
  private boolean fresh;

  @Option(
      names = "--plan",
      description = "Only say which runs there are to do, and about how long they take.")
  private boolean plan;

  @Override
  public Integer call() throws Exception {
    Home home = Home.ofThisCommand();
    Path directory = home.directory().resolve("experiments");
    if (all == !experiments.isEmpty()) {
      throw new UsageException(
          "which experiments? Name files, or give --all for those in " + directory);
    }
    systems.forEach(Systems::byName);
    if (attach != null && !systems.isEmpty()) {
      throw new UsageException(
          "--attach names a cluster, whose system is the only one: leave --system out");
    }
    Optional<AttachedCluster> attached = attached();
    Optional<ClientHosts> hosts = Optional.ofNullable(clients).map(ClientHosts::read);
    List<Path> files = all ? Experiment.filesIn(directory) : files(directory);
    Path target = out();
    return Interruptible.run(
        () -> {
          Bench bench = new Bench(home, target, this::say);
          Bench.Request request = new Bench.Request(files, systems, quick, fresh, attached, hosts);
          if (plan) {
            bench.tellPlan(request);
            return 0;
          }
          return bench.run(request) ? 0 : 1;
        });
  }

  Optional<AttachedCluster> attached() {
    return Optional.ofNullable(attach).map(AttachedCluster::read);
  }

  Path out() {
    return out == null ? Path.of("results", quick ? "quick" : "full") : out;
  }

  boolean quick() {
    return quick;
  }

  boolean fresh() {
    return fresh;
  }

  /** Whether anything was given that is for experiments alone. */
  boolean choosesExperiments() {
    return all || plan || clients != null || !experiments.isEmpty() || !systems.isEmpty();
  }

  /** The files as named, or in the release's directory, where the extension is optional. */
  private List<Path> files(Path directory) {
    List<Path> files = new ArrayList<>();
    for (String name : experiments) {
      String inDirectory = name.replaceFirst("^experiments/", "");
      files.add(
          List.of(
                  Path.of(name),
                  directory.resolve(inDirectory),
                  directory.resolve(inDirectory + ".yaml"))
              .stream()
              .filter(Files::isRegularFile)
              .findFirst()
              .orElseThrow(
                  () ->
                      new UsageException(
                          "there is no experiment %s, neither here nor in %s"
                              .formatted(name, directory))));
    }
    return files;
  }
}
