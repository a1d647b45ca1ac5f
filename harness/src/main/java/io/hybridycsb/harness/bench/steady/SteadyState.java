package io.hybridycsb.harness.bench.steady;

import io.hybridycsb.harness.results.RunResult.WarmUpWindow;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Finds the end of a run's warm-up: the CPU time per operation is compared over windows, each as
 * long as the first, and at least half as long as all before it together, until it stops falling.
 * Windows of one length would become too short to show a slow decline; those that double would end
 * so rarely that most runs would be over first. While JVMs compile much, a run isn't steady either:
 * at first they compile more and more, so that nothing falls yet. Nor is an open loop while its
 * clients catch up with what they should have sent before: those operations' latencies are of the
 * waiting that the clients' own start has caused.
 */
public final class SteadyState {
  /** A window that costs less than this share of the one before it is still falling. */
  static final double FALLING = 0.95;

  /** The end of a window, as a multiple of its beginning. */
  private static final double GROWTH = 1.5;

  /** The most that compilers take of a steady run's CPU time. */
  static final double COMPILING = 0.10;

  /** Clients that do more than this share of what is offered catch up. */
  static final double CATCHING_UP = 1.01;

  private final double firstSeconds;
  private final double maxSeconds;
  private final boolean found;
  private final OptionalLong offeredPerSecond;
  private final List<Reading> readings = new ArrayList<>();
  private final List<WarmUpWindow> windows = new ArrayList<>();
  private boolean steady;

  /**
   * A reading.
   *
   * @param second since the first operations
   * @param operations done so far, with any outcome
   * @param cpuSeconds of all processes so far
   * @param compilerSeconds of their just-in-time compilers so far
   */
  public record Reading(
      double second, long operations, double cpuSeconds, double compilerSeconds) {}

  private SteadyState(
      double firstSeconds, double maxSeconds, boolean found, OptionalLong offeredPerSecond) {
    this.firstSeconds = Math.min(firstSeconds, maxSeconds);
    this.maxSeconds = maxSeconds;
    this.found = found;
    this.offeredPerSecond = offeredPerSecond;
  }

  /**
   * @param firstSeconds the length of the first window
   * @param maxSeconds when the warm-up ends though nothing was found
   * @param offeredPerSecond operations that an open loop offers; empty for a closed loop
   */
  public static SteadyState searched(
      double firstSeconds, double maxSeconds, OptionalLong offeredPerSecond) {
    return new SteadyState(firstSeconds, maxSeconds, true, offeredPerSecond);
  }

  /** A warm-up of a given length, of which nothing is known but what it cost. */
  public static SteadyState after(double seconds) {
    return new SteadyState(seconds, seconds, false, OptionalLong.empty());
  }

  /** Whether a reading is due at this second since the first operations; the first is at 0. */
  public boolean isDue(double second) {
    return readings.isEmpty() || second >= nextSecond();
  }

  private double nextSecond() {
    double last = readings.get(readings.size() - 1).second();
    double next = Math.max(last + firstSeconds, GROWTH * last);
    // The last window isn't shorter than the first either.
    return maxSeconds - next < firstSeconds ? maxSeconds : next;
  }

  /**
   * Takes a reading.
   *
   * @return at which reading, from 0, the warm-up ended; empty if it goes on
   */
  public OptionalInt add(Reading reading) {
    if (!readings.isEmpty()) {
      Reading before = readings.get(readings.size() - 1);
      windows.add(
          new WarmUpWindow(
              before.second(),
              reading.second(),
              reading.operations() - before.operations(),
              reading.cpuSeconds() - before.cpuSeconds(),
              // Compilers that have ended take along what they used.
              Math.max(0, reading.compilerSeconds() - before.compilerSeconds())));
    }
    readings.add(reading);
    int last = readings.size() - 1;
    steady = found && windows.size() >= 2 && !fell() && !compiled() && !caughtUp();
    if (steady) {
      return OptionalInt.of(last - 1);
    }
    return last > 0 && reading.second() >= maxSeconds ? OptionalInt.of(last) : OptionalInt.empty();
  }

  private boolean fell() {
    WarmUpWindow last = windows.get(windows.size() - 1);
    WarmUpWindow before = windows.get(windows.size() - 2);
    return last.operations() <= 0
        || before.operations() <= 0
        || last.cpuMsPerOperation() < FALLING * before.cpuMsPerOperation();
  }

  private boolean compiled() {
    WarmUpWindow last = windows.get(windows.size() - 1);
    return last.compilerSeconds() > COMPILING * last.cpuSeconds();
  }

  private boolean caughtUp() {
    WarmUpWindow last = windows.get(windows.size() - 1);
    double seconds = last.toSecond() - last.fromSecond();
    return offeredPerSecond.isPresent()
        && last.operations() > CATCHING_UP * offeredPerSecond.getAsLong() * seconds;
  }

  /** Whether the end was found: the CPU time per operation has stopped falling. */
  public boolean steady() {
    return steady;
  }

  /** The windows so far. */
  public List<WarmUpWindow> windows() {
    return List.copyOf(windows);
  }
}
