package io.hybridycsb.harness.report.words;

import io.hybridycsb.harness.results.Spread;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which system is ahead at which place. */
final class Leaders {
  /** More of them aren't named one by one. */
  private static final int NAMED_MAX = 3;

  private final Grid grid;
  private final Quantity quantity;

  Leaders(Grid grid) {
    this.grid = grid;
    this.quantity = grid.quantity();
  }

  String inWords() {
    List<String> compared =
        grid.places().stream().filter(place -> isCompared(grid.at(place).size())).toList();
    if (compared.isEmpty()) {
      return alone();
    }
    if (grid.isLevel()) {
      String where = compared.size() > 1 ? " " + everywhere(compared) : "";
      return "%s have %s%s."
          .formatted(
              Phrases.capitalised(Phrases.all(grid.systems().size(), "systems")),
              quantity.text(grid.values().get(0).mean()),
              where);
    }
    return compared.size() == 1 ? atOnePlace(compared.get(0)) : atMany(compared);
  }

  /** Whether so many systems are enough for one of them to be called the highest. */
  private boolean isCompared(int systems) {
    return systems > 1 && 2 * systems >= grid.systems().size();
  }

  /** Where there is nothing to compare a system with; a line is told by its course. */
  private String alone() {
    List<String> told = new ArrayList<>();
    for (String system : grid.systems().keySet()) {
      List<String> places = grid.placesOf(system);
      if (places.size() == 1) {
        String place = grid.named(places.get(0));
        told.add(
            "%s has %s%s"
                .formatted(
                    system,
                    quantity.text(grid.value(system, places.get(0)).orElseThrow().mean()),
                    place.isEmpty() ? "" : " " + grid.preposition() + " " + place));
      }
    }
    return told.isEmpty() ? "" : Phrases.and(told) + ".";
  }

  /** The systems by what a reader looks for, the best first. */
  private List<String> ranked(String place) {
    Map<String, Spread> values = grid.at(place);
    return values.keySet().stream()
        .sorted((a, b) -> quantity.order().compare(values.get(b), values.get(a)))
        .toList();
  }

  /** The best, and those that aren't clearly behind it. */
  private List<String> ahead(String place) {
    Map<String, Spread> values = grid.at(place);
    List<String> ranked = ranked(place);
    Spread best = values.get(ranked.get(0));
    return ranked.stream().filter(one -> !quantity.ahead(best, values.get(one))).toList();
  }

  private String atOnePlace(String place) {
    Map<String, Spread> values = grid.at(place);
    List<String> ranked = ranked(place);
    List<String> ahead = ahead(place);
    String named = grid.named(place);
    String where = named.isEmpty() ? "" : ", %s %s".formatted(grid.preposition(), named);
    String last = ranked.size() > Math.max(2, ahead.size()) ? last(ranked, values) : "";
    String first = ranked.get(0);
    if (ahead.size() == ranked.size() && ahead.size() > NAMED_MAX) {
      return "No system is clearly %s%s.".formatted(quantity.best(), where);
    }
    if (ahead.size() > 1) {
      return Phrases.sentences(
          ahead.size() > NAMED_MAX
              ? "%d of %d systems are %s%s, %s."
                  .formatted(
                      ahead.size(), ranked.size(), quantity.best(), where, close(ahead, place))
              : "%s are %s%s, %s: %s."
                  .formatted(
                      Phrases.and(ahead),
                      quantity.best(),
                      where,
                      close(ahead, place),
                      each(ahead, values)),
          last);
    }
    double best = values.get(first).mean();
    double next = values.get(ranked.get(1)).mean();
    double ratio = quantity.less() ? next / best : best / next;
    return Phrases.sentences(
        "%s is %s%s: %s%s."
            .formatted(
                first,
                quantity.best(),
                where,
                quantity.text(best),
                best > 0 && next > 0
                    ? quantity.less()
                        ? "; %s, the next, has %s times that"
                            .formatted(ranked.get(1), Phrases.ratio(ratio))
                        : ", %s times that of %s, the next"
                            .formatted(Phrases.ratio(ratio), ranked.get(1))
                    : ""),
        last);
  }

  private String each(List<String> systems, Map<String, Spread> values) {
    List<String> texts =
        systems.stream().map(one -> quantity.text(values.get(one).mean())).toList();
    return texts.stream().distinct().count() == 1 ? texts.get(0) + " each" : Phrases.and(texts);
  }

  private String last(List<String> ranked, Map<String, Spread> values) {
    String last = ranked.get(ranked.size() - 1);
    Spread before = values.get(ranked.get(ranked.size() - 2));
    return quantity.ahead(before, values.get(last))
        ? "%s is %s: %s.".formatted(last, quantity.worst(), quantity.text(values.get(last).mean()))
        : "";
  }

  private String atMany(List<String> compared) {
    Map<String, List<String>> clear = new LinkedHashMap<>();
    List<String> close = new ArrayList<>();
    for (String place : compared) {
      List<String> ahead = ahead(place);
      if (ahead.size() == 1) {
        clear.computeIfAbsent(ahead.get(0), one -> new ArrayList<>()).add(place);
      } else {
        close.add(place);
      }
    }
    if (clear.isEmpty()) {
      List<String> first = ahead(compared.get(0));
      boolean same =
          first.size() <= NAMED_MAX
              && compared.stream()
                  .allMatch(place -> Set.copyOf(ahead(place)).equals(Set.copyOf(first)));
      return same
          ? "%s are %s %s, too close to tell apart."
              .formatted(Phrases.and(first), quantity.best(), everywhere(compared))
          : "Nowhere is one system clearly %s.".formatted(quantity.best());
    }
    if (close.isEmpty() && clear.size() == 1) {
      return ahead(clear.keySet().iterator().next(), compared);
    }
    List<String> parts = new ArrayList<>();
    clear.forEach(
        (system, places) ->
            parts.add(
                (parts.isEmpty() ? "%s is %s %s" : "%s %3$s")
                    .formatted(system, quantity.best(), where(places, compared))));
    return String.join(", ", parts)
        + (close.isEmpty() ? "" : "; " + where(close, compared) + " " + together(close))
        + ".";
  }

  /** Who is close where none is clearly ahead. */
  private String together(List<String> places) {
    List<String> ahead = ahead(places.get(0));
    return places.size() == 1 && ahead.size() <= NAMED_MAX
        ? Phrases.and(ahead) + " are too close to tell apart"
        : "none is clearly ahead";
  }

  private String ahead(String system, List<String> compared) {
    String best =
        compared.stream()
            .max(
                (a, b) ->
                    quantity
                        .order()
                        .compare(
                            grid.value(system, a).orElseThrow(),
                            grid.value(system, b).orElseThrow()))
            .orElseThrow();
    return "%s is %s %s: %s %s %s."
        .formatted(
            system,
            quantity.best(),
            everywhere(compared),
            quantity.text(grid.value(system, best).orElseThrow().mean()),
            grid.preposition(),
            grid.named(best));
  }

  /** All places that were compared; nothing is known of others. */
  private String everywhere(List<String> compared) {
    return compared.size() > NAMED_MAX
        ? "at all %d places where they were compared".formatted(compared.size())
        : grid.preposition() + " " + grid.named(compared);
  }

  private String where(List<String> places, List<String> compared) {
    int count = places.size();
    if (grid.ordered() && count > 1) {
      if (places.equals(compared.subList(compared.size() - count, compared.size()))) {
        return "from %s on".formatted(grid.named(places.get(0)));
      }
      if (places.equals(compared.subList(0, count))) {
        return "up to %s".formatted(grid.named(places.get(count - 1)));
      }
    }
    return count > NAMED_MAX
        ? "at %d of %d".formatted(count, compared.size())
        : grid.preposition() + " " + grid.named(places);
  }

  /** Why none of these is ahead of the others. */
  private String close(List<String> systems, String place) {
    Map<String, Spread> values = grid.at(place);
    return systems.stream().allMatch(system -> values.get(system).count() > 1)
        ? "within the spread of their repeats"
        : "too close to tell apart by single runs";
  }
}
