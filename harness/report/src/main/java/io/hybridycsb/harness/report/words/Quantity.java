package io.hybridycsb.harness.report.words;

import io.hybridycsb.harness.results.Spread;
import java.util.Comparator;

/**
 * What a figure's numbers are of.
 *
 * @param unit follows the number: "/s" or " ms"; may be empty
 * @param less whether a reader looks for the lowest, as of latencies
 */
public record Quantity(String unit, boolean less) {
  String text(double number) {
    return Phrases.number(number) + unit;
  }

  /** What a reader looks for: highest or lowest. */
  String best() {
    return less ? "lowest" : "highest";
  }

  String worst() {
    return less ? "highest" : "lowest";
  }

  /** Orders what a reader looks for last. */
  Comparator<Spread> order() {
    Comparator<Spread> ascending = Comparator.comparingDouble(Spread::mean);
    return less ? ascending.reversed() : ascending;
  }

  /** Whether the one is beyond doubt more of what a reader looks for than the other. */
  boolean ahead(Spread one, Spread other) {
    return less ? other.clearlyAbove(one) : one.clearlyAbove(other);
  }
}
