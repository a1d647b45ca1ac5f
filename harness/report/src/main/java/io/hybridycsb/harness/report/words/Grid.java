package io.hybridycsb.harness.report.words;

import io.hybridycsb.harness.results.Spread;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The numbers of systems at places along one setting.
 *
 * @param along the setting for readers, such as clients; empty if the places say all
 * @param ordered whether the places are numbers, of which one is the first and one the last
 * @param places for readers, in their order; at least one
 * @param systems the value at each place, by system; where there is none, the place is missing
 * @param published the paper's numbers
 */
public record Grid(
    Quantity quantity,
    String along,
    boolean ordered,
    List<String> places,
    Map<String, Map<String, Spread>> systems,
    List<PublishedValue> published) {
  /** What the names of settings end with whose numbers have a unit. */
  private static final List<String> UNITS = List.of(" ms", " Mbit/s");

  public Grid {
    places = List.copyOf(places);
    systems = new LinkedHashMap<>(systems);
    systems.values().removeIf(Map::isEmpty);
    published = List.copyOf(published);
  }

  /** A published number of a system at a place, which needn't be one of the grid's. */
  public record PublishedValue(String system, String place, double value) {}

  /** Systems side by side, nothing varied. */
  public static Grid of(
      Quantity quantity, Map<String, Spread> systems, List<PublishedValue> published) {
    Map<String, Map<String, Spread>> all = new LinkedHashMap<>();
    systems.forEach((system, value) -> all.put(system, Map.of("", value)));
    return new Grid(quantity, "", false, List.of(""), all, published);
  }

  /** In words: who is ahead where, what the setting changes, and how that fits the paper. */
  public String inWords() {
    if (systems.isEmpty()) {
      return "";
    }
    boolean compared = places.size() > 1 && (systems.size() == 1 || !isLevel());
    return Phrases.sentences(
        new Leaders(this).inWords(),
        compared && ordered ? new Trends(this).inWords() : "",
        compared && !ordered ? new Contrasts(this).inWords() : "",
        new BesidePublished(this).inWords());
  }

  Optional<Spread> value(String system, String place) {
    return Optional.ofNullable(systems.getOrDefault(system, Map.of()).get(place));
  }

  /** The places at which a system has a value. */
  List<String> placesOf(String system) {
    return places.stream().filter(place -> value(system, place).isPresent()).toList();
  }

  /** The values at one place, by system. */
  Map<String, Spread> at(String place) {
    Map<String, Spread> values = new LinkedHashMap<>();
    systems.keySet().forEach(system -> value(system, place).ifPresent(v -> values.put(system, v)));
    return values;
  }

  /**
   * A place with its setting: 64 clients, block size 100, round trip 60 ms.
   *
   * @param along the setting for readers
   * @param ordered whether its places are numbers
   */
  public static String named(String along, boolean ordered, String place) {
    if (ordered && counts(along)) {
      return place + " " + along;
    }
    String unit = ordered ? unit(along) : "";
    return (withoutUnit(along) + " " + place + unit).strip();
  }

  /** The setting where its places have a lowest: number of clients, block size. */
  static String numberOf(String along) {
    return counts(along) ? "number of " + along : withoutUnit(along);
  }

  /** Whether its places are counts, as of clients. */
  private static boolean counts(String along) {
    return along.endsWith("s") && unit(along).isEmpty();
  }

  private static String unit(String along) {
    return UNITS.stream().filter(along::endsWith).findFirst().orElse("");
  }

  private static String withoutUnit(String along) {
    return along.substring(0, along.length() - unit(along).length());
  }

  String numberOf() {
    return numberOf(along);
  }

  String named(String place) {
    return named(along, ordered, place);
  }

  /** Several places with their setting, named once: 4 and 64 clients. */
  String named(List<String> some) {
    return named(Phrases.and(some));
  }

  /** The word before a place. */
  String preposition() {
    return ordered ? "at" : "with";
  }

  /** Whether all values are the same. */
  boolean isLevel() {
    return values().stream().map(Spread::mean).distinct().count() == 1;
  }

  /** Every value of every system. */
  List<Spread> values() {
    List<Spread> all = new ArrayList<>();
    systems.values().forEach(of -> all.addAll(of.values()));
    return all;
  }
}
