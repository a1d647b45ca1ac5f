package io.hybridycsb.harness.report;

import io.hybridycsb.harness.results.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What was different when the paper's numbers were measured. */
final class Differences {
  private Differences() {}

  /**
   * One difference.
   *
   * @param subject what differs
   * @param theirs as the paper has it
   * @param ours as these runs have it
   */
  record Difference(String subject, String theirs, String ours) {}

  /** All that the runs tell; none for an experiment that reproduces no figure. */
  static List<Difference> of(Experiment experiment, List<Published> published) {
    List<Difference> differences = new ArrayList<>();
    if (experiment.figures().isEmpty()) {
      return differences;
    }
    List<RunResult> runs = experiment.runs().stream().map(MeasuredRun::result).toList();
    for (String line : PublishedFigures.text("published-setup.csv").lines().skip(1).toList()) {
      List<String> fields = Csv.fields(line);
      String subject = fields.get(0);
      String theirs = fields.get(2);
      String ours = ours(runs, subject, fields.get(1));
      boolean varied = experiment.dimensions().stream().anyMatch(d -> d.label().equals(subject));
      if (!ours.isEmpty() && !ours.equals(theirs) && !varied) {
        differences.add(new Difference(subject, theirs, ours));
      }
    }
    return differences;
  }

  private static String ours(List<RunResult> runs, String subject, String key) {
    return switch (key) {
      case "machine" -> all(runs, run -> Warnings.machine(run.machine()));
      case "nodes" -> all(runs, run -> String.valueOf(run.settings().nodes()));
      case "repeats" -> String.valueOf(runs.stream().mapToInt(RunResult::repeat).max().orElse(0));
      case "commit mode" -> all(runs, run -> run.system() + ": " + run.commitMode());
      default -> all(runs, run -> run.settings().properties().getOrDefault(key, ""));
    };
  }

  private static String all(List<RunResult> runs, Function<RunResult, String> what) {
    Set<String> values =
        runs.stream()
            .map(what)
            .filter(value -> !value.isEmpty())
            .collect(Collectors.toCollection(TreeSet::new));
    return String.join("; ", values);
  }
}
