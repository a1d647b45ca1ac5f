package io.hybridycsb.harness.bench.steady;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** Runs of a thousand operations a second whose CPU time per operation changes over time. */
class SteadyStateTest {
  private static final double RATE = 1_000;
  private static final DoubleUnaryOperator NO_COMPILER = second -> 0;

  /** What was found, and at which second. */
  private record Found(int reading, double second) {}

  private SteadyState state = SteadyState.searched(4, 120, OptionalLong.empty(), 0);

  /**
   * @param costMs CPU milliseconds of an operation, by the second
   * @param compiling the compilers' share of the CPU time, by the second
   */
  private Found found(DoubleUnaryOperator costMs, DoubleUnaryOperator compiling) {
    double cpuSeconds = 0;
    double compilerSeconds = 0;
    for (int second = 0; second <= 200; second++) {
      if (state.isDue(second)) {
        OptionalInt ended =
            state.add(
                new SteadyState.Reading(
                    second, Math.round(second * RATE), cpuSeconds, compilerSeconds),
                List.of());
        if (ended.isPresent()) {
          return new Found(ended.getAsInt(), second);
        }
      }
      double spent = RATE * costMs.applyAsDouble(second) / 1_000;
      cpuSeconds += spent;
      compilerSeconds += spent * compiling.applyAsDouble(second);
    }
    throw new AssertionError("the warm-up has no end");
  }

  @Test
  void aRunThatCostsTheSameThroughoutCountsFromItsThirdWindowOn() {
    Found found = found(second -> 1, NO_COMPILER);

    assertThat(found).isEqualTo(new Found(2, 12));
    assertThat(state.steady()).isTrue();
    assertThat(state.windows())
        .extracting(window -> window.toSecond())
        .containsExactly(4.0, 8.0, 12.0);
  }

  @Test
  void aRunThatGetsCheaperCountsOnceItDoesNoMore() {
    Found found = found(second -> second < 20 ? 5 - second / 5 : 1, NO_COMPILER);

    assertThat(state.steady()).isTrue();
    assertThat(found.second()).isEqualTo(93);
    assertThat(state.windows().get(found.reading()).cpuMsPerOperation()).isEqualTo(1);
  }

  @Test
  void aRunIsNotSteadyWhileItsServersCompileMoreAndMore() {
    Found found =
        found(second -> second < 27 ? 1 + second / 27 : 1, second -> second < 27 ? 0.5 : 0);

    assertThat(state.steady()).isTrue();
    assertThat(found.second()).isEqualTo(93);
  }

  @Test
  void aSlowDeclineIsADeclineTooAndAWarmUpThatFindsNoEndIsEndedAndSaysSo() {
    Found found = found(second -> 10 * Math.pow(second + 1, -0.3), NO_COMPILER);

    assertThat(found).isEqualTo(new Found(9, 120));
    assertThat(state.steady()).isFalse();
    assertThat(state.windows())
        .extracting(window -> window.toSecond())
        .containsExactly(4.0, 8.0, 12.0, 18.0, 27.0, 41.0, 62.0, 93.0, 120.0);
  }

  @Test
  void theLastWindowIsNoShorterThanTheFirst() {
    state = SteadyState.searched(2, 10, OptionalLong.empty(), 0);
    found(second -> 10 * Math.pow(second + 1, -0.5), NO_COMPILER);

    assertThat(state.windows())
        .extracting(window -> window.toSecond())
        .containsExactly(2.0, 4.0, 6.0, 10.0);
  }

  @Test
  void anOpenLoopIsNotSteadyWhileItsClientsCatchUp() {
    state = SteadyState.searched(4, 120, OptionalLong.of(980), 0);
    assertThat(found(second -> 1, NO_COMPILER)).isEqualTo(new Found(9, 120));
    assertThat(state.steady()).isFalse();

    state = SteadyState.searched(4, 120, OptionalLong.of(1_000), 0);
    assertThat(found(second -> 1, NO_COMPILER)).isEqualTo(new Found(2, 12));
    assertThat(state.steady()).isTrue();
  }

  /** What it doesn't do will never be done. */
  @Test
  void anOpenLoopThatFallsBehindIsSteady() {
    state = SteadyState.searched(4, 120, OptionalLong.of(5_000), 0);

    assertThat(found(second -> 1, NO_COMPILER)).isEqualTo(new Found(2, 12));
    assertThat(state.steady()).isTrue();
  }

  /**
   * Windows of eight seconds, so that none is longer than others.
   *
   * @param perSecond operations in each window
   * @param cpuMs of one operation
   */
  private static boolean steady(int clients, double[] perSecond, double[] cpuMs) {
    SteadyState windows = SteadyState.searched(8, 1_000, OptionalLong.empty(), clients);
    windows.add(new SteadyState.Reading(0, 0, 0, 0), List.of());
    double operations = 0;
    double cpuSeconds = 0;
    for (int i = 0; i < perSecond.length; i++) {
      operations += 8 * perSecond[i];
      cpuSeconds += 8 * perSecond[i] * cpuMs[i] / 1_000;
      windows.add(
          new SteadyState.Reading(8 * (i + 1), Math.round(operations), cpuSeconds, 0), List.of());
    }
    return windows.steady();
  }

  private static double[] values(double... values) {
    return values;
  }

  @Test
  void aRunWhoseThroughputChangesIsNotSteadyThoughAnOperationCostsTheSame() {
    double[] cost = values(1, 1, 1, 1);

    assertThat(steady(0, values(10_000, 5_000), cost)).isFalse();
    assertThat(steady(0, values(10_000, 100), cost)).isFalse();
    assertThat(steady(0, values(10_000, 10_000, 5_000), cost)).isFalse();
    assertThat(steady(0, values(10_000, 10_000, 20_000), cost)).isFalse();
    assertThat(steady(0, values(10_000, 5_000, 5_000), cost)).isFalse();
    assertThat(steady(0, values(10_000, 5_000, 5_000, 5_000), cost)).isTrue();
  }

  @Test
  void aRunWhoseOperationsGetDearerIsNotSteady() {
    double[] rate = values(10_000, 10_000, 10_000);

    assertThat(steady(0, rate, values(1, 1, 3))).isFalse();
    assertThat(steady(0, rate, values(1, 1, 1.06))).isFalse();
    assertThat(steady(0, rate, values(1, 1, 1.04))).isTrue();
  }

  @Test
  void aChangeThatIsSmallFromWindowToWindowIsAChangeAllTheSame() {
    double falls = 0.951;

    assertThat(steady(0, values(1_000, 1_000), values(1, falls))).isFalse();
    assertThat(steady(0, values(1_000, 1_000, 1_000), values(1, falls, falls * falls))).isFalse();
    assertThat(steady(0, values(1_000, 951, 904, 860), values(1, 1, 1, 1))).isFalse();
  }

  @Test
  void oneAnswerMoreOrLessOfEachClientIsNoChangeButAQuarterIs() {
    double[] cost = values(1, 1, 1);

    assertThat(steady(32, values(20, 20, 23), cost)).isTrue();
    assertThat(steady(1, values(20, 20, 23), cost)).isFalse();
    assertThat(steady(256, values(20, 20, 30), cost)).isFalse();
    assertThat(steady(256, values(20, 20, 10), cost)).isFalse();
  }

  /**
   * Two windows of eight equal seconds, and a third one.
   *
   * @param deviation of the third window's seconds, upwards and downwards by turns
   */
  private static boolean steadyByThird(double perSecond, double cpuMs, double deviation) {
    SteadyState windows = SteadyState.searched(8, 1_000, OptionalLong.empty(), 0);
    windows.add(new SteadyState.Reading(0, 0, 0, 0), List.of());
    windows.add(new SteadyState.Reading(8, 8_000, 8, 0), seconds(1_000, 1, 0));
    windows.add(new SteadyState.Reading(16, 16_000, 16, 0), seconds(1_000, 1, 0));
    windows.add(
        new SteadyState.Reading(
            24, 16_000 + Math.round(8 * perSecond), 16 + 8 * perSecond * cpuMs / 1_000, 0),
        seconds(perSecond, cpuMs, deviation));
    return windows.steady();
  }

  private static List<Stretch> seconds(double perSecond, double cpuMs, double deviation) {
    List<Stretch> seconds = new ArrayList<>();
    for (int second = 0; second < 8; second++) {
      double sign = second % 2 == 0 ? 1 : -1;
      seconds.add(
          new Stretch(
              1,
              Math.round(perSecond * (1 + sign * deviation)),
              perSecond * cpuMs / 1_000 * (1 - sign * deviation)));
    }
    return seconds;
  }

  /** Twice the standard error of eight such seconds is 0.756 times what each deviates by. */
  @Test
  void aWindowThatDiffersByNoMoreThanItsSecondsSuggestIsNoChange() {
    assertThat(steadyByThird(1_100, 1, 0)).isFalse();
    assertThat(steadyByThird(1_100, 1, 0.12)).isFalse();
    assertThat(steadyByThird(1_100, 1, 0.14)).isTrue();
    assertThat(steadyByThird(1_000, 1.1, 0)).isFalse();
    assertThat(steadyByThird(1_000, 1.1, 0.06)).isFalse();
    assertThat(steadyByThird(1_000, 1.1, 0.07)).isTrue();
  }

  @Test
  void aQuarterIsAChangeHoweverMuchTheSecondsDeviate() {
    assertThat(steadyByThird(1_240, 1, 0.9)).isTrue();
    assertThat(steadyByThird(1_260, 1, 0.9)).isFalse();
    assertThat(steadyByThird(740, 1, 0.9)).isFalse();
    assertThat(steadyByThird(1_000, 1.3, 0.9)).isFalse();
  }

  @Test
  void withoutSecondsOnlyFivePercentAreNoChange() {
    double[][] third = {{22.5, 112_500, 15}, {22.5, 225_000, 45}, {22.5, 225_000, 44.27}};
    double[][] second = {{15, 75_000, 7.5}, {15, 75_750, 15.15}, {15, 150_000, 29.27}};
    for (int i = 0; i < third.length; i++) {
      SteadyState windows = SteadyState.searched(7.5, 1_000, OptionalLong.empty(), 0);
      for (double[] one : new double[][] {{0, 0, 0}, {7.5, 75_000, 15}, second[i], third[i]}) {
        windows.add(new SteadyState.Reading(one[0], Math.round(one[1]), one[2], 0), List.of());
      }
      assertThat(windows.steady()).isFalse();
    }
  }

  /** In each second throughput and cost differ by chance, independently of each other. */
  @Test
  void secondsThatDeviateHardlyKeepASteadyRunFromBeingFoundSo() {
    for (double noise : new double[] {0.01, 0.05, 0.1, 0.3}) {
      assertThat(foundOf(1_000, noise, 1)).isGreaterThan(970);
    }
  }

  @Test
  void whatGetsCheaperBySlightlyLessThanTheBoundIsSeenWhereSecondsDeviateLittle() {
    assertThat(foundOf(1_000, 0, 0.951)).isZero();
    assertThat(foundOf(1_000, 0.03, 0.951)).isLessThan(20);
    assertThat(foundOf(1_000, 0.1, 0.9)).isLessThan(100);
  }

  /**
   * @param noise by how much each second's throughput and cost deviate
   * @param cheaper what an operation costs in a window, divided by that in the window before
   */
  private static int foundOf(int runs, double noise, double cheaper) {
    Random random = new Random(7);
    int found = 0;
    for (int run = 0; run < runs; run++) {
      SteadyState windows = SteadyState.searched(8, 120, OptionalLong.empty(), 0);
      windows.add(new SteadyState.Reading(0, 0, 0, 0), List.of());
      long operations = 0;
      double cpuSeconds = 0;
      double costMs = 1;
      List<Stretch> seconds = new ArrayList<>();
      OptionalInt ended = OptionalInt.empty();
      for (int second = 1; ended.isEmpty(); second++) {
        long done = Math.max(1, Math.round(RATE * (1 + noise * random.nextGaussian())));
        double used = done * costMs * Math.max(0, 1 + noise * random.nextGaussian()) / 1_000;
        seconds.add(new Stretch(1, done, used));
        operations += done;
        cpuSeconds += used;
        if (windows.isDue(second)) {
          ended = windows.add(new SteadyState.Reading(second, operations, cpuSeconds, 0), seconds);
          seconds.clear();
          costMs *= cheaper;
        }
      }
      found += windows.steady() ? 1 : 0;
    }
    return found;
  }

  @Test
  void aWarmUpOfAGivenLengthEndsThenAndNothingIsKnownOfIt() {
    state = SteadyState.after(20);

    assertThat(found(second -> 1, NO_COMPILER)).isEqualTo(new Found(1, 20));
    assertThat(state.steady()).isFalse();
  }
}
