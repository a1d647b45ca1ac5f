package io.hybridycsb.harness.bench;

import io.hybridycsb.harness.bench.plan.Estimate;
import io.hybridycsb.harness.bench.plan.Plan;
import io.hybridycsb.harness.bench.plan.Point;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How far a command has come with its runs, for its user. */
final class Countdown {
  private final List<Plan.Group> left;
  private final List<String> failed = new ArrayList<>();
  private int count;
  private int done;
  private int later;
  private int again;

  /**
   * @param count of the runs of all groups
   */
  Countdown(int count, List<Plan.Group> groups) {
    this.count = count;
    this.left = new ArrayList<>(groups);
  }

  static String label(Plan.Run run) {
    Point point = run.point();
    return "%s %s %s, repeat %d"
        .formatted(point.experiment().name(), point.system(), point.label(), run.repeat());
  }

  static int runs(List<Plan.Group> groups) {
    return groups.stream().mapToInt(group -> group.runs().size()).sum();
  }

  /** How many runs there are to do, on how many clusters, and about how long they take. */
  static String extent(List<Plan.Group> groups) {
    int same = runs(groups) - groups.stream().mapToInt(group -> group.work().size()).sum();
    return "%d runs on %d clusters%s, about %s on four cores"
        .formatted(
            runs(groups),
            groups.stream().mapToInt(Plan.Group::starts).sum(),
            same == 0 ? "" : " (%d are the same as others, and not repeated)".formatted(same),
            Estimate.inWords(Estimate.expected(groups)));
  }

  /** The runs of a group begin. */
  void begins(Plan.Group group) {
    left.remove(group);
  }

  /** So many runs come on the same cluster after those of the current group. */
  void later(int runs) {
    later = runs;
  }

  String next(Plan.Run run) {
    return "[%d/%d] %s".formatted(done + 1, count, label(run));
  }

  /** One more run has ended. */
  void done() {
    done++;
  }

  void failed(Plan.Run run, String reason) {
    failed.add(label(run) + ": " + reason);
  }

  /** The runs that failed, a line each. */
  List<String> failed() {
    return failed;
  }

  /** These runs were not planned. */
  void more(Collection<Plan.Run> runs) {
    count += runs.size();
  }

  /** These runs were not planned, and have a result that no longer counts. */
  void again(Collection<Plan.Run> runs) {
    more(runs);
    again += runs.size();
  }

  /** How many have not been done, as time was up. */
  int left() {
    return count - done;
  }

  /** What there is when somebody ends the command early. */
  String interrupted(int doneEarlier) {
    return "interrupted: %d of %d runs have a result; the same command goes on with the others"
        .formatted(doneEarlier + done - failed.size(), places(doneEarlier));
  }

  int count() {
    return count;
  }

  /** How many runs have a place of their own, with those that were done earlier. */
  int places(int doneEarlier) {
    return doneEarlier + count - again;
  }

  /** For the end of a line; empty at the end, or as long as nothing is known. */
  String timeLeft(Plan.Group current, int runsLeft, Estimate estimate) {
    Map<String, Integer> runs = new HashMap<>();
    Map<String, Integer> starts = new HashMap<>();
    runs.put(current.cluster().system(), runsLeft + later);
    for (Plan.Group group : left) {
      runs.merge(group.cluster().system(), group.work().size(), Integer::sum);
      starts.merge(group.cluster().system(), group.starts(), Integer::sum);
    }
    boolean atEnd = runs.values().stream().allMatch(number -> number == 0);
    return atEnd || estimate.remaining(runs, starts).isEmpty()
        ? ""
        : "; about %s left"
            .formatted(Estimate.inWords(estimate.remaining(runs, starts).getAsDouble()));
  }
}
