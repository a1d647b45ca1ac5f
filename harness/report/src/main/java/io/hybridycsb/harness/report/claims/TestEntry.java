package io.hybridycsb.harness.report.claims;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hybridycsb.harness.report.claims.ClaimTest.Course;
import io.hybridycsb.harness.report.claims.ClaimTest.Pair;
import io.hybridycsb.harness.report.claims.ClaimTest.Part;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What a claim's test is in its file, and what it asks.
 *
 * @param usual the file's tolerance
 */
record TestEntry(Entry entry, double usual) {
  static final String TOLERANCE = "tolerance";
  static final double USUAL_TOLERANCE = 1.1;

  private static final String KIND = "kind";
  private static final String EXPERIMENT = "experiment";
  private static final String METRIC = "metric";
  private static final String SYSTEM = "system";
  private static final String SYSTEMS = "systems";
  private static final String AT = "at";
  private static final String ALONG = "along";
  private static final String FROM = "from";
  private static final String TO = "to";
  private static final String OF = "of";
  private static final String OVER = "over";
  private static final String ABOVE = "above";
  private static final String BELOW = "below";
  private static final String AT_LEAST = "at-least";
  private static final String AT_MOST = "at-most";
  private static final String BY_AT_LEAST = "by-at-least";
  private static final String BY_AT_MOST = "by-at-most";
  private static final String WITHIN = "within";
  private static final String AT_VALUE = "at-value";
  private static final String BEFORE = "before";
  private static final String AFTER = "after";

  ClaimTest read() {
    String kind = entry.required(KIND);
    List<Part> parts =
        switch (kind) {
          case "order" -> order();
          case "ratio" -> ratio();
          case "rises" -> trend(true);
          case "falls" -> trend(false);
          case "level" -> level();
          case "peak" -> peak();
          case "crossover" -> crossover();
          default ->
              throw entry.wrong(
                  "unknown kind '%s'; expected is: order, ratio, rises, falls, level, peak, crossover"
                      .formatted(kind));
        };
    return new ClaimTest(kind, parts);
  }

  private List<Part> order() {
    requireOnly(SYSTEM, ABOVE, BELOW);
    Place above = place(ABOVE);
    return places(BELOW).stream().map(one -> (Part) new Pair(above, one, Range.ABOVE)).toList();
  }

  private List<Part> ratio() {
    requireOnly(SYSTEM, OF, TO, AT_LEAST, AT_MOST);
    Range range =
        range(AT_LEAST, AT_MOST)
            .orElseThrow(
                () -> entry.wrong("expected is %s, %s or both".formatted(AT_LEAST, AT_MOST)));
    Place of = place(OF);
    return places(TO).stream().map(one -> (Part) new Pair(of, one, range)).toList();
  }

  private List<Part> trend(boolean rises) {
    requireOnly(SYSTEMS, ALONG, FROM, TO, BY_AT_LEAST, BY_AT_MOST, TOLERANCE);
    Range whole = range(BY_AT_LEAST, BY_AT_MOST).orElse(Range.ABOVE);
    return courses(
        new Form.Trend(
            rises, entry.has(BY_AT_LEAST) ? whole : new Range(1, true, whole.most()), tolerance()));
  }

  private List<Part> level() {
    requireOnly(SYSTEMS, ALONG, FROM, TO, WITHIN, TOLERANCE);
    return courses(new Form.Level(entry.factorOfOneOrMore(WITHIN).orElseGet(this::tolerance)));
  }

  private List<Part> peak() {
    requireOnly(SYSTEMS, ALONG, FROM, TO, AT_VALUE, TOLERANCE);
    return courses(
        new Form.Peak(
            entry.required(ALONG), new LinkedHashSet<>(entry.values(AT_VALUE)), tolerance()));
  }

  private List<Part> crossover() {
    requireOnly(SYSTEM, OF, OVER, ALONG, BEFORE, AFTER);
    String along = entry.required(ALONG);
    Place of = place(OF);
    Place over = place(OVER);
    String before = entry.required(BEFORE);
    String after = entry.required(AFTER);
    return List.of(
        new Pair(over.with(along, before), of.with(along, before), Range.ABOVE),
        new Pair(of.with(along, after), over.with(along, after), Range.ABOVE));
  }

  private void requireOnly(String... ofKind) {
    entry.requireOnly(
        Stream.concat(Stream.of(KIND, EXPERIMENT, METRIC, AT), Stream.of(ofKind)).toList());
  }

  private double tolerance() {
    return entry.factorOfOneOrMore(TOLERANCE).orElse(usual);
  }

  /** Empty if neither end is given. */
  private Optional<Range> range(String least, String most) {
    OptionalDouble from = entry.factor(least);
    OptionalDouble to = entry.factor(most);
    if (from.isEmpty() && to.isEmpty()) {
      return Optional.empty();
    }
    Range range = new Range(from.orElse(0), false, to.orElse(Double.POSITIVE_INFINITY));
    if (range.least() > range.most()) {
      throw entry.wrong("%s is above %s".formatted(least, most));
    }
    return Optional.of(range);
  }

  /** One for each system. */
  private List<Part> courses(Form form) {
    String along = entry.required(ALONG);
    List<Part> courses = new ArrayList<>();
    for (String system : entry.values(SYSTEMS)) {
      Place place = place(entry, system);
      if (place.at().containsKey(along)) {
        throw entry.wrong("%s is held by 'at' and varied by 'along'".formatted(along));
      }
      courses.add(new Course(place, along, entry.text(FROM), entry.text(TO), form));
    }
    return courses;
  }

  private Place place(String name) {
    List<Place> one = places(name);
    if (one.size() > 1) {
      throw entry.wrong(name + " must be one place, not a list");
    }
    return one.get(0);
  }

  private List<Place> places(String name) {
    List<Place> places = new ArrayList<>();
    for (JsonNode node : entry.list(name)) {
      if (node instanceof ObjectNode names) {
        Entry own = new Entry("%s, %s".formatted(entry.where(), name), names);
        own.requireOnly(List.of(SYSTEM, AT, EXPERIMENT, METRIC));
        places.add(
            place(
                own,
                own.text(SYSTEM)
                    .or(() -> entry.text(SYSTEM))
                    .orElseThrow(() -> own.wrong(SYSTEM + " is missing"))));
      } else if (node.isValueNode() && !node.asText().isBlank()) {
        places.add(place(entry, node.asText()));
      } else {
        throw entry.wrong(
            "%s must be a system's name, or %s, %s, %s and %s of a place, not %s"
                .formatted(name, SYSTEM, AT, EXPERIMENT, METRIC, node));
      }
    }
    return places;
  }

  /** What a place doesn't say is taken from the test. */
  private Place place(Entry own, String system) {
    SortedMap<String, String> at = new TreeMap<>(entry.map(AT));
    at.putAll(own.map(AT));
    String metric = own.has(METRIC) ? own.required(METRIC) : entry.required(METRIC);
    return new Place(
        own.has(EXPERIMENT) ? own.required(EXPERIMENT) : entry.required(EXPERIMENT),
        ClaimMetric.of(metric)
            .orElseThrow(
                () ->
                    own.wrong(
                        "unknown metric '%s'; expected is: %s"
                            .formatted(metric, ClaimMetric.names()))),
        system,
        at);
  }
}
