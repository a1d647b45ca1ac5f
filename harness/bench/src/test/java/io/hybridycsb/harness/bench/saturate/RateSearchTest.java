package io.hybridycsb.harness.bench.saturate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.LongPredicate;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class RateSearchTest {
  private static final double CAPACITY_MAX = 1e7;

  /** The trials of a search, with their results, to its end. */
  private static final class Run {
    final RateSearch search;
    final List<RateSearch.Trial> trials = new ArrayList<>();
    final List<Boolean> outcomes = new ArrayList<>();

    Run(double capacity, long least, LongPredicate holds) {
      this.search = new RateSearch(capacity, least);
      for (Optional<RateSearch.Trial> next = search.next();
          next.isPresent();
          next = search.next()) {
        boolean held = holds.test(next.get().perSecond());
        trials.add(next.get());
        outcomes.add(held);
        search.add(next.get(), held);
        assertThat(trials).hasSizeLessThanOrEqualTo(RateSearch.TRIALS_MAX);
      }
    }

    List<Long> rates() {
      return trials.stream().map(RateSearch.Trial::perSecond).toList();
    }
  }

  @Property
  void whereEveryRateUpToALimitIsHeldTheAnswerIsWithin5PercentOfIt(
      @ForAll @DoubleRange(min = 0.1, max = CAPACITY_MAX) double capacity,
      @ForAll @DoubleRange(min = 0.02, max = 1.9) double share) {
    double limit = Math.max(1, capacity * share);
    Run run = new Run(capacity, 1, rate -> rate <= limit);

    long answer = run.search.answer().orElseThrow();
    assertThat((double) answer).isLessThanOrEqualTo(limit);
    // Where all rates are low, the next whole rate may be more than 5 % above.
    if (limit < 2 * Math.max(1, Math.floor(capacity))) {
      long notHeld = run.search.lowestNotHeld().orElseThrow();
      assertThat(notHeld - answer)
          .isLessThanOrEqualTo((long) Math.max(1, RateSearch.PRECISION * answer));
    }
    assertThat(run.trials.stream().filter(RateSearch.Trial::confirming)).hasSize(1);
  }

  @Property
  void whateverTheOutcomesItEndsAndOnlyARateThatWasHeldTwiceIsTheAnswer(
      @ForAll @DoubleRange(min = 0.1, max = CAPACITY_MAX) double capacity,
      @ForAll @IntRange(min = 1, max = 4) int least,
      @ForAll @DoubleRange(min = 0, max = 1) double chance,
      @ForAll long seed) {
    Random random = new Random(seed);
    Run run = new Run(capacity, least, rate -> random.nextDouble() < chance);

    assertThat(run.rates())
        .allSatisfy(
            rate ->
                assertThat(rate.doubleValue())
                    .isBetween((double) least, Math.max(least, capacity) * 2));
    run.search
        .answer()
        .ifPresent(
            answer -> {
              List<Boolean> outcomes = new ArrayList<>();
              for (int i = 0; i < run.trials.size(); i++) {
                if (run.trials.get(i).perSecond() == answer) {
                  outcomes.add(run.outcomes.get(i));
                }
              }
              assertThat(outcomes).containsExactly(true, true);
              run.search
                  .lowestNotHeld()
                  .ifPresent(notHeld -> assertThat(notHeld).isGreaterThan(answer));
            });
  }

  @Property
  void noRateIsOfferedAgainExceptToConfirmThatItIsHeld(
      @ForAll @LongRange(min = 1, max = 100_000) long capacity, @ForAll long seed) {
    Random random = new Random(seed);
    Run run = new Run(capacity, 1, rate -> random.nextBoolean());

    assertThat(run.trials).doesNotHaveDuplicates();
    assertThat(run.trials.stream().filter(trial -> !trial.confirming())).doesNotHaveDuplicates();
  }

  @Test
  void whereNoRateIsHeldTheSearchEndsAtASixtyFourthOfTheCapacity() {
    Run run = new Run(6400, 1, rate -> false);

    assertThat(run.rates()).containsExactly(6400L, 3200L, 800L, 100L);
    assertThat(run.search.answer()).isEmpty();
    assertThat(run.search.lowestNotHeld()).hasValue(100);
  }

  @Test
  void whereEveryRateIsHeldTheAnswerIsTwiceTheCapacity() {
    Run run = new Run(1000, 1, rate -> true);

    assertThat(run.rates()).containsExactly(1000L, 1250L, 1560L, 1950L, 2000L, 2000L);
    assertThat(run.search.answer()).hasValue(2000);
    assertThat(run.search.lowestNotHeld()).isEmpty();
  }

  @Test
  void aRateThatIsNotHeldWhenItIsTriedAgainIsNotHeld() {
    List<Long> confirmed = new ArrayList<>();
    RateSearch search = new RateSearch(1000, 1);
    for (Optional<RateSearch.Trial> next = search.next(); next.isPresent(); next = search.next()) {
      RateSearch.Trial trial = next.get();
      boolean held = trial.perSecond() <= 800;
      if (trial.confirming()) {
        confirmed.add(trial.perSecond());
        held = confirmed.size() > 1;
      }
      search.add(trial, held);
    }

    assertThat(confirmed).hasSize(2);
    assertThat(search.answer()).hasValue(confirmed.get(1));
    assertThat(search.lowestNotHeld().orElseThrow()).isLessThanOrEqualTo(confirmed.get(0));
    assertThat(confirmed.get(1)).isLessThan(confirmed.get(0));
  }

  @Test
  void eachProcessIsOfferedAnOperationASecondAtLeast() {
    Run run = new Run(2.5, 4, rate -> false);

    assertThat(run.rates()).containsExactly(4L);
    assertThat(run.search.answer()).isEmpty();
  }
}
