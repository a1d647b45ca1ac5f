package io.hybridycsb.harness.report.words;

import io.hybridycsb.harness.results.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a paper has seen in a figure, to be looked for in ours.
 *
 * @param text {@code rises} or {@code falls}, of the numbers along what is varied; {@code A stays},
 *     if one system's hardly change there; {@code A above B}, of two systems or two places
 * @param of the systems in which the paper has seen it, for readers; empty if it is all
 */
public record Shape(String text, String of) {
  private static final String RISES = "rises";
  private static final String FALLS = "falls";
  private static final Pattern STAYS = Pattern.compile("(\\S+) stays");
  private static final Pattern ABOVE = Pattern.compile("(\\S+) above (\\S+)");

  /** More of them aren't named one by one. */
  private static final int NAMED_MAX = 3;

  public Shape {
    if (!text.equals(RISES)
        && !text.equals(FALLS)
        && !STAYS.matcher(text).matches()
        && !ABOVE.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "rises, falls, A stays or A above B expected, not " + text);
    }
  }

  /** In words: that the paper has it, and whether it is seen here; empty if that can't be told. */
  public String inWords(Grid grid) {
    Matcher stays = STAYS.matcher(text);
    if (stays.matches()) {
      String system = stays.group(1);
      return sentence(system + " hardly changes", steadiness(grid, system), "systems");
    }
    Matcher above = ABOVE.matcher(text);
    if (!above.matches()) {
      return sentence("this " + text, course(grid), "systems");
    }
    String one = above.group(1);
    String other = above.group(2);
    boolean ofSystems = grid.systems().containsKey(one) && grid.systems().containsKey(other);
    return sentence(
        ofSystems || !grid.ordered()
            ? "%s is above %s".formatted(one, other)
            : "%s are above %s".formatted(grid.named(one), other),
        ofSystems ? betweenSystems(grid, one, other) : betweenPlaces(grid, one, other),
        ofSystems ? "places" : "systems");
  }

  /**
   * Whether it is seen there.
   *
   * @param where a system or a place
   */
  private record Sighting(String where, boolean seen) {}

  /** Of each system, from its first place to its last, without a step the other way between. */
  private List<Sighting> course(Grid grid) {
    List<Sighting> sightings = new ArrayList<>();
    for (String system : grid.ordered() ? grid.systems().keySet() : List.<String>of()) {
      List<Spread> values =
          grid.placesOf(system).stream()
              .map(place -> grid.value(system, place).orElseThrow())
              .toList();
      if (values.size() > 1) {
        sightings.add(new Sighting(system, keepsTo(values)));
      }
    }
    return sightings;
  }

  private boolean keepsTo(List<Spread> values) {
    for (int to = 1; to < values.size(); to++) {
      for (int from = 0; from < to; from++) {
        if (isStep(values.get(to), values.get(from))) {
          return false;
        }
      }
    }
    return isStep(values.get(0), values.get(values.size() - 1));
  }

  /** Whether the numbers go this shape's way from one value to another. */
  private boolean isStep(Spread from, Spread to) {
    return text.equals(RISES) ? to.clearlyAbove(from) : from.clearlyAbove(to);
  }

  /** Of one system, whether no place is above or below another. */
  private static List<Sighting> steadiness(Grid grid, String system) {
    List<String> places =
        grid.ordered() && grid.systems().containsKey(system) ? grid.placesOf(system) : List.of();
    if (places.size() < 2) {
      return List.of();
    }
    List<Spread> values =
        places.stream().map(place -> grid.value(system, place).orElseThrow()).toList();
    boolean differs = values.stream().anyMatch(one -> values.stream().anyMatch(one::clearlyAbove));
    return List.of(new Sighting(system, !differs));
  }

  private static List<Sighting> betweenSystems(Grid grid, String one, String other) {
    List<Sighting> sightings = new ArrayList<>();
    for (String place : grid.places()) {
      add(grid.named(place), grid.value(one, place), grid.value(other, place), sightings);
    }
    if (sightings.isEmpty()) {
      add("", only(grid, one), only(grid, other), sightings);
    }
    return sightings;
  }

  /** A system's value if it has one only; its place then says no more than its name. */
  private static Optional<Spread> only(Grid grid, String system) {
    List<String> places = grid.placesOf(system);
    return places.size() == 1 ? grid.value(system, places.get(0)) : Optional.empty();
  }

  private static List<Sighting> betweenPlaces(Grid grid, String one, String other) {
    List<Sighting> sightings = new ArrayList<>();
    for (String system : grid.systems().keySet()) {
      add(system, grid.value(system, one), grid.value(system, other), sightings);
    }
    return sightings;
  }

  private static void add(
      String where, Optional<Spread> one, Optional<Spread> other, List<Sighting> sightings) {
    if (one.isPresent() && other.isPresent()) {
      sightings.add(new Sighting(where, one.get().clearlyAbove(other.get())));
    }
  }

  private String sentence(String shape, List<Sighting> sightings, String what) {
    if (sightings.isEmpty()) {
      return "";
    }
    int all = sightings.size();
    List<String> seen = sightings.stream().filter(Sighting::seen).map(Sighting::where).toList();
    List<String> missing =
        sightings.stream().filter(one -> !one.seen()).map(Sighting::where).toList();
    String here =
        missing.isEmpty()
            ? all == 1 ? "here, too" : "here, too, for " + Phrases.all(all, what)
            : seen.isEmpty()
                ? all == 1 ? "not so here" : "here for none of %d %s".formatted(all, what)
                : "here for %s, not for %s"
                    .formatted(some(seen, all, what), some(missing, all, what));
    return "In the paper %s%s; %s.".formatted(shape, of.isEmpty() ? "" : " for " + of, here);
  }

  private static String some(List<String> names, int all, String what) {
    return names.size() > NAMED_MAX
        ? "%d of %d %s".formatted(names.size(), all, what)
        : Phrases.and(names);
  }
}
