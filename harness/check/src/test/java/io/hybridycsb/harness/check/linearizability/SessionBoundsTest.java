package io.hybridycsb.harness.check.linearizability;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.check.history.Operation;
import io.hybridycsb.harness.system.Model;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class SessionBoundsTest {
  /** Whether each record keeps to the model. */
  private static boolean holds(Map<String, List<Operation>> operations, Model model) {
    SessionBounds bounds = SessionBounds.of(operations, key -> true, model);
    LinearizabilityChecker checker = new LinearizabilityChecker();
    return operations.entrySet().stream()
        .map(one -> KeyHistory.of(one.getKey(), one.getValue(), true, bounds))
        .allMatch(key -> checker.decide(key, model) == SearchResult.EXPLAINED);
  }

  @Property(tries = 300)
  void processesThatReadLaterAndLaterStatesKeepToEverySession(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 60) int steps) {
    Map<String, List<Operation>> operations =
        new SessionSimulation(seed, Model.PROCESS_SESSION).run(steps);

    assertThat(Model.values())
        .filteredOn(model -> model != Model.LINEARIZABLE)
        .allMatch(model -> holds(operations, model));
  }

  @Property(tries = 300)
  void threadsThatReadLaterAndLaterStatesKeepToSessions(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 60) int steps) {
    Map<String, List<Operation>> operations = new SessionSimulation(seed, Model.SESSION).run(steps);

    assertThat(holds(operations, Model.SESSION)).isTrue();
    assertThat(holds(operations, Model.COMMITTED)).isTrue();
  }

  @Property(tries = 200)
  void aThreadThatGoesBackBehindWhatItHasSeenIsFound(@ForAll long seed) {
    SessionSimulation simulation = new SessionSimulation(seed, Model.SESSION);
    simulation.run(40);
    Assume.that(simulation.goBack());

    assertThat(holds(simulation.operations(), Model.SESSION)).isFalse();
    assertThat(holds(simulation.operations(), Model.PROCESS_SESSION)).isFalse();
    assertThat(holds(simulation.operations(), Model.COMMITTED)).isTrue();
  }
}
