package io.hybridycsb.harness.results;

import io.hybridycsb.harness.results.RunResult.Latency;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** The percentiles that results hold, and how many operations each needs. */
public final class Percentiles {
  /** By the names that they have in results, from low to high. */
  public static final List<String> NAMES = List.of("50", "90", "95", "99", "99.9", "99.99");

  private Percentiles() {}

  /**
   * Whether so many operations tell a percentile: at least one of them lies beyond it, or it would
   * be the longest of all. The 99th needs 100 operations, the 99.99th 10,000.
   *
   * @param percentile below 100
   */
  public static boolean isTold(double percentile, long operations) {
    return operations >= Math.round(100 / (100 - percentile));
  }

  /**
   * A percentile of a result, in milliseconds; empty if its operations are too few to tell it.
   *
   * @param name one of {@link #NAMES}
   */
  public static OptionalDouble ms(Latency latency, String name) {
    Double ms = latency.percentilesMs().get(name);
    return ms == null || !isTold(Double.parseDouble(name), latency.count())
        ? OptionalDouble.empty()
        : OptionalDouble.of(ms);
  }

  /** The median and the 99th percentile, or what of them is told; otherwise the mean. */
  public static String inWords(Latency latency, int decimals) {
    String ms = "%s %." + decimals + "f ms";
    List<String> words = new ArrayList<>();
    for (String name : List.of("50", "99")) {
      ms(latency, name)
          .ifPresent(value -> words.add(String.format(Locale.ROOT, ms, "p" + name, value)));
    }
    return words.isEmpty()
        ? String.format(Locale.ROOT, ms, "mean", latency.meanMs())
        : String.join(", ", words);
  }
}
