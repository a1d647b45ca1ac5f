package io.hybridycsb.harness.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.ratio.RatioOfMeans;
import io.hybridycsb.harness.ratio.Sample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.junit.jupiter.api.Test;

/** What a comparison finds, and what it finds by chance, in made-up repeats with normal noise. */
class RatioOfMeansTest {
  private static final double RESOLUTION = 0.1;
  private static final Bounds TEN_PERCENT = new Bounds(10, OptionalDouble.empty());

  /** A right test fails on another seed in no more than one of so many cases. */
  private static final double UNLUCKY = 0.001;

  private final Random random = new Random(54);

  private static Sample sample(double... repeats) {
    return Sample.mean(Arrays.stream(repeats).boxed().toList(), RESOLUTION).orElseThrow();
  }

  private double[] noisy(int repeats, double mean, double deviation) {
    return DoubleStream.generate(() -> mean * (1 + deviation * random.nextGaussian()))
        .limit(repeats)
        .toArray();
  }

  private static ComparedFigure figure(Measure measure, double[] a, double[] b) {
    return ComparedFigure.of(measure, Optional.of(sample(a)), Optional.of(sample(b)), TEN_PERCENT);
  }

  private static Verdict verdict(double[] a, double[] b) {
    return figure(Measure.THROUGHPUT, a, b).verdict();
  }

  /** By what factors the true figures change, and what share of them repeats deviate by. */
  private record Change(double throughput, double cpu, double deviation) {}

  private List<Verdict> verdicts(int points, int inA, int inB, Change change) {
    List<ComparedFigure> figures = new ArrayList<>();
    for (int point = 0; point < points; point++) {
      figures.add(
          figure(
              Measure.THROUGHPUT,
              noisy(inA, 1000, change.deviation),
              noisy(inB, 1000 * change.throughput, change.deviation)));
      figures.add(
          figure(
              Measure.CPU,
              noisy(inA, 500, change.deviation),
              noisy(inB, 500 * change.cpu, change.deviation)));
    }
    double level = ComparedFigure.level(figures);
    return figures.stream().map(figure -> figure.at(level).verdict()).toList();
  }

  private int comparisonsWithARegression(
      int comparisons, int points, int inA, int inB, Change change) {
    int found = 0;
    for (int comparison = 0; comparison < comparisons; comparison++) {
      if (verdicts(points, inA, inB, change).contains(Verdict.WORSE)) {
        found++;
      }
    }
    return found;
  }

  @Test
  void moreRepeatsFindMore() {
    for (Change change : List.of(new Change(0.85, 1, 0.06), new Change(0.80, 1, 0.10))) {
      List<Integer> found = new ArrayList<>();
      for (int repeats : new int[] {3, 5, 10, 20}) {
        found.add(comparisonsWithARegression(200, 1, repeats, repeats, change));
      }
      assertThat(found).isSorted();
      assertThat(found.get(3)).isGreaterThan(130);
    }
  }

  @Test
  void noMoreThanOneOfTwentyComparisonsHasAFalseRegression() {
    int comparisons = 100;
    int most = BinomialDistribution.of(comparisons, 0.05).inverseSurvivalProbability(UNLUCKY);
    for (double deviation : new double[] {0.06, 0.08}) {
      Change none = new Change(1, 1, deviation);
      assertThat(comparisonsWithARegression(comparisons, 30, 3, 3, none)).isZero();
    }
    // A change of exactly the bound is none yet, and the one that is easiest taken for more.
    Change bound = new Change(0.9, 1.1, 0.08);
    for (int[] repeats : new int[][] {{3, 3}, {10, 10}, {2, 20}}) {
      assertThat(comparisonsWithARegression(comparisons, 10, repeats[0], repeats[1], bound))
          .as("%d and %d repeats", repeats[0], repeats[1])
          .isLessThanOrEqualTo(most);
    }
  }

  @Test
  void nineteenOfTwentyIntervalsHoldTheTrueRatio() {
    int intervals = 300;
    int least = BinomialDistribution.of(intervals, 0.95).inverseCumulativeProbability(UNLUCKY);
    for (int[] repeats : new int[][] {{2, 2}, {3, 3}, {20, 20}, {2, 20}}) {
      int held = 0;
      for (int i = 0; i < intervals; i++) {
        RatioOfMeans ratio =
            RatioOfMeans.of(
                sample(noisy(repeats[0], 1000, 0.1)), sample(noisy(repeats[1], 1200, 0.1)));
        held += ratio.low() <= 20 && ratio.high() >= 20 ? 1 : 0;
      }
      assertThat(held).isGreaterThanOrEqualTo(least);
    }
  }

  @Test
  void oneRepeatOfFourLikeTheBaselineLeavesItUndecided() {
    assertThat(verdict(new double[] {100, 100, 100, 100}, new double[] {70, 70, 70, 100}))
        .isEqualTo(Verdict.UNDECIDED);
    assertThat(verdict(new double[] {100, 100, 100, 100}, new double[] {70, 70, 70, 70}))
        .isEqualTo(Verdict.WORSE);
  }

  @Test
  void equalRepeatsAreTheSameUpToTheirResolution() {
    RatioOfMeans ratio = RatioOfMeans.of(sample(100, 100), sample(100, 100));

    assertThat(verdict(new double[] {100, 100}, new double[] {100, 100})).isEqualTo(Verdict.SAME);
    assertThat(ratio.change()).isZero();
    assertThat(ratio.low()).isBetween(-1.0, -0.01);
    assertThat(ratio.high()).isBetween(0.01, 1.0);
  }

  @Test
  void throughputOfZeroHasAnIntervalToo() {
    RatioOfMeans toZero = RatioOfMeans.of(sample(100, 102, 98), sample(0, 0, 0));
    RatioOfMeans fromZero = RatioOfMeans.of(sample(0, 0, 0), sample(100, 102, 98));
    RatioOfMeans nothing = RatioOfMeans.of(sample(0, 0, 0), sample(0, 0, 0));

    assertThat(toZero.low()).isEqualTo(-100);
    assertThat(toZero.high()).isBetween(-100.0, -99.0);
    assertThat(fromZero.low()).isGreaterThan(1000);
    assertThat(fromZero.high()).isInfinite();
    assertThat(nothing.low()).isBetween(-100.0, -10.0);
    assertThat(nothing.high()).isBetween(10.0, 1000.0);
    assertThat(verdict(new double[] {100, 102, 98}, new double[] {0, 0, 0}))
        .isEqualTo(Verdict.WORSE);
    assertThat(verdict(new double[] {0, 0, 0}, new double[] {100, 102, 98}))
        .isEqualTo(Verdict.BETTER);
  }

  @Test
  void asManyRepeatsAsProposedDecideInFourOfFiveCases() {
    RatioOfMeans ratio = RatioOfMeans.of(sample(940, 1000, 1060), sample(800, 751, 849));
    int proposed = ratio.repeatsToDecide(10, 0.025).orElseThrow();

    int found = comparisonsWithARegression(300, 1, proposed, proposed, new Change(0.8, 1, 0.06));

    assertThat(proposed).isBetween(4, 10);
    assertThat(found).isBetween(210, 285);
    assertThat(
            RatioOfMeans.of(sample(900, 1000, 1100), sample(810, 900, 990))
                .repeatsToDecide(10, 0.025))
        .as("just at the bound")
        .isEmpty();
  }

  @Test
  void levelsAreCorrectedOneAfterTheOther() {
    assertThat(RatioOfMeans.level(List.of())).isEqualTo(0.05);
    assertThat(RatioOfMeans.level(List.of(0.04))).isEqualTo(0.05);
    assertThat(RatioOfMeans.level(List.of(1.0, 0.03, 0.001, 0.02))).isEqualTo(0.05 / 3);
    assertThat(RatioOfMeans.level(List.of(1.0, 0.03, 0.001, 0.0125))).isEqualTo(0.05 / 2);
  }
}
