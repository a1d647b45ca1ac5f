package io.hybridycsb.harness.check.linearizability;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.check.history.Operation;
import io.hybridycsb.harness.check.history.Verdict;
import io.hybridycsb.harness.system.Model;
import java.util.List;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class CheckerPropertiesTest {
  private static Verdict.Status check(List<Operation> history) {
    return new LinearizabilityChecker().check(history).status();
  }

  /** So few operations that no search comes near the bound at which it is given up. */
  @Property(tries = 300)
  void whatAnAtomicRecordAnswersIsAlwaysAccepted(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 40) int operations) {
    assertThat(check(RandomHistories.of(seed, operations, 400))).isEqualTo(Verdict.Status.HOLDS);
  }

  @Property(tries = 2000)
  void onSmallHistoriesItAgreesWithAllOrdersTried(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 7) int operations) {
    List<Operation> history =
        RandomHistories.withALie(RandomHistories.of(seed, operations, 250), seed);
    assertThat(check(history) == Verdict.Status.HOLDS)
        .isEqualTo(BruteForce.isLinearizable(history));
  }

  @Property(tries = 2000)
  void onSmallHistoriesOfFewClientsItAgreesWithAllOrdersOfOldReadsTried(
      @ForAll long seed,
      @ForAll boolean sessions,
      @ForAll @IntRange(min = 1, max = 7) int operations) {
    List<Operation> history =
        RandomHistories.ofFewClients(
            RandomHistories.withALie(RandomHistories.of(seed, operations, 150), seed));
    KeyHistory key = KeyHistory.of("k", history, true);
    Model model = sessions ? Model.SESSION : Model.COMMITTED;
    boolean holds = new LinearizabilityChecker().decide(key, model) == SearchResult.EXPLAINED;
    assertThat(holds).isEqualTo(BruteForce.keepsTo(model, history));
  }

  @Property(tries = 1000)
  void aCounterexampleIsAViolationByItself(
      @ForAll long seed, @ForAll @IntRange(min = 2, max = 7) int operations) {
    List<Operation> history =
        RandomHistories.withALie(RandomHistories.of(seed, operations, 250), seed);
    KeyHistory key = KeyHistory.of("k", history, true);
    LinearizabilityChecker checker = new LinearizabilityChecker();
    Assume.that(checker.decide(key, Model.LINEARIZABLE) == SearchResult.UNEXPLAINED);

    Counterexample found = checker.counterexample(key, Model.LINEARIZABLE, List.of());

    List<Operation> left = found.lines().stream().map(Counterexample.Line::operation).toList();
    assertThat(history).containsAll(left);
    assertThat(BruteForce.isLinearizable(left)).isFalse();
    assertThat(found.lines()).anyMatch(Counterexample.Line::contradictory);
    assertThat(found.explanation()).isNotEmpty();
  }

  @Property(tries = 500)
  void whatIsLinearizableKeepsToTheWeakerModelsToo(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 30) int operations) {
    KeyHistory key = KeyHistory.of("k", RandomHistories.of(seed, operations, 400), true);
    for (Model model : Model.values()) {
      assertThat(new LinearizabilityChecker().decide(key, model)).isEqualTo(SearchResult.EXPLAINED);
    }
  }
}
