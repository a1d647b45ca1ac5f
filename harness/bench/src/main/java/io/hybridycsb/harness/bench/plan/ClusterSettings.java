package io.hybridycsb.harness.bench.plan;

import java.util.SortedMap;

/**
 * The settings of a cluster and its data. Runs with equal settings share a cluster.
 *
 * @param options options of the cluster, as {@code --set} takes them
 * @param loads the file in workloads/ whose records are loaded
 * @param records to load
 * @param data YCSB's properties that describe the records
 * @param loadProperties properties of YCSB for the loading alone
 * @param loadThreads threads that load
 * @param fresh whether it serves one run only, since runs read what they insert, or kill a process
 */
public record ClusterSettings(
    String system,
    int nodes,
    SortedMap<String, String> options,
    String loads,
    long records,
    SortedMap<String, String> data,
    SortedMap<String, String> loadProperties,
    int loadThreads,
    long loadTimeoutSeconds,
    long startTimeoutSeconds,
    boolean fresh) {

  /**
   * Whether loading takes an insert for each of the records. A workload of transactions has several
   * tables, and fails itself if one of its inserts does.
   */
  public boolean hasAnInsertForEachRecord() {
    return loads.equals(WorkloadFile.RECORDS);
  }
}
