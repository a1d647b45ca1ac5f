package io.hybridycsb.harness.results.runs;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A varied setting, with its ordered values: by number if all are numbers; otherwise known
 * categories first, then the others by the alphabet.
 */
public record Dimension(String name, List<String> values) {
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

  private static final List<String> CATEGORIES =
      List.of(
          "off",
          "none",
          "sync",
          "async",
          "unsaturated",
          "uniform",
          "latest",
          "redis",
          "mongodb",
          "h2",
          "sql",
          "postgresql",
          "mariadb");

  /** Names of options and properties that readers wouldn't know. */
  private static final Map<String, String> LABELS =
      Map.of(
          "option:network.rtt.ms", "round trip ms",
          "option:network.rate.mbit", "bandwidth Mbit/s",
          "option:cometbft.consensus.timeout_commit", "timeout commit",
          "property:immudb.verify", "verification",
          "property:multi.bytes", "record size",
          "property:multi.operations", "operations per transaction",
          "property:transaction.batch", "transactions in one of the chain",
          "processing-ms", "processing time ms");

  private static final Pattern NUMBER = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*([A-Za-z/%]*)");

  public static Dimension of(String name, Collection<String> values) {
    List<String> distinct = values.stream().distinct().toList();
    if (distinct.stream().allMatch(value -> number(value).isPresent())) {
      return new Dimension(
          name,
          distinct.stream()
              .sorted(Comparator.comparingDouble(value -> number(value).getAsDouble()))
              .toList());
    }
    return new Dimension(
        name,
        distinct.stream()
            .sorted(
                Comparator.comparingInt(Dimension::place).thenComparing(Comparator.naturalOrder()))
            .toList());
  }

  /** Known categories come first, in their usual order. */
  private static int place(String value) {
    int index = CATEGORIES.indexOf(value);
    return index < 0 ? CATEGORIES.size() : index;
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

  /** The name for readers. */
  public String label() {
    String known = LABELS.get(name);
    return known != null
        ? known
        : name.replaceFirst("^(option|property):", "").replace('_', ' ').replace('-', ' ');
  }
}
