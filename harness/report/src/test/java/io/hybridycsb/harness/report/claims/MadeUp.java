package io.hybridycsb.harness.report.claims;

import io.hybridycsb.harness.files.Disk;
import io.hybridycsb.harness.results.RunFiles;
import io.hybridycsb.harness.results.RunResult;
import io.hybridycsb.harness.results.runs.MeasuredExperiment;
import io.hybridycsb.harness.results.runs.RunLoader;
import io.hybridycsb.harness.results.runs.TestRun;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Made-up results and claims, in files that are read as real ones are. */
final class MadeUp {
  static final RunResult.WarmUp STEADY = warmUp(true);
  static final RunResult.WarmUp UNSTEADY = warmUp(false);

  private final Path directory;
  private int runs;

  MadeUp(Path directory) {
    this.directory = directory;
  }

  private static RunResult.WarmUp warmUp(boolean steady) {
    return new RunResult.WarmUp(
        "auto", 8, steady, Collections.nCopies(3, new RunResult.WarmUpWindow(0, 8, 1000, 4, 2)));
  }

  /** A steady run of figure 5's experiment. */
  static TestRun run(String system, Map<String, String> varied) {
    return new TestRun().system(system).varied(varied).warmUp(STEADY);
  }

  MadeUp add(TestRun run) {
    RunFiles.write(directory.resolve("results/" + ++runs), run.result());
    return this;
  }

  /** A repeat for each of these numbers of committed operations. */
  MadeUp committed(String system, Map<String, String> varied, long... repeats) {
    return committed(system, varied, run -> run, repeats);
  }

  MadeUp committed(
      String system, Map<String, String> varied, UnaryOperator<TestRun> more, long... repeats) {
    for (int i = 0; i < repeats.length; i++) {
      add(more.apply(run(system, varied).repeat(i + 1).committed(repeats[i])));
    }
    return this;
  }

  /** Three repeats with 2 % of noise. */
  MadeUp around(String system, String clients, double mean) {
    return committed(
        system,
        Map.of("clients", clients),
        Math.round(0.98 * mean),
        Math.round(mean),
        Math.round(1.02 * mean));
  }

  MadeUp counted(String system, String clients, String counter, double... repeats) {
    for (int i = 0; i < repeats.length; i++) {
      add(
          new TestRun()
              .system(system)
              .varied(Map.of("clients", clients))
              .repeat(i + 1)
              .counter(counter, repeats[i]));
    }
    return this;
  }

  /** The claims of a file's text. */
  Claims claims(String text) {
    Disk.makeDirectory(directory.resolve("claims"));
    Disk.write(directory.resolve("claims/vldb22.yaml"), text);
    return Claims.in(directory.resolve("claims"));
  }

  /** What the results say of the only claim, which has this test. */
  Judgement judge(String... test) {
    String lines = String.join("\n      ", test);
    return judgeAll(
            """
            paper: vldb22
            claims:
              - id: one
                section: "4.2"
                figure: "5"
                says: One is so.
                test:
                  experiment: fig05-clients
                  %s
            """
                .formatted(lines))
        .all()
        .get(0);
  }

  JudgedClaims judgeAll(String text) {
    List<MeasuredExperiment> measured =
        MeasuredExperiment.of(RunLoader.load(List.of(directory.resolve("results"))).runs());
    return JudgedClaims.of(claims(text), measured);
  }
}
