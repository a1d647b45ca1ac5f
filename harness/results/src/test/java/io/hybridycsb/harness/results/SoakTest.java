package io.hybridycsb.harness.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;

class SoakTest {
  private static List<Slope.Point> points(double... ys) {
    List<Slope.Point> points = new ArrayList<>();
    for (int i = 0; i < ys.length; i++) {
      points.add(new Slope.Point(i, ys[i]));
    }
    return points;
  }

  /** By hand: residuals -0.2, 0.6, -0.6, 0.2; s² = 0.4; error √(0.4/5); t of two is 4.3027. */
  @Test
  void aSlopeHasItsIntervalByStudentsT() {
    Slope slope = Slope.of(points(1, 3, 3, 5)).orElseThrow();

    assertThat(slope.perUnit()).isCloseTo(1.2, within(1e-9));
    assertThat(slope.high() - slope.perUnit()).isCloseTo(4.30265 * Math.sqrt(0.08), within(1e-4));
    assertThat(slope.perUnit() - slope.low())
        .isCloseTo(slope.high() - slope.perUnit(), within(1e-9));
    assertThat(slope.verdict()).isEqualTo(Slope.Verdict.LEVEL);
  }

  @Test
  void onlyAnIntervalWithout0RisesOrFalls() {
    assertThat(Slope.of(points(1, 2.1, 2.9, 4, 5.1)).orElseThrow().verdict())
        .isEqualTo(Slope.Verdict.RISES);
    assertThat(Slope.of(points(5, 4.1, 2.9, 2, 1)).orElseThrow().verdict())
        .isEqualTo(Slope.Verdict.FALLS);
    assertThat(Slope.of(points(5, 5, 5, 5)).orElseThrow().verdict()).isEqualTo(Slope.Verdict.LEVEL);
  }

  @Test
  void twoPointsHaveNoInterval() {
    assertThat(Slope.of(points(1, 2))).isEmpty();
    assertThat(
            Slope.of(List.of(new Slope.Point(1, 1), new Slope.Point(1, 2), new Slope.Point(1, 3))))
        .isEmpty();
  }

  @Test
  void theIntervalHoldsTheTrueSlopeInNineteenOfTwentyRuns() {
    Random random = new Random(7);
    int held = 0;
    for (int run = 0; run < 2_000; run++) {
      double[] ys = new double[12];
      for (int i = 0; i < ys.length; i++) {
        ys[i] = 3 + 0.5 * i + random.nextGaussian();
      }
      Slope slope = Slope.of(points(ys)).orElseThrow();
      held += slope.low() <= 0.5 && slope.high() >= 0.5 ? 1 : 0;
    }
    assertThat(held / 2_000.0).isBetween(0.935, 0.965);
  }

  @Test
  void sectionsBecomeCountersAndAreReadFromThem() {
    Soak soak = new Soak();
    soak.add(0.5, Map.of(Soak.CPU, 2.0, Soak.RESTART, 4.0));
    soak.add(1.5, Map.of(Soak.CPU, 3.0));
    soak.add(2.5, Map.of(Soak.CPU, 4.0));

    SortedMap<String, Double> counters = soak.counters();

    assertThat(counters)
        .containsEntry("soak: server CPU ms per operation, section 002", 3.0)
        .containsEntry("soak: hours, section 003", 2.5)
        .containsEntry("soak: server CPU ms per operation, per hour", 1.0)
        .containsKey("soak: server CPU ms per operation, per hour at least")
        .doesNotContainKey("soak: seconds until a restarted process serves, per hour");
    assertThat(Soak.points(counters))
        .containsOnlyKeys(Soak.CPU, Soak.RESTART)
        .containsEntry(
            Soak.CPU,
            List.of(new Slope.Point(0.5, 2), new Slope.Point(1.5, 3), new Slope.Point(2.5, 4)));
    assertThat(Soak.points(Map.of("cores busy", 1.0))).isEmpty();
  }

  @Test
  void whatIsNotFiniteIsNoPoint() {
    Soak soak = new Soak();
    soak.add(0.5, Map.of(Soak.CPU, Double.POSITIVE_INFINITY));
    soak.add(1.5, Map.of(Soak.CPU, 2.0));

    assertThat(Soak.points(soak.counters()).get(Soak.CPU))
        .containsExactly(new Slope.Point(1.5, 2.0));
  }
}
