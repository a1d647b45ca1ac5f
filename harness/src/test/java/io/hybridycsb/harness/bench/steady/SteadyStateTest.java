package io.hybridycsb.harness.bench.steady;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** Runs of a thousand operations a second whose CPU time per operation changes over time. */
class SteadyStateTest {
  private static final double RATE = 1_000;
  private static final DoubleUnaryOperator NO_COMPILER = second -> 0;

  /** What was found, and at which second. */
  private record Found(int reading, double second) {}

  private SteadyState state = SteadyState.searched(4, 120, OptionalLong.empty());

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
                    second, Math.round(second * RATE), cpuSeconds, compilerSeconds));
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
  void aRunThatCostsTheSameThroughoutCountsFromItsSecondWindowOn() {
    Found found = found(second -> 1, NO_COMPILER);

    assertThat(found).isEqualTo(new Found(1, 8));
    assertThat(state.steady()).isTrue();
    assertThat(state.windows()).extracting(window -> window.toSecond()).containsExactly(4.0, 8.0);
  }

  @Test
  void aRunThatGetsCheaperCountsOnceItDoesNoMore() {
    Found found = found(second -> second < 20 ? 5 - second / 5 : 1, NO_COMPILER);

    assertThat(state.steady()).isTrue();
    assertThat(found.second()).isEqualTo(62);
    assertThat(state.windows().get(found.reading()).cpuMsPerOperation()).isEqualTo(1);
  }

  @Test
  void aRunIsNotSteadyWhileItsServersCompileMoreAndMore() {
    Found found =
        found(second -> second < 30 ? 1 + second / 30 : 1, second -> second < 30 ? 0.5 : 0);

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
    state = SteadyState.searched(2, 10, OptionalLong.empty());
    found(second -> 10 * Math.pow(second + 1, -0.5), NO_COMPILER);

    assertThat(state.windows())
        .extracting(window -> window.toSecond())
        .containsExactly(2.0, 4.0, 6.0, 10.0);
  }

  @Test
  void anOpenLoopIsNotSteadyWhileItsClientsCatchUp() {
    state = SteadyState.searched(4, 120, OptionalLong.of(980));
    assertThat(found(second -> 1, NO_COMPILER)).isEqualTo(new Found(9, 120));
    assertThat(state.steady()).isFalse();

    state = SteadyState.searched(4, 120, OptionalLong.of(1_000));
    assertThat(found(second -> 1, NO_COMPILER)).isEqualTo(new Found(1, 8));
    assertThat(state.steady()).isTrue();
  }

  /** What it doesn't do will never be done. */
  @Test
  void anOpenLoopThatFallsBehindIsSteady() {
    state = SteadyState.searched(4, 120, OptionalLong.of(5_000));

    assertThat(found(second -> 1, NO_COMPILER)).isEqualTo(new Found(1, 8));
    assertThat(state.steady()).isTrue();
  }

  @Test
  void aWarmUpOfAGivenLengthEndsThenAndNothingIsKnownOfIt() {
    state = SteadyState.after(20);

    assertThat(found(second -> 1, NO_COMPILER)).isEqualTo(new Found(1, 20));
    assertThat(state.steady()).isFalse();
  }
}
