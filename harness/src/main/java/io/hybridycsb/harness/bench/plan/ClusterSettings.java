package io.hybridycsb.harness.bench.plan;

import java.util.SortedMap;

/**
 * What makes a cluster with its data: runs for which all of this is the same share one.
 *
 * @param options of the cluster, as {@code --set} takes them
 * @param records to load
 * @param data properties of YCSB that say what records look like
 * @param loadProperties properties of YCSB for the loading alone
 * @param loadThreads threads that load
 * @param fresh whether it serves one run only, which inserts records or kills a process
 */
public record ClusterSettings(
    String system,
    int nodes,
    SortedMap<String, String> options,
    long records,
    SortedMap<String, String> data,
    SortedMap<String, String> loadProperties,
    int loadThreads,
    long loadTimeoutSeconds,
    long startTimeoutSeconds,
    boolean fresh) {}
