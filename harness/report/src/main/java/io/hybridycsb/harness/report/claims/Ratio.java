package io.hybridycsb.harness.report.claims;

import io.hybridycsb.harness.results.runs.Sittings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * One number over another, and where that must lie.
 *
 * @param interval empty if one of the two is of a single run
 * @param doubts why nothing can be decided by it, for readers
 */
record Ratio(
    Measurement of, Measurement to, Range range, Optional<Interval> interval, List<String> doubts) {

  static Ratio of(Measurement above, Measurement below, Range range) {
    boolean repeated = above.sample().runs() > 1 && below.sample().runs() > 1;
    boolean exact = isExact(above, below);
    return new Ratio(
        above,
        below,
        range,
        repeated
            ? Optional.of(Interval.of(above.sample(), below.sample(), exact, 1))
            : Optional.empty(),
        List.copyOf(doubts(above, below, exact)));
  }

  private static Set<String> doubts(Measurement above, Measurement below, boolean exact) {
    Set<String> doubts = new TreeSet<>(above.doubts());
    doubts.addAll(below.doubts());
    if (!exact && !Sittings.areShared(List.of(above.runs(), below.runs()))) {
      doubts.add("different sittings");
    }
    return doubts;
  }

  /** The same with further doubts. */
  Ratio doubted(List<String> further) {
    List<String> all = new ArrayList<>(doubts);
    all.addAll(further);
    return new Ratio(of, to, range, interval, List.copyOf(all));
  }

  boolean holds() {
    return interval.filter(range::holds).isPresent();
  }

  /**
   * Whether its interval lies outside the range, wholly.
   *
   * @param among how many ratios are tested, one of which would do
   */
  boolean misses(int among) {
    return interval.isPresent()
        && range.misses(Interval.of(of.sample(), to.sample(), isExact(of, to), among));
  }

  private static boolean isExact(Measurement of, Measurement to) {
    return !of.metric().dependsOnTime() && !to.metric().dependsOnTime();
  }

  double value() {
    return interval.map(Interval::ratio).orElse(of.sample().mean() / to.sample().mean());
  }

  /** The two places, for readers, without what both have in common. */
  String places() {
    List<String> common = words(of).stream().filter(words(to)::contains).toList();
    return without(common, words(of)) + " / " + without(common, words(to));
  }

  /** What both places have in common, for readers; may be empty. */
  String common() {
    return words(of).stream().filter(words(to)::contains).collect(Collectors.joining(", "));
  }

  private static List<String> words(Measurement one) {
    List<String> words = new ArrayList<>(one.words());
    words.add(one.metric().name());
    words.add(one.experiment().name());
    return words;
  }

  private static String without(List<String> common, List<String> words) {
    String left =
        words.stream().filter(word -> !common.contains(word)).collect(Collectors.joining(", "));
    return left.isEmpty() ? "itself" : left;
  }

  /** The ratio with its interval, for readers. */
  String text() {
    return interval.map(Interval::text).orElseGet(() -> Interval.text(value()));
  }
}
