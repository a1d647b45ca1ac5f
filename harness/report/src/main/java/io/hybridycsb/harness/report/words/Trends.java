package io.hybridycsb.harness.report.words;

import io.hybridycsb.harness.results.Spread;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What becomes of each system from the first place to the last. */
final class Trends {
  private static final int NAMED_MAX = 3;

  private final Grid grid;
  private final List<Trend> trends = new ArrayList<>();

  Trends(Grid grid) {
    this.grid = grid;
    for (String system : grid.systems().keySet()) {
      if (grid.placesOf(system).size() > 1) {
        trends.add(new Trend(system, grid.placesOf(system), grid.systems().get(system)));
      }
    }
  }

  /** The course of one system. */
  private record Trend(String system, List<String> places, Map<String, Spread> values) {
    Spread first() {
      return values.get(places.get(0));
    }

    Spread last() {
      return values.get(places.get(places.size() - 1));
    }

    boolean rises() {
      return last().clearlyAbove(first());
    }

    boolean falls() {
      return first().clearlyAbove(last());
    }

    double ratio() {
      return last().mean() / first().mean();
    }

    /** Whether a ratio of the ends means anything. */
    boolean isRatio() {
      return first().mean() > 0 && last().mean() > 0;
    }

    /** The place in between that is clearly above both ends; empty if none is. */
    String peak() {
      return places.subList(1, places.size() - 1).stream()
          .filter(place -> values.get(place).clearlyAbove(first()))
          .filter(place -> values.get(place).clearlyAbove(last()))
          .max(Comparator.comparingDouble(place -> values.get(place).mean()))
          .orElse("");
    }

    String fold() {
      return rises() ? Phrases.ratio(ratio()) + "-fold" : "to " + Phrases.ratio(ratio());
    }
  }

  String inWords() {
    return switch (trends.size()) {
      case 0 -> "";
      case 1 -> one(trends.get(0));
      default -> Phrases.sentences(many(), peaks());
    };
  }

  private String one(Trend trend) {
    String first = grid.named(trend.places().get(0));
    String last = trend.places().get(trend.places().size() - 1);
    String from = grid.quantity().text(trend.first().mean());
    String to = grid.quantity().text(trend.last().mean());
    String peak = trend.peak();
    if (!peak.isEmpty()) {
      return "%s rises from %s at %s to a peak of %s at %s, and has %s at %s."
          .formatted(
              trend.system(),
              from,
              first,
              grid.quantity().text(trend.values().get(peak).mean()),
              peak,
              to,
              last);
    }
    if (!trend.rises() && !trend.falls()) {
      return "%s has about as much at %s as at %s: %s and %s."
          .formatted(trend.system(), first, last, from, to);
    }
    return "%s %s from %s at %s to %s at %s%s."
        .formatted(
            trend.system(),
            trend.rises() ? "rises" : "falls",
            from,
            first,
            to,
            last,
            trend.isRatio() ? ", " + (trend.rises() ? trend.fold() : trend.fold() + " of it") : "");
  }

  private String many() {
    List<Trend> rising = trends.stream().filter(Trend::rises).toList();
    List<Trend> falling = trends.stream().filter(Trend::falls).toList();
    List<String> unchanged =
        trends.stream()
            .filter(trend -> !trend.rises() && !trend.falls())
            .map(Trend::system)
            .toList();
    int level = unchanged.size();
    List<String> parts = new ArrayList<>();
    part(parts, rising, "rise", "rises", Comparator.comparingDouble(Trend::ratio));
    part(parts, falling, "fall", "falls", Comparator.comparingDouble(Trend::ratio).reversed());
    if (level == trends.size()) {
      return "%s %s hardly change.".formatted(range(), Phrases.all(level, "systems"));
    }
    if (level > 0) {
      parts.add(level == 1 ? unchanged.get(0) + " hardly changes" : level + " hardly change");
    }
    return "%s %s.".formatted(range(), Phrases.and(parts));
  }

  /**
   * @param order the greatest change last
   */
  private void part(
      List<String> parts,
      List<Trend> some,
      String verb,
      String verbOfOne,
      Comparator<Trend> order) {
    if (some.isEmpty()) {
      return;
    }
    List<Trend> ratios = some.stream().filter(Trend::isRatio).sorted(order).toList();
    boolean all = some.size() == trends.size();
    StringBuilder part = new StringBuilder();
    if (some.size() == 1) {
      part.append(some.get(0).system()).append(' ').append(verbOfOne);
      ratios.forEach(one -> part.append(' ').append(one.fold()));
    } else {
      part.append(
              all
                  ? Phrases.all(some.size(), "systems")
                  : parts.isEmpty()
                      ? some.size() + " of " + trends.size() + " systems"
                      : String.valueOf(some.size()))
          .append(' ')
          .append(verb);
      if (!ratios.isEmpty()) {
        Trend most = ratios.get(ratios.size() - 1);
        part.append(", %s most (%s)".formatted(most.system(), most.fold()));
      }
      if (all && ratios.size() == some.size()) {
        Trend least = ratios.get(0);
        part.append(", %s least (%s)".formatted(least.system(), least.fold()));
      }
    }
    parts.add(part.toString());
  }

  /** From 4 to 64 clients; the systems' places may differ. */
  private String range() {
    Set<String> ends = new TreeSet<>();
    trends.forEach(
        trend -> {
          List<String> places = trend.places();
          ends.add(places.get(0) + " to " + places.get(places.size() - 1));
        });
    return ends.size() == 1
        ? "From " + grid.named(ends.iterator().next())
        : "From the lowest to the highest %s of each,".formatted(grid.numberOf());
  }

  private String peaks() {
    List<String> peaks =
        trends.stream()
            .filter(trend -> !trend.peak().isEmpty())
            .map(trend -> trend.system() + " at " + grid.named(trend.peak()))
            .toList();
    if (peaks.isEmpty()) {
      return "";
    }
    return peaks.size() > NAMED_MAX
        ? "%d of %d have their peak in between.".formatted(peaks.size(), trends.size())
        : "In between is the peak of %s.".formatted(Phrases.and(peaks));
  }
}
