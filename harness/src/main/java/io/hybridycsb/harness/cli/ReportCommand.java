package io.hybridycsb.harness.cli;

import io.hybridycsb.harness.cli.terminal.PrintingCommand;
import io.hybridycsb.harness.report.Report;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "report",
    description = {
      "Draw the figures of experiments that were run: one page, and each figure as SVG and CSV.",
      "The page needs no network."
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
      description = "Where the page goes, and figures/ beside it (default: ${DEFAULT-VALUE}).")
  private Path out;

  @Override
  public Integer call() {
    Report.Written written = Report.write(results, out);
    say(
        "%d experiments, %d runs, %d of them failed; %d figures, %d warnings"
            .formatted(
                written.experiments(),
                written.runs(),
                written.failedRuns(),
                written.figures(),
                written.warnings()));
    say(written.page().toString());
    return 0;
  }
}
