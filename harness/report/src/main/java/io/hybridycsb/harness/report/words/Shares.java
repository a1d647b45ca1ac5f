package io.hybridycsb.harness.report.words;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The parts of wholes.
 *
 * @param rows the percent of each part, by row
 * @param published the paper's percents of one part, by row
 */
public record Shares(
    Map<String, Map<String, Double>> rows, String part, Map<String, Double> published) {
  /** Shares that differ by less are equal. */
  private static final double POINTS_MIN = 1;

  /** Shares that differ by less than this are near each other. */
  private static final double POINTS_NEAR = 10;

  public Shares {
    rows = new LinkedHashMap<>(rows);
    rows.values().removeIf(Map::isEmpty);
  }

  /** In words: which part is the largest in which rows, and how that fits the paper. */
  public String inWords() {
    if (rows.isEmpty()) {
      return "";
    }
    return Phrases.sentences(
        rows.size() == 1 ? one(rows.values().iterator().next()) : many(), besidePublished());
  }

  /** The parts of a row, the largest first. */
  private static List<String> ranked(Map<String, Double> row) {
    return row.keySet().stream()
        .sorted(Comparator.comparingDouble((String part) -> row.get(part)).reversed())
        .toList();
  }

  private static String one(Map<String, Double> row) {
    List<String> ranked = ranked(row);
    String first = "%s %%".formatted(Phrases.ratio(row.get(ranked.get(0))));
    if (ranked.size() == 1) {
      return "All of it is %s.".formatted(ranked.get(0));
    }
    String second = "%s, %s %%".formatted(ranked.get(1), Phrases.ratio(row.get(ranked.get(1))));
    return largest(row).isEmpty()
        ? "The largest parts are equal: %s and %s, %s."
            .formatted(ranked.get(0), ranked.get(1), first)
        : "The largest part is %s, %s, then %s.".formatted(ranked.get(0), first, second);
  }

  /** The part that is clearly larger than all others; empty if two are equal. */
  private static String largest(Map<String, Double> row) {
    List<String> ranked = ranked(row);
    boolean clear =
        ranked.size() == 1 || row.get(ranked.get(0)) - row.get(ranked.get(1)) >= POINTS_MIN;
    return clear ? ranked.get(0) : "";
  }

  private String many() {
    Map<String, List<String>> by = new LinkedHashMap<>();
    rows.forEach((name, row) -> by.computeIfAbsent(largest(row), p -> new ArrayList<>()).add(name));
    by.remove("");
    if (by.isEmpty()) {
      return "In no bar is one part clearly the largest.";
    }
    List<String> parts =
        by.keySet().stream()
            .sorted(Comparator.comparingInt((String one) -> by.get(one).size()).reversed())
            .toList();
    String most = parts.get(0);
    Comparator<String> byShare = Comparator.comparingDouble(row -> rows.get(row).get(most));
    String highest = by.get(most).stream().max(byShare).orElseThrow();
    String lowest = by.get(most).stream().min(byShare).orElseThrow();
    String range =
        Phrases.ratio(rows.get(lowest).get(most)).equals(Phrases.ratio(rows.get(highest).get(most)))
            ? "%s %%".formatted(Phrases.ratio(rows.get(highest).get(most)))
            : "from %s %% of %s to %s %% of %s"
                .formatted(
                    Phrases.ratio(rows.get(lowest).get(most)),
                    lowest,
                    Phrases.ratio(rows.get(highest).get(most)),
                    highest);
    List<String> others =
        parts.stream().skip(1).map(one -> "%s in %d".formatted(one, by.get(one).size())).toList();
    return Phrases.sentences(
        by.get(most).size() == rows.size()
            ? "%s is the largest part of every bar, %s.".formatted(Phrases.capitalised(most), range)
            : "%s is the largest part of %d of %d bars, %s."
                .formatted(Phrases.capitalised(most), by.get(most).size(), rows.size(), range),
        others.isEmpty() ? "" : "Otherwise the largest is %s.".formatted(Phrases.and(others)));
  }

  private String besidePublished() {
    List<String> compared = published.keySet().stream().filter(rows::containsKey).toList();
    if (compared.isEmpty()) {
      return "";
    }
    if (compared.size() == 1) {
      String row = compared.get(0);
      return "In the paper %s has %s %% of %s, here %s %%."
          .formatted(part, Phrases.ratio(published.get(row)), row, Phrases.ratio(ours(row)));
    }
    long near =
        compared.stream()
            .filter(row -> Math.abs(published.get(row) - ours(row)) < POINTS_NEAR)
            .count();
    return "Of the paper's %d shares of %s %s within %.0f points of ours."
        .formatted(
            compared.size(),
            part,
            near == 0 ? "none is" : near == 1 ? "one is" : near + " are",
            POINTS_NEAR);
  }

  private double ours(String row) {
    return rows.get(row).getOrDefault(part, 0.0);
  }
}
