package io.hybridycsb.harness.bench.probe;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * Another host with clients at one moment.
 *
 * @param cores that it has; 0 if it doesn't tell what its processors do
 * @param busySeconds CPU seconds of everything on it, since it was booted
 * @param clients the processes of YCSB that run there, by name
 */
public record SeenHost(int cores, double busySeconds, SortedMap<String, SeenClient> clients) {

  /**
   * One process of YCSB.
   *
   * @param threads CPU seconds of each, by its number
   * @param compilers the threads of just-in-time compilers
   */
  public record SeenClient(
      Usage usage, long rssBytes, Map<Long, Double> threads, List<CompilerThread> compilers) {}
}
