package io.hybridycsb.harness.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalInt;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RepeatsTest {
  private static SortedMap<Integer, Double> byRepeat(double... throughputs) {
    SortedMap<Integer, Double> byRepeat = new TreeMap<>();
    for (int i = 0; i < throughputs.length; i++) {
      byRepeat.put(i + 1, throughputs[i]);
    }
    return byRepeat;
  }

  private static OptionalInt next(int asked, double... throughputs) {
    return Repeats.next(byRepeat(throughputs), asked);
  }

  @Test
  void oneMoreIsAddedAsLongAsRepeatsDisagree() {
    assertThat(next(3, 100, 101, 102)).isEmpty();
    assertThat(next(3, 1000, 700, 1000)).hasValue(4);
    assertThat(next(3, 1000, 700, 1000, 990)).hasValue(5);
    assertThat(next(3, 1000, 700, 1000, 990, 995)).hasValue(6);
  }

  @Test
  void moreRepeatsCanEndItThoughTheRangeNeverNarrows() {
    assertThat(next(3, 94, 105, 100)).hasValue(4);
    assertThat(next(3, 94, 105, 100, 101)).isEmpty();
    assertThat(next(5, 1000, 860, 1000, 990, 995)).isEmpty();
  }

  @Test
  void twoRepeatsThatDifferByATenthAtMostAgree() {
    assertThat(next(2, 95, 104)).isEmpty();
    assertThat(next(2, 95, 107)).hasValue(3);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5})
  void noPointHasMoreThanTwiceTheRepeatsAskedFor(int asked) {
    SortedMap<Integer, Double> all = byRepeat();
    for (int repeat = 1; repeat <= 2 * asked; repeat++) {
      if (repeat > asked) {
        assertThat(Repeats.next(all, asked)).hasValue(repeat);
      }
      all.put(repeat, repeat % 2 == 0 ? 100.0 : 10.0);
    }
    assertThat(Repeats.next(all, asked)).isEmpty();
  }

  @Test
  void aPointWithARepeatThatIsStillToBeDoneNeedsThatFirst() {
    assertThat(next(3, 60, 100)).isEmpty();
    assertThat(next(3)).isEmpty();
    SortedMap<Integer, Double> withoutTheSecond = byRepeat(60, 0, 100, 80);
    withoutTheSecond.remove(2);
    assertThat(Repeats.next(withoutTheSecond, 3)).isEmpty();
  }

  @Test
  void oneRunAgreesWithItself() {
    assertThat(next(1, 60)).isEmpty();
  }

  /** A run that found nothing to do is no reason to divide by zero. */
  @Test
  void repeatsWithoutThroughputAgree() {
    assertThat(next(2, 0, 0)).isEmpty();
  }

  /** Of points with the three repeats asked for, and those that were added. */
  private static SortedMap<Integer, Double> measured(DoubleSupplier run) {
    SortedMap<Integer, Double> all =
        byRepeat(run.getAsDouble(), run.getAsDouble(), run.getAsDouble());
    for (OptionalInt next = Repeats.next(all, 3); next.isPresent(); next = Repeats.next(all, 3)) {
      all.put(next.getAsInt(), run.getAsDouble());
    }
    return all;
  }

  @Test
  void whenToStopPullsTheMeanToNeitherSideAndHidesLittleOfTheDeviation() {
    Random random = new Random(54);
    double means = 0;
    double variances = 0;
    int points = 500;
    for (int i = 0; i < points; i++) {
      Spread spread =
          Spread.of(measured(() -> 100 + 10 * random.nextGaussian()).values()).orElseThrow();
      means += spread.mean() / points;
      variances += Math.pow(spread.deviation(), 2) / points;
    }

    assertThat(means).isBetween(99.0, 101.0);
    assertThat(Math.sqrt(variances)).isGreaterThan(8.5);
  }
}
