package io.hybridycsb.harness.report.figures;

import io.hybridycsb.harness.report.figures.Grid.Value;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a paper has seen in a figure, to be looked for in ours.
 *
 * @param text {@code rises} or {@code falls}, of the numbers along what is varied; {@code A stays},
 *     if one system's hardly change there; {@code A above B}, of two systems or two places
 * @param of the systems in which the paper has seen it, for readers, each by the first word of our
 *     name for it; empty if it is all
 */
record Shape(String text, String of) {
  private static final String RISES = "rises";
  private static final String FALLS = "falls";
  private static final String UNKNOWN = "–";
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

  /** A mark for each system or place: ✓ seen, ✗ not, – if nothing tells; a star if not firm. */
  String marks(Grid grid) {
    Matcher stays = STAYS.matcher(text);
    if (stays.matches()) {
      return mark(stays.group(1), grid.course(stays.group(1)), Shape::isLevel);
    }
    Matcher above = ABOVE.matcher(text);
    return above.matches()
        ? above(grid, above.group(1), above.group(2))
        : ofEach(grid, system -> mark(system, grid.course(system), this::keepsTo));
  }

  /** Of the systems of which the paper says it. */
  private String ofEach(Grid grid, UnaryOperator<String> mark) {
    List<String> named = List.of(of.toLowerCase(Locale.ROOT).split("[^a-z]+"));
    return joined(
        grid.systems().keySet().stream()
            .filter(system -> of.isEmpty() || named.contains(system.split("-")[0]))
            .map(mark));
  }

  private static String joined(Stream<String> marks) {
    String all = marks.collect(Collectors.joining(", "));
    return all.isEmpty() ? UNKNOWN : all;
  }

  /**
   * One mark.
   *
   * @param values what it rests on; empty if nothing tells
   */
  private static String mark(String where, List<Value> values, Predicate<List<Value>> seen) {
    String mark = values.isEmpty() ? UNKNOWN : seen.test(values) ? "✓" : "✗";
    return (mark + " " + where).strip() + (values.stream().allMatch(Value::isFirm) ? "" : "*");
  }

  /** Whether no value is above another. */
  private static boolean isLevel(List<Value> values) {
    return values.stream().noneMatch(one -> values.stream().anyMatch(one::isAbove));
  }

  /** Whether it goes this way from the first to the last, without a step the other way between. */
  private boolean keepsTo(List<Value> values) {
    for (int to = 1; to < values.size(); to++) {
      for (int from = 0; from < to; from++) {
        if (isStep(values.get(to), values.get(from))) {
          return false;
        }
      }
    }
    return isStep(values.get(0), values.get(values.size() - 1));
  }

  private boolean isStep(Value from, Value to) {
    return text.equals(RISES) ? to.isAbove(from) : from.isAbove(to);
  }

  /** Of two places in each system; of two systems where both are, or each at its own name. */
  private String above(Grid grid, String one, String other) {
    if (grid.places().contains(one) && grid.systems().getOrDefault(one, Map.of()).isEmpty()) {
      return ofEach(
          grid, system -> above(system, grid.value(system, one), grid.value(system, other)));
    }
    String marks =
        joined(
            grid.places().stream()
                .filter(place -> grid.value(one, place).isPresent())
                .filter(place -> grid.value(other, place).isPresent())
                .map(place -> above(place, grid.value(one, place), grid.value(other, place))));
    return marks.equals(UNKNOWN)
        ? above("", grid.value(one, one), grid.value(other, other))
        : marks;
  }

  private static String above(String where, Optional<Value> one, Optional<Value> other) {
    return mark(
        where,
        one.flatMap(high -> other.map(low -> List.of(high, low))).orElse(List.of()),
        both -> both.get(0).isAbove(both.get(1)));
  }
}
