package io.hybridycsb.harness.bench.probe;

import java.util.SortedMap;

/**
 * Another host with clients at one moment.
 *
 * @param cores that it has; 0 if it doesn't tell what its processors do
 * @param busySeconds CPU seconds of everything on it, since it was booted
 * @param clients the processes of YCSB that run there, by name
 */
public record HostSnapshot(
    int cores, double busySeconds, SortedMap<String, ProcessSnapshot> clients) {}
