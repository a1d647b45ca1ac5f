package io.hybridycsb.harness.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class TwoGroupsTest {
  private static Optional<TwoGroups> groups(double... values) {
    return TwoGroups.of(new Spread(Arrays.stream(values).boxed().toList()));
  }

  @Test
  void whereAGapIsWiderThanThreeDeviationsThereAreTwo() {
    TwoGroups one = groups(1000, 700, 1000, 990, 995).orElseThrow();
    assertThat(one.lower().values()).containsExactly(700.0);
    assertThat(one.upper().values()).containsExactly(990.0, 995.0, 1000.0, 1000.0);

    TwoGroups half = groups(750, 1010, 1000, 745, 1005, 752).orElseThrow();
    assertThat(half.lower().values()).containsExactly(745.0, 750.0, 752.0);
    assertThat(half.upper().values()).containsExactly(1000.0, 1005.0, 1010.0);
  }

  /** Of one system on one machine, three of them three hours after the others. */
  @Test
  void groupsThatScatterThemselvesAreFound() {
    TwoGroups hours = groups(3061, 2626, 2908, 2064, 2111, 2146).orElseThrow();

    assertThat(hours.lower().values()).containsExactly(2064.0, 2111.0, 2146.0);
    assertThat(hours.upper().values()).containsExactly(2626.0, 2908.0, 3061.0);
  }

  @Test
  void whatScattersHasNone() {
    assertThat(groups(700, 800, 900, 1000)).isEmpty();
    assertThat(groups(106, 118, 125, 133, 142, 177)).isEmpty();
  }

  @Test
  void aGapOfLessThanATenthIsNone() {
    assertThat(groups(950, 950, 1000, 1000)).isEmpty();
    assertThat(groups(0, 0, 0, 0)).isEmpty();
  }

  @Test
  void threeAreTooFewToTell() {
    assertThat(groups(700, 1000, 1001)).isEmpty();
  }

  private static long flagged(int samples, int count, DoubleStream values) {
    double[] all = values.limit((long) samples * count).toArray();
    long flagged = 0;
    for (int i = 0; i < samples; i++) {
      flagged += groups(Arrays.copyOfRange(all, i * count, (i + 1) * count)).isPresent() ? 1 : 0;
    }
    return flagged;
  }

  @Test
  void noiseOfOneInTwentySeldomLooksLikeTwoGroupsAndTwoWaysToWorkMostlyDo() {
    Random random = new Random(54);
    for (int count = 4; count <= 10; count++) {
      assertThat(
              flagged(400, count, DoubleStream.generate(() -> 1000 + 50 * random.nextGaussian())))
          .as("%d repeats of one group", count)
          .isLessThan(50);
      assertThat(
              flagged(
                  400,
                  count,
                  DoubleStream.generate(
                      () -> (random.nextBoolean() ? 1000 : 750) + 15 * random.nextGaussian())))
          .as("%d repeats of two", count)
          .isGreaterThan(300);
    }
  }
}
