package io.hybridycsb.harness.bench.plan;

import java.util.SortedMap;

/**
 * The settings of a cluster and its data. Runs with equal settings share a cluster.
 *
 * @param options options of the cluster, as {@code --set} takes them
 * @param fresh whether it serves one run only, since runs read what they insert, or kill a process
 */
public record ClusterSettings(
    String system,
    int nodes,
    SortedMap<String, String> options,
    Load load,
    long startTimeoutSeconds,
    boolean fresh) {

  /**
   * How records are loaded.
   *
   * @param file in workloads/ whose records are loaded
   * @param data YCSB's properties that describe the records
   * @param properties of YCSB for the loading alone
   */
  public record Load(
      String file,
      long records,
      SortedMap<String, String> data,
      SortedMap<String, String> properties,
      int threads,
      long timeoutSeconds) {}

  /**
   * Whether loading takes an insert for each of the records. A workload of transactions has several
   * tables, and fails itself if one of its inserts does.
   */
  public boolean hasAnInsertForEachRecord() {
    return load.file.equals(WorkloadFile.RECORDS);
  }
}
