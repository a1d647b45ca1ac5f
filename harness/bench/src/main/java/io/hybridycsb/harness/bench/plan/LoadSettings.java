package io.hybridycsb.harness.bench.plan;

import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.bench.load.LoadCurve;
import io.hybridycsb.harness.bench.plan.RunSettings.Fault;
import io.hybridycsb.harness.bench.plan.RunSettings.Length;
import io.hybridycsb.harness.bench.plan.RunSettings.Rate;
import io.hybridycsb.harness.bench.plan.RunSettings.Sections;
import io.hybridycsb.harness.bench.plan.RunSettings.WarmUp;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** The settings of load that isn't even, and of load that goes on for hours. */
final class LoadSettings {
  static final String CURVE = "load-curve";
  static final String SECONDS = "load-seconds";
  static final String TRACE = "trace";
  static final String SECTIONS = "soak-sections";
  static final String RESTART = "soak-restart";

  /** As many as counters have digits for. */
  private static final int SECTIONS_MAX = 999;

  /** What a curve's warm-up takes, unless a number of seconds is given. */
  private static final long WARM_UP_SECONDS = 30;

  /** As many as YCSB can count. */
  private static final long ENDLESS = Integer.MAX_VALUE;

  private LoadSettings() {}

  /** The rate: a curve's if there is one. A curve of shares needs a target; none: a closed loop. */
  static Rate rate(String experiment, FileSettings tree, OptionalLong target, OptionalInt share) {
    String name = tree.text(CURVE, "");
    Rate even = new Rate(target, share, Optional.empty());
    if (name.isEmpty()) {
      return even;
    }
    if (tree.has(TRACE)) {
      throw new UsageException("%s: give one of %s and %s".formatted(experiment, CURVE, TRACE));
    }
    LoadCurve curve = LoadCurve.read(curveFile(experiment, tree, name));
    OptionalLong seconds = tree.number(SECONDS, 1);
    if (seconds.isPresent()) {
      curve = curve.over(seconds.getAsLong());
    }
    if (curve.ofShares()) {
      return even.equals(Rate.CLOSED_LOOP) ? even : new Rate(target, share, Optional.of(curve));
    }
    if (!even.equals(Rate.CLOSED_LOOP)) {
      throw new UsageException(
          "%s: %s has rates of its own, so it takes no target".formatted(experiment, name));
    }
    return new Rate(target, share, Optional.of(curve));
  }

  private static Path curveFile(String experiment, FileSettings tree, String name) {
    Path own = Path.of(tree.source()).resolveSibling(name);
    Path shipped = Path.of(tree.source()).resolveSibling("curves").resolve(name + ".csv");
    for (Path file : new Path[] {own, shipped}) {
      if (Files.isRegularFile(file)) {
        return file;
      }
    }
    throw new UsageException(
        "%s: there is no curve %s: neither %s nor %s".formatted(experiment, name, own, shipped));
  }

  /**
   * The file to replay.
   *
   * @throws UsageException if there is none, or a target beside it
   */
  static String trace(String experiment, FileSettings tree, Rate rate) {
    if (!rate.equals(Rate.CLOSED_LOOP)) {
      throw new UsageException(
          "%s: a trace has its own times, so it takes no target".formatted(experiment));
    }
    String given = tree.text(TRACE, "");
    if (given.isEmpty()) {
      throw new UsageException("%s: name the file by 'trace: FILE'".formatted(experiment));
    }
    Path file = Path.of(tree.source()).resolveSibling(given).toAbsolutePath().normalize();
    if (!Files.isReadable(file) || Files.isDirectory(file)) {
      throw new UsageException("%s: there is no trace %s".formatted(experiment, file));
    }
    return file.toString();
  }

  /**
   * The sections of a soak.
   *
   * @throws UsageException if it can't have them
   */
  static Sections sections(String experiment, FileSettings tree, Optional<Fault> fault) {
    int count = (int) tree.number(SECTIONS, 1, 1);
    String restarted = tree.text(RESTART, "");
    if (count == 1) {
      return Sections.ONE;
    }
    if (fault.isPresent() || tree.has(TRACE)) {
      throw new UsageException(
          "%s: give one of %s, kill and %s".formatted(experiment, SECTIONS, TRACE));
    }
    if (count > SECTIONS_MAX) {
      throw new UsageException(
          "%s: %s is %d at most; let each take longer"
              .formatted(experiment, SECTIONS, SECTIONS_MAX));
    }
    return new Sections(count, restarted);
  }

  /** A trace has its own length, and all of it counts. */
  static Length ofTrace(Length asked) {
    return new Length(0, 0, new WarmUp(false, 0), asked.timeoutSeconds());
  }

  /** A curve has its own length, and its warm-up a known one. */
  static Length length(Length asked, Rate rate) {
    if (rate.curve().isEmpty()) {
      return asked;
    }
    long seconds = (long) Math.ceil(rate.curve().get().seconds());
    WarmUp warmUp =
        asked.warmUp().found()
            ? new WarmUp(false, Math.min(WARM_UP_SECONDS, asked.warmUp().seconds()))
            : asked.warmUp();
    return new Length(
        ENDLESS,
        seconds,
        warmUp,
        asked.timeoutSeconds() + seconds + warmUp.seconds(),
        asked.sections());
  }
}
