package io.hybridycsb.harness.bench.steady;

import io.hybridycsb.harness.results.RunResult.WarmUp;
import io.hybridycsb.harness.results.RunResult.WarmUpWindow;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Finds the end of a run's warm-up. Throughput and CPU time per operation are compared over
 * windows, until neither changes. The last window is compared with the one before, and with the one
 * before that, so that a slow change shows too. A change is more than 5 %, more than twice the
 * standard error of the difference, and more than one answer of each client. More than 25 % is
 * always a change. The standard error follows from how the seconds within both windows deviate.
 *
 * <p>Each window is as long as the first, and at least half as long as all before it together.
 * Windows of one length would become too short to show a slow change. Windows that double would end
 * so rarely that most runs would be over first.
 *
 * <p>While JVMs compile much, a run isn't steady either. Nor is an open loop while its clients
 * catch up with what they should have sent before: those operations' latencies are of the waiting
 * that the clients' own start has caused. An open loop's throughput is its rate, and isn't
 * compared.
 */
public final class SteadyState {
  /** By how much a steady window differs from the one before it, at most. */
  private static final double CHANGE = 0.05;

  /** So many standard errors are no chance. */
  private static final double ERRORS = 2;

  /** However much its seconds deviate, a window that differs by more is no steady one. */
  private static final double CHANGE_MAX = 0.25;

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
  private final int clients;
  private final List<Reading> readings = new ArrayList<>();
  private final List<WarmUpWindow> windows = new ArrayList<>();
  private final List<Errors> errors = new ArrayList<>();
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

  /** Of a window: the relative standard errors of its throughput and its CPU time per operation. */
  private record Errors(double throughput, double cost) {}

  private SteadyState(
      double firstSeconds,
      double maxSeconds,
      boolean found,
      OptionalLong offeredPerSecond,
      int clients) {
    this.firstSeconds = Math.min(firstSeconds, maxSeconds);
    this.maxSeconds = maxSeconds;
    this.found = found;
    this.offeredPerSecond = offeredPerSecond;
    this.clients = clients;
  }

  /**
   * @param firstSeconds the length of the first window
   * @param maxSeconds when the warm-up ends though nothing was found
   * @param offeredPerSecond operations that an open loop offers; empty for a closed loop
   * @param clients of a closed loop; 0 for an open one
   */
  public static SteadyState searched(
      double firstSeconds, double maxSeconds, OptionalLong offeredPerSecond, int clients) {
    return new SteadyState(firstSeconds, maxSeconds, true, offeredPerSecond, clients);
  }

  /** A warm-up of a given length, of which nothing is known but what it cost. */
  public static SteadyState after(double seconds) {
    return new SteadyState(seconds, seconds, false, OptionalLong.empty(), 0);
  }

  /**
   * By what share two counts of operations may differ. Where blocks are committed, all clients of a
   * closed loop are answered at once, and one block more or less in either count means nothing.
   *
   * @param share the least
   * @param clients of the closed loop
   * @param operations the fewer ones
   */
  static double bound(double share, int clients, long operations) {
    return Math.max(share, Math.min(CHANGE_MAX, (double) clients / operations));
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
   * @param seconds between the last reading and this one, as they were seen one by one; without
   *     any, nothing is known of how they deviate
   * @return at which reading, from 0, the warm-up ended; empty if it goes on
   */
  OptionalInt add(Reading reading, List<Stretch> seconds) {
    if (!readings.isEmpty()) {
      Reading before = readings.get(readings.size() - 1);
      windows.add(
          new WarmUpWindow(
              before.second(),
              reading.second(),
              reading.operations() - before.operations(),
              reading.cpuSeconds() - before.cpuSeconds(),
              reading.compilerSeconds() - before.compilerSeconds()));
      errors.add(new Errors(Stretch.throughputError(seconds), Stretch.costError(seconds)));
    }
    readings.add(reading);
    int last = readings.size() - 1;
    steady =
        found && windows.size() >= WarmUp.WINDOWS_MIN && !changed() && !compiled() && !caughtUp();
    if (steady) {
      return OptionalInt.of(last - 1);
    }
    return last > 0 && reading.second() >= maxSeconds ? OptionalInt.of(last) : OptionalInt.empty();
  }

  private boolean changed() {
    int last = windows.size() - 1;
    return !alike(last, last - 1) || !alike(last, last - 2);
  }

  private boolean alike(int last, int earlier) {
    WarmUpWindow is = windows.get(last);
    WarmUpWindow was = windows.get(earlier);
    long fewest = Math.min(is.operations(), was.operations());
    if (fewest <= 0) {
      return false;
    }
    Errors some = errors.get(last);
    Errors others = errors.get(earlier);
    double bound = bound(CHANGE, clients, fewest);
    return within(
            widened(bound, some.cost, others.cost), is.cpuMsPerOperation(), was.cpuMsPerOperation())
        && (offeredPerSecond.isPresent()
            || within(
                widened(bound, some.throughput, others.throughput), perSecond(is), perSecond(was)));
  }

  private static double widened(double bound, double error, double otherError) {
    return Math.max(bound, Math.min(CHANGE_MAX, ERRORS * Math.hypot(error, otherError)));
  }

  private static boolean within(double share, double last, double earlier) {
    return Math.abs(last - earlier) <= share * earlier;
  }

  public static double perSecond(WarmUpWindow window) {
    return window.operations() / (window.toSecond() - window.fromSecond());
  }

  private boolean compiled() {
    return compilerShare(windows.get(windows.size() - 1)) > COMPILING;
  }

  /** What share of the CPU time compilers took. */
  public static double compilerShare(WarmUpWindow window) {
    return window.cpuSeconds() > 0 ? window.compilerSeconds() / window.cpuSeconds() : 0;
  }

  private boolean caughtUp() {
    WarmUpWindow last = windows.get(windows.size() - 1);
    return offeredPerSecond.isPresent()
        && perSecond(last) > CATCHING_UP * offeredPerSecond.getAsLong();
  }

  /** Whether the end was found: throughput and CPU time per operation have stopped changing. */
  public boolean steady() {
    return steady;
  }

  /** The windows so far. */
  public List<WarmUpWindow> windows() {
    return List.copyOf(windows);
  }
}
