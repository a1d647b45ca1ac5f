package io.hybridycsb.harness.bench;

import io.hybridycsb.harness.bench.clients.Phases;
import io.hybridycsb.harness.bench.plan.ClusterSettings;
import io.hybridycsb.harness.bench.plan.Plan;
import io.hybridycsb.harness.bench.plan.RunSettings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Turns {@code rates: [50%]} into operations per second: half of the best closed-loop throughput of
 * the same workload and cluster. That throughput is a mean over all repeats. The best single repeat
 * would be a matter of luck too, and its half more than half of what the system commits.
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
    OptionalDouble capacity = capacity(run);
    double share = run.point().run().rate().share().orElseThrow() / 100.0;
    return capacity.isPresent()
        ? run.at(
            Math.max(run.point().run().processes(), Math.round(capacity.getAsDouble() * share)))
        : run;
  }

  /**
   * The highest mean, in operations per second, a read-modify-write as one, as in a target. The
   * same closed loop in several experiments is one, and a run that they share counts once.
   */
  private OptionalDouble capacity(Plan.Run run) {
    Map<RunSettings, Map<String, Double>> committed = new HashMap<>();
    for (Plan.Run finding : groups.get(run.point().cluster()).finding(run)) {
      if (finding.repeat() == 1) {
        results
            .repeats(finding)
            .values()
            .forEach(
                result ->
                    committed
                        .computeIfAbsent(finding.point().run(), closedLoop -> new HashMap<>())
                        .put(
                            result.outcome().started(),
                            Phases.committedPerSecond(result.run().orElseThrow())));
      }
    }
    return committed.values().stream()
        .mapToDouble(
            repeats ->
                repeats.values().stream().mapToDouble(Double::doubleValue).average().orElseThrow())
        .max();
  }

  /** The runs on a cluster that offer a share, and have no result at the rate that it is now. */
  List<Plan.Run> outdated(ClusterSettings cluster) {
    return groups.get(cluster).runs().stream()
        .filter(run -> !run.point().run().hasRate() && !results.has(of(run)))
        .toList();
  }
}
