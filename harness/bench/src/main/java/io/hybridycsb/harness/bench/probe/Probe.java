package io.hybridycsb.harness.bench.probe;

import io.hybridycsb.harness.results.RunWarning;
import java.io.IOException;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Counts something at servers while operations are measured. New probes are added to {@link
 * Probes}.
 */
public interface Probe {

  /**
   * The counts so far, by name.
   *
   * @throws IOException if they can't be read
   */
  SortedMap<String, Double> read() throws IOException, InterruptedException;

  /**
   * The counts so far, right before and right after the measured operations. There are none if they
   * can't be read, of which {@link #findings} warns.
   */
  default SortedMap<String, Double> counts() {
    try {
      return read();
    } catch (IOException e) {
      return new TreeMap<>();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new TreeMap<>();
    }
  }

  /**
   * Converts the counts to what a result holds.
   *
   * @param counted the differences between the two readings, by name
   * @param nodes the number of the cluster's nodes
   */
  Findings findings(SortedMap<String, Double> counted, int nodes);

  /**
   * A probe's part of a result.
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

    public static Findings counted(SortedMap<String, Double> counters) {
      return new Findings(counters, new TreeMap<>(), "", List.of());
    }

    Findings withoutComponents() {
      return new Findings(counters, new TreeMap<>(), "", warnings);
    }

    public static Findings warning(RunWarning warning) {
      return new Findings(new TreeMap<>(), new TreeMap<>(), "", List.of(warning));
    }
  }
}
