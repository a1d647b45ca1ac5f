package io.hybridycsb.harness.reproduce;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.bench.Bench;
import io.hybridycsb.harness.bench.plan.Estimate;
import io.hybridycsb.harness.bench.plan.Experiment;
import io.hybridycsb.harness.cluster.Progress;
import io.hybridycsb.harness.files.Disk;
import io.hybridycsb.harness.files.Resource;
import io.hybridycsb.harness.files.ZipOfFiles;
import io.hybridycsb.harness.report.Report;
import io.hybridycsb.harness.report.claims.Claims;
import io.hybridycsb.harness.results.Paper;
import io.hybridycsb.harness.results.RunFiles;
import io.hybridycsb.harness.system.programs.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Runs what the claims of a paper need, judges them, and bundles all that was used. */
public final class Reproduction {
  private static final String REPORT = "report";

  private final Home home;
  private final Paper paper;
  private final boolean quick;
  private final Path out;
  private final Progress progress;
  private final Claims claims;
  private final Bench bench;

  /**
   * @param quick whether to use the experiments' quick settings, which decide no claim
   * @param out the directory for the results, the report and the bundle
   * @throws UsageException if the release has no claims of the paper
   */
  public Reproduction(Home home, Paper paper, boolean quick, Path out, Progress progress) {
    this.home = home;
    this.paper = paper;
    this.quick = quick;
    this.out = out;
    this.progress = progress;
    this.claims = Claims.in(experiments().resolve("claims")).of(paper);
    this.bench = new Bench(home, out, progress);
    if (claims.count() == 0) {
      throw new UsageException("%s has no claims of %s".formatted(experiments(), paper.key()));
    }
  }

  private Path experiments() {
    return home.directory().resolve("experiments");
  }

  /** Tells what there is to do, the most telling first, and about how long it takes. */
  public void tellPlan() {
    List<Step> steps = steps();
    double sum = 0;
    for (Step step : steps) {
      sum += step.seconds();
      progress.say(
          "%s: %d claims, %s; about %s"
              .formatted(
                  step.experiment(),
                  step.claims().size(),
                  String.join(", ", step.systems()),
                  step.seconds() == 0 ? "nothing left" : Estimate.inWords(step.seconds())));
    }
    progress.say(
        "%d experiments for %d claims of %s, about %s on four cores"
            .formatted(steps.size(), claims.needs().size(), paper.word(), Estimate.inWords(sum)));
  }

  private List<Step> steps() {
    SortedMap<String, Path> files = new TreeMap<>();
    Experiment.filesIn(experiments())
        .forEach(file -> files.put(Experiment.read(file).name(), file));
    return Step.of(claims.needs(), files, step -> bench.secondsLeft(request(step, Instant.MAX)));
  }

  private Bench.Request request(Step step, Instant end) {
    return new Bench.Request(
        List.of(step.file()),
        step.systems(),
        quick,
        false,
        Optional.empty(),
        Optional.empty(),
        end);
  }

  /**
   * Runs what is left until the end, then writes page and bundle.
   *
   * @return whether no run failed
   */
  public boolean run(Instant end) throws InterruptedException {
    List<Step> steps = steps();
    boolean succeeded = true;
    int begun = 0;
    for (Step step : steps) {
      if (!Instant.now().isBefore(end)) {
        break;
      }
      begun++;
      progress.say(
          "== %s, experiment %d of %d, for %d claims"
              .formatted(step.experiment(), begun, steps.size(), step.claims().size()));
      succeeded &= bench.run(request(step, end));
    }
    if (begun < steps.size()) {
      progress.say(
          "time is up: %d of %d experiments haven't begun; the same command goes on"
              .formatted(steps.size() - begun, steps.size()));
    }
    if (!Files.exists(out) || RunFiles.below(out).isEmpty()) {
      progress.say("there is no result yet to judge a claim by");
      return succeeded;
    }
    conclude();
    return succeeded;
  }

  private void conclude() {
    Report.Written written = Report.write(List.of(out), out.resolve(REPORT), false, claims);
    Path bundle = out.resolve(paper.key() + "-bundle.zip");
    try {
      bundle().writeSummed(bundle);
    } catch (IOException e) {
      throw new HarnessException("cannot write " + bundle + ": " + e.getMessage(), e);
    }
    progress.say("claims of %s: %s".formatted(paper.word(), written.claims().countsText()));
    progress.say(written.page().toString());
    progress.say(bundle.toString());
  }

  /** Inputs, results with versions and raw files, and the report. */
  private ZipOfFiles bundle() {
    ZipOfFiles bundle = new ZipOfFiles();
    bundle.text(
        "README.txt",
        Resource.text(Reproduction.class, "bundle.txt")
            .replace("{paper}", paper.key())
            .replace("{title}", paper.title()));
    bundle.directory("inputs/experiments", experiments());
    bundle.directory("inputs/workloads", home.directory().resolve("workloads"));
    for (Path part : Disk.list(out)) {
      String name = part.getFileName().toString();
      if (Files.isDirectory(part) && !name.startsWith(".")) {
        bundle.directory(name.equals(REPORT) ? REPORT : "results/" + name, part);
      }
    }
    return bundle;
  }
}
