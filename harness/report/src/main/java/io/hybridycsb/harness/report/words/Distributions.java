package io.hybridycsb.harness.report.words;

import java.util.Comparator;
import java.util.List;

/**
 * Whole distributions of latencies.
 *
 * @param curves at least one
 * @param ordered whether they are of places in order, from a first to a last
 */
public record Distributions(List<Curve> curves, boolean ordered) {
  /** Fewer operations have no 99th percentile. */
  private static final long OPERATIONS_MIN = 100;

  public Distributions {
    curves = List.copyOf(curves);
  }

  /**
   * One of them.
   *
   * @param name for readers; empty if there is only one
   */
  public record Curve(String name, double medianMs, double p99Ms, long operations) {
    private double tail() {
      return p99Ms / medianMs;
    }
  }

  /** In words: where the median lies, and how far the 99th percentile is from it. */
  public String inWords() {
    if (curves.isEmpty()) {
      return "";
    }
    return Phrases.sentences(medians(), tails());
  }

  private String medians() {
    Curve first = curves.get(0);
    if (curves.size() == 1) {
      return "Half of the operations take at most %s.".formatted(ms(first.medianMs()));
    }
    Comparator<Curve> byMedian = Comparator.comparingDouble(Curve::medianMs);
    Curve from = ordered ? first : curves.stream().min(byMedian).orElseThrow();
    Curve to =
        ordered ? curves.get(curves.size() - 1) : curves.stream().max(byMedian).orElseThrow();
    return "The median goes from %s (%s) to %s (%s)."
        .formatted(ms(from.medianMs()), from.name(), ms(to.medianMs()), to.name());
  }

  private String tails() {
    List<Curve> known =
        curves.stream()
            .filter(curve -> curve.operations() >= OPERATIONS_MIN && curve.medianMs() > 0)
            .toList();
    if (known.size() < curves.size()) {
      return "";
    }
    double least = known.stream().mapToDouble(Curve::tail).min().orElseThrow();
    double most = known.stream().mapToDouble(Curve::tail).max().orElseThrow();
    String from = Phrases.ratio(least);
    String to = Phrases.ratio(most);
    return from.equals(to)
        ? "The 99th percentile is %s times as long.".formatted(to)
        : "The 99th percentile is %s to %s times as long.".formatted(from, to);
  }

  private static String ms(double number) {
    return Phrases.number(number) + " ms";
  }
}
