package io.hybridycsb.harness.bench.steady;

import io.hybridycsb.harness.bench.plan.RunSettings;
import io.hybridycsb.harness.bench.plan.RunSettings.WarmUp;
import io.hybridycsb.harness.bench.probe.RunningClients;
import io.hybridycsb.harness.results.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.LongSupplier;

/**
 * The part of a run that counts: from the end of its warm-up until enough has been counted, when
 * the clients are told to end. Both moments are ends of intervals of the clients' histogram logs.
 */
public final class CountedPart implements ProcessWatch.End {
  /** The first window of a warm-up, as a share of the counted time, and its bounds in seconds. */
  private static final double WINDOW_SHARE = 0.25;

  private static final double WINDOW_MIN = 2;
  private static final double WINDOW_MAX = 8;

  private final RunSettings run;
  private final WarmUp setting;
  private final LongSupplier nanoTime;
  private final Eye eye;
  private final Runnable onCounting;
  private final SteadyState steady;
  private final List<Snapshot> looks = new ArrayList<>();
  private final List<Stretch> seconds = new ArrayList<>();
  private Optional<Snapshot> begin = Optional.empty();
  private Optional<Snapshot> end = Optional.empty();

  /** Looks at everything that is measured. */
  public interface Eye {
    Snapshot look(long operations, RunningClients clients);
  }

  /**
   * @param warmUp the run's, or a longer one
   * @param nanoTime the clock
   * @param onCounting run when the warm-up is over
   */
  public CountedPart(
      RunSettings run, WarmUp warmUp, LongSupplier nanoTime, Eye eye, Runnable onCounting) {
    this.run = run;
    this.setting = warmUp;
    this.nanoTime = nanoTime;
    this.eye = eye;
    this.onCounting = onCounting;
    this.steady =
        warmUp.found()
            ? SteadyState.searched(
                firstWindow(run.length().seconds()),
                warmUp.seconds(),
                run.rate().target(),
                run.intensity())
            : SteadyState.after(warmUp.seconds());
  }

  private static double firstWindow(long seconds) {
    return seconds == 0
        ? WINDOW_MAX
        : Math.max(WINDOW_MIN, Math.min(WINDOW_MAX, seconds * WINDOW_SHARE));
  }

  @Override
  public boolean secondEnded(long operations, RunningClients clients, Optional<Stretch> last) {
    last.ifPresent(seconds::add);
    if (operations == 0) {
      return false;
    }
    double second = looks.isEmpty() ? 0 : (nanoTime.getAsLong() - looks.get(0).nanos()) / 1e9;
    if (begin.isEmpty()) {
      if (steady.isDue(second)) {
        warmUp(eye.look(operations, clients));
      }
      return false;
    }
    double counted = (nanoTime.getAsLong() - begin.get().nanos()) / 1e9;
    boolean timeUp = run.length().seconds() > 0 && counted >= run.length().seconds();
    if (timeUp || operations - begin.get().operations() >= run.length().operations()) {
      end = Optional.of(eye.look(operations, clients));
      return true;
    }
    return false;
  }

  private void warmUp(Snapshot look) {
    looks.add(look);
    OptionalInt ended =
        steady.add(
            new SteadyState.Reading(
                look.secondsSince(looks.get(0)),
                look.operations(),
                look.cpuSeconds(),
                look.compilerSeconds()),
            seconds);
    seconds.clear();
    if (ended.isPresent()) {
      // A process is killed some time after now, and before then all is to be counted that was.
      int at = run.fault().isPresent() ? looks.size() - 1 : ended.getAsInt();
      begin = Optional.of(looks.get(at));
      onCounting.run();
    }
  }

  /** When counting began; empty if the clients ended before. */
  public Optional<Snapshot> begin() {
    return begin;
  }

  /** When counting ended; empty if the clients ended before. */
  public Optional<Snapshot> end() {
    return end;
  }

  /** What the run does now, for whoever waits for its end. */
  public String inWords() {
    if (begin.isPresent()) {
      return "counting";
    }
    List<RunResult.WarmUpWindow> windows = steady.windows();
    return windows.isEmpty()
        ? "warming up"
        : "warming up, compilers took %.0f %% of the CPU time"
            .formatted(100 * SteadyState.compilerShare(windows.get(windows.size() - 1)));
  }

  /** The looks of the warm-up: at the first operations, and at the end of each window. */
  public List<Snapshot> warmUpLooks() {
    return List.copyOf(looks);
  }

  /** What the run did before counting began. */
  public RunResult.WarmUp warmUp() {
    double seconds = begin.map(look -> look.secondsSince(looks.get(0))).orElse(0.0);
    return new RunResult.WarmUp(setting.spelled(), seconds, steady.steady(), steady.windows());
  }
}
