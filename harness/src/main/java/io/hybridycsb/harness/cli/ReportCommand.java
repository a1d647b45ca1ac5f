package io.hybridycsb.harness.cli;

import io.hybridycsb.harness.cli.terminal.Output;
import io.hybridycsb.harness.report.Report;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    description = {
      "Draw the figures of experiments that were run: one page, and each figure as SVG and CSV.",
      "The page needs no network."
    })
final class ReportCommand implements Callable<Integer> {
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

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter print = spec.commandLine().getOut();
    Report.Written written = Report.write(results, out);
    Output.line(
        print,
        "%d experiments, %d runs, %d of them failed; %d figures, %d warnings"
            .formatted(
                written.experiments(),
                written.runs(),
                written.failedRuns(),
                written.figures(),
                written.warnings()));
    Output.line(print, written.page().toString());
    return 0;
  }
}
