package io.hybridycsb.harness.bench;

import io.hybridycsb.harness.bench.plan.ClusterSettings;
import io.hybridycsb.harness.bench.plan.Plan;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Finds the rates of runs that offer a share of a capacity: of the highest rate that a closed loop
 * of the same work has committed on such a cluster, in any of its repeats.
 */
final class CapacityShares {
  private final Map<ClusterSettings, Plan.Group> groups = new HashMap<>();
  private final ResultDirectory results;

  /**
   * @param plan with all runs, those that were done earlier among them
   */
  CapacityShares(Plan plan, ResultDirectory results) {
    this.results = results;
    plan.groups().forEach(group -> groups.put(group.cluster(), group));
  }

  /** The run at its rate; itself if it offers no share, or if nobody knows of how much. */
  Plan.Run of(Plan.Run run) {
    if (run.point().run().hasRate()) {
      return run;
    }
    OptionalDouble capacity =
        groups.get(run.point().cluster()).finding(run).stream()
            .flatMapToDouble(one -> results.committedPerSecond(one).stream())
            .max();
    double share = run.point().run().share().orElseThrow() / 100.0;
    return capacity.isPresent()
        ? run.at(
            Math.max(run.point().run().processes(), Math.round(capacity.getAsDouble() * share)))
        : run;
  }
}
