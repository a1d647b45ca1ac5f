package io.hybridycsb.harness.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RepeatsTest {
  private static OptionalInt next(int asked, double... throughputs) {
    SortedMap<Integer, Double> byRepeat = new TreeMap<>();
    for (int i = 0; i < throughputs.length; i++) {
      byRepeat.put(i + 1, throughputs[i]);
    }
    return Repeats.next(byRepeat, asked);
  }

  @Test
  void theSpreadIsTheDistanceOfTheExtremesAsAShareOfTheMean() {
    assertThat(Repeats.spread(List.of(95.0, 105.0, 100.0))).isEqualTo(0.1);
    assertThat(Repeats.spread(List.of(95.0))).isZero();
    assertThat(Repeats.spread(List.of(0.0, 0.0))).isZero();
  }

  @Test
  void aPointIsRepeatedUntilTheLastOnesAgreeOrThereWereTwiceAsManyAsAskedFor() {
    assertThat(next(3, 100, 101, 102)).isEmpty();
    assertThat(next(3, 60, 100, 101)).hasValue(4);
    assertThat(next(3, 60, 100, 101, 102)).isEmpty();
    assertThat(next(3, 60, 100, 80, 120, 60)).hasValue(6);
    assertThat(next(3, 60, 100, 80, 120, 60, 90)).isEmpty();
  }

  @Test
  void aPointWithARepeatThatIsStillToBeDoneNeedsThatFirst() {
    assertThat(next(3, 60, 100)).isEmpty();
    assertThat(next(3)).isEmpty();
  }

  @Test
  void oneRunAgreesWithItself() {
    assertThat(next(1, 60)).isEmpty();
  }

  @Test
  void onlyTheLastOnesMakeThePoint() {
    assertThat(IntStream.rangeClosed(1, 5).filter(repeat -> Repeats.counts(repeat, 5, 3)))
        .containsExactly(3, 4, 5);
    assertThat(Repeats.counts(1, 3, 3)).isTrue();
    assertThat(Repeats.counts(1, 9, 0)).as("of an earlier release").isTrue();
  }
}
