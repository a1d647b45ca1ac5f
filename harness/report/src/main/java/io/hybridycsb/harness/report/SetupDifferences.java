package io.hybridycsb.harness.report;

import io.hybridycsb.harness.files.Csv;
import io.hybridycsb.harness.files.Resource;
import io.hybridycsb.harness.results.Paper;
import io.hybridycsb.harness.results.RunResult;
import io.hybridycsb.harness.results.runs.MeasuredExperiment;
import io.hybridycsb.harness.results.runs.MeasuredRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The differences between the setups of papers (of VLDB'22 section 4.1 and the systems'
 * implementation details) and that of the runs.
 */
final class SetupDifferences {
  private static final List<PublishedSetting> SAID =
      Resource.text(SetupDifferences.class, "published-setup.csv")
          .lines()
          .skip(1)
          .map(PublishedSetting::parse)
          .toList();

  private SetupDifferences() {}

  /**
   * One difference.
   *
   * @param subject what differs
   * @param theirs in the paper
   * @param ours in these runs
   */
  record Difference(String subject, String theirs, String ours) {}

  /**
   * One line of our list of the paper's setup.
   *
   * @param paper the paper that says it
   * @param name the dimension that varies it, if any
   * @param key where the runs' side is found
   * @param figures the figures that it concerns: "all" if it is said once, at the page's head; none
   *     if each figure tells it
   */
  private record PublishedSetting(
      Paper paper, String subject, String name, String key, Set<String> figures, String text) {
    static PublishedSetting parse(String line) {
      List<String> fields = Csv.fields(line);
      Set<String> figures = new TreeSet<>(List.of(fields.get(4).split(" ")));
      figures.remove("");
      return new PublishedSetting(
          Paper.of(fields.get(0)),
          fields.get(1),
          fields.get(2),
          fields.get(3),
          figures,
          fields.get(5));
    }

    /** Whether it is the same for all figures. */
    boolean general() {
      return figures.contains("all");
    }

    boolean concerns(MeasuredExperiment experiment) {
      return experiment.isOf(paper)
          && (figures.isEmpty() || experiment.figures().stream().anyMatch(figures::contains));
    }
  }

  /** The differences of all experiments that reproduce a figure of VLDB'22; none without such. */
  static List<Difference> general(List<MeasuredExperiment> experiments) {
    List<MeasuredRun> runs =
        experiments.stream()
            .filter(experiment -> experiment.isOf(Paper.VLDB22))
            .flatMap(experiment -> experiment.runs().stream())
            .toList();
    return runs.isEmpty()
        ? List.of()
        : differences(runs, SAID.stream().filter(PublishedSetting::general));
  }

  /** The differences of this experiment; none if it reproduces no figure. */
  static List<Difference> of(MeasuredExperiment experiment) {
    return differences(
        experiment.runs(),
        SAID.stream()
            .filter(said -> !said.general() && said.concerns(experiment))
            .filter(said -> !experiment.varies(said.name())));
  }

  private static List<Difference> differences(
      List<MeasuredRun> runs, Stream<PublishedSetting> what) {
    List<RunResult> results = runs.stream().map(MeasuredRun::result).toList();
    List<Difference> differences = new ArrayList<>();
    what.forEach(
        said -> {
          String ours = ours(results, said.key());
          if (!ours.isEmpty() && !ours.equalsIgnoreCase(said.text())) {
            differences.add(
                new Difference(
                    said.subject(),
                    SettingsLine.readable(said.text()),
                    SettingsLine.readable(ours)));
          }
        });
    return differences;
  }

  private static String ours(List<RunResult> runs, String key) {
    int colon = key.indexOf(':');
    String rest = key.substring(colon + 1);
    return switch (colon < 0 ? key : key.substring(0, colon)) {
      case "machine" -> all(runs, run -> SettingsByName.machine(run.setup().machine()));
      case "nodes" -> all(runs, run -> String.valueOf(run.setup().settings().nodes()));
      case "repeats" ->
          String.valueOf(runs.stream().mapToInt(run -> run.identity().repeat()).max().orElse(0));
      case "record-size" -> all(runs, SettingsLine::recordBytes);
      case "workload" ->
          all(runs, run -> SettingsLine.workload(SettingsLine.property(key).apply(run)));
      case "commit" -> commitModes(runs);
      case "system" -> versions(runs, rest);
      case "here" -> rest;
      case "of" -> ofSystem(runs, rest);
      default -> all(runs, SettingsLine.property(rest));
    };
  }

  /** What is said of a system, if it was measured. */
  private static String ofSystem(List<RunResult> runs, String said) {
    int colon = said.indexOf(':');
    String system = said.substring(0, colon);
    boolean isMeasured = runs.stream().anyMatch(run -> run.identity().system().equals(system));
    return isMeasured ? said.substring(colon + 1) : "";
  }

  /** The commit modes; if there are several, with their systems. */
  private static String commitModes(List<RunResult> runs) {
    Set<String> modes =
        runs.stream().map(run -> run.setup().commitMode()).collect(Collectors.toSet());
    return modes.size() == 1
        ? "every system: " + modes.iterator().next()
        : all(runs, run -> run.identity().system() + ": " + run.setup().commitMode());
  }

  private static String versions(List<RunResult> runs, String system) {
    return all(
        runs.stream().filter(run -> run.identity().system().equals(system)).toList(),
        run ->
            run.setup().versions().entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(Collectors.joining(", ")));
  }

  private static String all(List<RunResult> runs, Function<RunResult, String> what) {
    Set<String> values = new TreeSet<>();
    runs.stream().map(what).filter(value -> !value.isEmpty()).forEach(values::add);
    return String.join("; ", values);
  }
}
