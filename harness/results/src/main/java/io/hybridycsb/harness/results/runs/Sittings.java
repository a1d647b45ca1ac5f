package io.hybridycsb.harness.results.runs;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * In which sittings runs were done. A machine that others share may be twice as fast in one sitting
 * as in another. Within one, repeats take turns, so that their spread tells of that.
 */
public final class Sittings {
  private Sittings() {}

  /**
   * Whether one sitting at least has runs of each of these groups. Results of earlier releases
   * don't tell; among themselves they count as of one.
   */
  public static boolean areShared(Collection<List<MeasuredRun>> groups) {
    Set<String> shared = new HashSet<>();
    boolean first = true;
    for (List<MeasuredRun> runs : groups) {
      Set<String> its =
          runs.stream().map(run -> run.result().outcome().sitting()).collect(Collectors.toSet());
      if (first) {
        shared.addAll(its);
      } else {
        shared.retainAll(its);
      }
      first = false;
    }
    return !shared.isEmpty() || first;
  }
}
