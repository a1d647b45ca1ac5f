package io.hybridycsb.ycsb.workload;

import java.util.List;
import java.util.Properties;
import java.util.Set;
import site.ycsb.Status;

/**
 * The names under which transactions are measured, as YCSB names operations: what has failed apart,
 * by its status where YCSB's properties ask for it.
 *
 * @param all whether every status has a name of its own
 * @param apart the statuses that have
 */
record Names(boolean all, Set<String> apart) {
  private static final String ALL = "reportlatencyforeacherror";
  private static final String APART = "latencytrackederrors";

  static Names of(Properties ycsb) {
    return new Names(
        Boolean.parseBoolean(ycsb.getProperty(ALL)),
        Set.copyOf(List.of(ycsb.getProperty(APART, "").split(","))));
  }

  String of(String kind, Status status) {
    if (status.isOk()) {
      return kind;
    }
    return all || apart.contains(status.getName())
        ? kind + "-" + status.getName()
        : kind + "-FAILED";
  }
}
