package io.hybridycsb.ycsb.client;

import static java.util.Map.entry;

import io.hybridycsb.settings.YcsbProperties;
import java.math.BigInteger;
import java.util.Map;
import java.util.Properties;
import java.util.TreeSet;
import site.ycsb.Client;

/** Numbers among the properties, as YCSB reads them. */
final class Numbers {
  private static final String WHOLE = "[+-]?[0-9]{1,400}";

  /** The time that YCSB needs for a key grows with its square. */
  private static final long PADDING_MAX = 10_000;

  /** YCSB keeps the name of each field. */
  private static final long FIELDS_MAX = 1_000_000;

  /** Where YCSB takes a number below 0 for none, or reads it where it is needed. */
  private static final long BELOW_ZERO = Integer.MIN_VALUE;

  /** Those that are not from 0 on. */
  private static final Map<String, Long> LEAST =
      Map.ofEntries(
          entry("core_workload_insertion_retry_limit", BELOW_ZERO),
          entry("fieldcount", 1L),
          entry("maxexecutiontime", BELOW_ZERO),
          entry("maxscanlength", BELOW_ZERO),
          entry("minfieldlength", BELOW_ZERO),
          entry("minscanlength", BELOW_ZERO),
          entry("status.interval", 1L),
          entry("target", BELOW_ZERO),
          entry("threadcount", 1L),
          entry("timeseries.granularity", 1L),
          entry("zeropadding", BELOW_ZERO));

  private Numbers() {}

  /** Requires that each whole number is one that YCSB can use. */
  static void require(Properties given) {
    for (String name : new TreeSet<>(YcsbProperties.NUMBERS)) {
      String value = given.getProperty(name);
      boolean partOfMore =
          name.equals(Client.RECORD_COUNT_PROPERTY)
              && given.containsKey(Client.INSERT_COUNT_PROPERTY);
      if (value != null && isRead(name, given)) {
        require(name, value, partOfMore ? Long.MAX_VALUE : most(name));
      }
    }
  }

  private static long most(String name) {
    return switch (name) {
      case "zeropadding" -> PADDING_MAX;
      case "fieldcount" -> FIELDS_MAX;
      default -> Integer.MAX_VALUE;
    };
  }

  private static boolean isRead(String name, Properties given) {
    String type = given.getProperty("measurementtype", "");
    return switch (name) {
      case "histogram.buckets" -> type.endsWith("histogram") && !type.equals("hdrhistogram");
      case "timeseries.granularity" -> type.equals("timeseries");
      case "status.interval" -> Boolean.parseBoolean(given.getProperty("status"));
      default -> true;
    };
  }

  /** Requires that one of YCSB's numbers is one that it can use. */
  static void require(String name, String value, long most) {
    long least = LEAST.getOrDefault(name, 0L);
    if (!value.matches(WHOLE)) {
      throw new Misuse(
          "%s is a whole number from %d on, not '%s'".formatted(name, Math.max(0, least), value));
    }
    BigInteger number = new BigInteger(value);
    if (number.compareTo(BigInteger.valueOf(least)) < 0) {
      throw new Misuse("%s is at least %d, not %s".formatted(name, Math.max(0, least), value));
    }
    if (number.compareTo(BigInteger.valueOf(most)) > 0) {
      throw new Misuse("%s is at most %d, not %s".formatted(name, most, value));
    }
  }

  /** A number with a fraction. */
  static double fraction(Properties given, String name, String preset) {
    String text = given.getProperty(name, preset).strip();
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new Misuse("%s is a number, not '%s'".formatted(name, text), e);
    }
  }

  /** The same, within bounds. */
  static double fraction(Properties given, String name, String preset, double least, double most) {
    double number = fraction(given, name, preset);
    if (!(number >= least && number <= most)) {
      throw new Misuse(
          "%s is a number from %s to %s, not %s"
              .formatted(name, plain(least), plain(most), given.getProperty(name, preset)));
    }
    return number;
  }

  private static String plain(double number) {
    return number == (long) number ? Long.toString((long) number) : Double.toString(number);
  }
}
