package io.hybridycsb.harness.report.figures;

import io.hybridycsb.harness.results.Spread;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What a paper has seen in a figure, to be looked for in ours.
 *
 * @param text {@code rises} or {@code falls}, of the numbers along what is varied; {@code A stays},
 *     if one system's hardly change there; {@code A above B}, of two systems or two places
 * @param of the systems in which the paper has seen it, for readers; empty if it is all
 */
record Shape(String text, String of) {
  private static final String RISES = "rises";
  private static final String FALLS = "falls";
  private static final Pattern STAYS = Pattern.compile("(\\S+) stays");
  private static final Pattern ABOVE = Pattern.compile("(\\S+) above (\\S+)");

  Shape {
    if (!text.equals(RISES)
        && !text.equals(FALLS)
        && !STAYS.matcher(text).matches()
        && !ABOVE.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "rises, falls, A stays or A above B expected, not " + text);
    }
  }

  /** For readers: the shape, and where the paper has seen it. */
  String inPaper() {
    return of.isEmpty() ? text : "%s (%s)".formatted(text, of);
  }

  /** A mark for each system or place: ✓ if it is seen there, ✗ if not, – if nothing tells. */
  String marks(Grid grid) {
    Matcher stays = STAYS.matcher(text);
    if (stays.matches()) {
      return course(grid, stays.group(1), Shape::isLevel);
    }
    Matcher above = ABOVE.matcher(text);
    if (above.matches()) {
      return above(grid, above.group(1), above.group(2));
    }
    return grid.systems().keySet().stream()
        .map(system -> course(grid, system, this::keepsTo))
        .collect(Collectors.joining(", "));
  }

  private static String mark(String where, Optional<Boolean> seen) {
    return (seen.map(is -> is ? "✓ " : "✗ ").orElse("– ") + where).strip();
  }

  /** Of what a system does between its places, if they are numbers and more than one. */
  private static String course(Grid grid, String system, Predicate<List<Spread>> shape) {
    List<Spread> values = grid.valuesOf(system);
    return mark(
        system,
        grid.ordered() && values.size() > 1 ? Optional.of(shape.test(values)) : Optional.empty());
  }

  /** Whether no value is above another. */
  private static boolean isLevel(List<Spread> values) {
    return values.stream().noneMatch(one -> values.stream().anyMatch(one::clearlyAbove));
  }

  /** Whether it goes this way from the first to the last, without a step the other way between. */
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

  private boolean isStep(Spread from, Spread to) {
    return text.equals(RISES) ? to.clearlyAbove(from) : from.clearlyAbove(to);
  }

  /** Of two places in each system, or of two systems at each place that both have. */
  private static String above(Grid grid, String one, String other) {
    if (grid.places().contains(one) && !grid.systems().containsKey(one)) {
      return grid.systems().keySet().stream()
          .map(system -> mark(system, above(grid.value(system, one), grid.value(system, other))))
          .collect(Collectors.joining(", "));
    }
    String marks =
        grid.places().stream()
            .filter(place -> grid.value(one, place).isPresent())
            .filter(place -> grid.value(other, place).isPresent())
            .map(place -> mark(place, above(grid.value(one, place), grid.value(other, place))))
            .collect(Collectors.joining(", "));
    return marks.isEmpty() ? mark("", above(only(grid, one), only(grid, other))) : marks;
  }

  private static Optional<Boolean> above(Optional<Spread> one, Optional<Spread> other) {
    return one.flatMap(high -> other.map(high::clearlyAbove));
  }

  /** A system's value if it has one only; its place then says no more than its name. */
  private static Optional<Spread> only(Grid grid, String system) {
    Map<String, Spread> values = grid.systems().getOrDefault(system, Map.of());
    return values.size() == 1 ? values.values().stream().findFirst() : Optional.empty();
  }
}
