package io.hybridycsb.harness.cli;

import io.hybridycsb.harness.cli.terminal.Interruptible;
import io.hybridycsb.harness.cli.terminal.PrintingCommand;
import io.hybridycsb.harness.reproduce.Reproduction;
import io.hybridycsb.harness.results.Paper;
import io.hybridycsb.harness.system.programs.Home;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "reproduce",
    description = {
      "Run what the claims of a paper need, the most telling experiments first, and judge each"
          + " claim.",
      "Then write a page, and a bundle of inputs, versions, raw data and hashes.",
      "A run that has succeeded earlier isn't repeated: after Ctrl-C, or when the hours are over,"
          + " the same command goes on.",
      "Exit status 0 only if no run failed; that a claim is contradicted is no failure."
    })
final class ReproduceCommand extends PrintingCommand {
  @Parameters(
      paramLabel = "PAPER",
      description =
          "vldb22, sigmod21, fabric-vs-cassandra, relational-blockchain or fabric-state-database.")
  private String paper;

  @Option(
      names = "--hours",
      paramLabel = "H",
      description = "Begin no further run after so many hours (without an end).")
  private Double hours;

  @Option(names = "--quick", description = "Quick settings: to try the way. They decide no claim.")
  private boolean quick;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Where results, page and bundle go (results/PAPER, with --quick"
              + " results/PAPER-quick).")
  private Path out;

  @Option(
      names = "--plan",
      description = "Only say which experiments there are to do, and about how long they take.")
  private boolean plan;

  @Override
  public Integer call() throws Exception {
    if (hours != null && !(hours > 0 && hours < 10_000)) {
      throw wrongUsage("--hours is a number above 0 and below 10,000");
    }
    Paper of = Paper.of(paper);
    Path target = out == null ? Path.of("results", of.key() + (quick ? "-quick" : "")) : out;
    Instant end =
        hours == null
            ? Instant.MAX
            : Instant.now().plus(Duration.ofSeconds(Math.round(hours * 3600)));
    Home home = Home.ofThisCommand();
    return Interruptible.run(
        () -> {
          Reproduction reproduction = new Reproduction(home, of, quick, target, this::say);
          if (plan) {
            reproduction.tellPlan();
            return 0;
          }
          return reproduction.run(end) ? 0 : 1;
        });
  }
}
