package io.hybridycsb.harness.report.claims;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/** How the numbers along something lie to one another. */
sealed interface Form permits Form.Trend, Form.Level, Form.Peak {
  /**
   * What must hold of these numbers, at least two, in their order.
   *
   * @throws Missing if one isn't among them that it needs
   */
  List<Ratio> ratios(List<Measurement> along) throws Missing;

  /** The values along it that the claim names for it. */
  default List<String> values() {
    return List.of();
  }

  /**
   * It goes one way.
   *
   * @param whole what the greater end must be of the smaller one
   * @param tolerance how far a step may go back
   */
  record Trend(boolean rises, Range whole, double tolerance) implements Form {
    @Override
    public List<Ratio> ratios(List<Measurement> along) {
      List<Ratio> ratios = new ArrayList<>();
      ratios.add(upwards(along.get(0), along.get(along.size() - 1), whole));
      for (int i = 1; along.size() > 2 && i < along.size(); i++) {
        ratios.add(upwards(along.get(i - 1), along.get(i), Range.atLeast(1 / tolerance)));
      }
      return ratios;
    }

    private Ratio upwards(Measurement first, Measurement second, Range range) {
      return rises ? Ratio.of(second, first, range) : Ratio.of(first, second, range);
    }
  }

  /** No two are farther apart than a factor. */
  record Level(double within) implements Form {
    @Override
    public List<Ratio> ratios(List<Measurement> along) {
      List<Ratio> ratios = new ArrayList<>();
      for (int i = 0; i < along.size(); i++) {
        for (Measurement later : along.subList(i + 1, along.size())) {
          ratios.add(Ratio.of(later, along.get(i), Range.within(within)));
        }
      }
      return ratios;
    }
  }

  /**
   * One of these values is above the first and the last, and below no other by more than the
   * tolerance.
   */
  record Peak(String along, Set<String> at, double tolerance) implements Form {
    @Override
    public List<String> values() {
      return List.copyOf(at);
    }

    @Override
    public List<Ratio> ratios(List<Measurement> all) throws Missing {
      Measurement peak =
          all.stream()
              .filter(this::isNamed)
              .max(Comparator.comparingDouble(one -> one.sample().mean()))
              .orElseThrow(
                  () ->
                      new Missing(
                          "no result of %s at %s %s"
                              .formatted(all.get(0).system(), along, String.join(" or ", at))));
      if (peak.equals(all.get(0)) || peak.equals(all.get(all.size() - 1))) {
        throw new Missing(
            "no result of %s on both sides of %s %s"
                .formatted(peak.system(), along, peak.at(along)));
      }
      List<Ratio> ratios = new ArrayList<>();
      for (int i = 0; i < all.size(); i++) {
        if (i == 0 || i == all.size() - 1) {
          ratios.add(Ratio.of(peak, all.get(i), Range.ABOVE));
        } else if (!isNamed(all.get(i))) {
          ratios.add(Ratio.of(peak, all.get(i), Range.atLeast(1 / tolerance)));
        }
      }
      return ratios;
    }

    private boolean isNamed(Measurement one) {
      return at.stream().anyMatch(value -> Place.isSame(value, one.at(along)));
    }
  }
}
