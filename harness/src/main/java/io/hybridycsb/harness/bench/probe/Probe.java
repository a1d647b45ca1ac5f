package io.hybridycsb.harness.bench.probe;

import io.hybridycsb.harness.results.RunWarning;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Counts something at servers while operations are measured. To have another thing counted, add one
 * to {@link Probes}.
 */
public interface Probe {

  /** Counts so far, by name; asked for right before and right after the measured operations. */
  SortedMap<String, Double> counts();

  /**
   * Makes of what was counted between the two moments what a result should hold.
   *
   * @param counted the differences, by name
   * @param nodes of the cluster
   */
  Findings findings(SortedMap<String, Double> counted, int nodes);

  /**
   * What goes into a result.
   *
   * @param counters by name
   * @param components seconds by component
   * @param componentsSource how the components were measured; empty if they weren't
   */
  record Findings(
      SortedMap<String, Double> counters,
      SortedMap<String, Double> components,
      String componentsSource,
      List<RunWarning> warnings) {

    public static Findings warning(RunWarning warning) {
      return new Findings(new TreeMap<>(), new TreeMap<>(), "", List.of(warning));
    }
  }
}
