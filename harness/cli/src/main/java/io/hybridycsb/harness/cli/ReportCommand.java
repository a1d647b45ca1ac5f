package io.hybridycsb.harness.cli;

import io.hybridycsb.harness.cli.terminal.PrintingCommand;
import io.hybridycsb.harness.report.Report;
import io.hybridycsb.harness.report.claims.Claims;
import io.hybridycsb.harness.system.programs.Home;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "report",
    description = {
      "Draw the figures of experiments that were run: a page to read, and one of counters.",
      "The first has the papers' claims, too, with what the results say of each.",
      "Neither needs a network. With --archive every figure as SVG and CSV, and every result, too."
    })
final class ReportCommand extends PrintingCommand {
  @Parameters(
      arity = "1..*",
      paramLabel = "RESULTS",
      description =
          "Directories of results, as 'hybrid bench' wrote them, or single run.json files.")
  private List<Path> results;

  @Option(
      names = "--out",
      paramLabel = "DIR|FILE.html",
      defaultValue = "report",
      description = "Where the page goes, and counters.html beside it (default: ${DEFAULT-VALUE}).")
  private Path out;

  @Option(
      names = "--archive",
      description = "Also write figures.zip: every figure as SVG and CSV, and every run.json.")
  private boolean archive;

  @Option(
      names = "--title",
      paramLabel = "TEXT",
      description = "The page's title (default: what it holds, such as figure 5 of a paper).")
  private Optional<String> title;

  @Override
  public Integer call() {
    Path claims = Home.ofThisCommand().directory().resolve("experiments").resolve("claims");
    Report.Written written = Report.write(results, out, archive, Claims.in(claims), title);
    say(
        "%d experiments, %d runs, %d of them failed; %d figures, %d warnings"
            .formatted(
                written.experiments(),
                written.runs().all(),
                written.runs().failed(),
                written.figures(),
                written.warnings()));
    if (written.runs().incorrect() > 0) {
      warn(
          "%d runs failed for correctness; the page begins with them"
              .formatted(written.runs().incorrect()));
    }
    if (written.claims().areAny()) {
      say("claims of the papers: " + written.claims().countsText());
    }
    say(written.page().toString());
    say(written.counters().toString());
    written.archive().ifPresent(file -> say(file.toString()));
    return 0;
  }
}
