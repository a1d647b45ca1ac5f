package io.hybridycsb.harness.results.runs;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A varied setting, with its values in their order.
 *
 * @param label its name for readers
 */
public record Dimension(String name, String label, List<String> values) {
  /** The longest unit comes first, otherwise kB would be read as B. */
  private static final Map<String, Double> UNITS =
      Map.ofEntries(
          Map.entry("", 1.0),
          Map.entry("%", 1.0),
          Map.entry("B", 1.0),
          Map.entry("kB", 1024.0),
          Map.entry("KB", 1024.0),
          Map.entry("KiB", 1024.0),
          Map.entry("MB", 1024.0 * 1024),
          Map.entry("us", 0.001),
          Map.entry("ms", 1.0),
          Map.entry("s", 1000.0),
          Map.entry("kb/s", 0.001),
          Map.entry("Mb/s", 1.0),
          Map.entry("Gb/s", 1000.0));

  private static final Pattern NUMBER = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*([A-Za-z/%]*)");

  /** With these values, which are sorted if all of them are numbers. */
  public static Dimension of(String name, String label, Collection<String> values) {
    Comparator<String> order =
        values.stream().allMatch(value -> number(value).isPresent())
            ? Comparator.comparingDouble(value -> number(value).getAsDouble())
            : (one, other) -> 0;
    return new Dimension(name, label, values.stream().distinct().sorted(order).toList());
  }

  public boolean numeric() {
    return values.stream().allMatch(value -> number(value).isPresent());
  }

  /** The number that a value such as 100, 8 kB or 1 Gb/s stands for; empty if it is none. */
  public static OptionalDouble number(String value) {
    Matcher matcher = NUMBER.matcher(value.strip());
    if (!matcher.matches()) {
      return OptionalDouble.empty();
    }
    Double unit = UNITS.get(matcher.group(2));
    return unit == null
        ? OptionalDouble.empty()
        : OptionalDouble.of(Double.parseDouble(matcher.group(1)) * unit);
  }
}
