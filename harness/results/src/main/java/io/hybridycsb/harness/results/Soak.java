package io.hybridycsb.harness.results;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the sections of a long run have measured, as counters of its result. */
public final class Soak {
  /** The prefix of all these counters. */
  public static final String PREFIX = "soak: ";

  /** Of all servers. */
  public static final String CPU = "server CPU ms per operation";

  /** All that the state has, on one node. */
  public static final String STATE = "state bytes per record";

  /** What a section has added to the ledger of one node. */
  public static final String LEDGER = "ledger bytes per write";

  /** What a section has added to all processes' directories. */
  public static final String STORED = "stored bytes per write";

  /** After it was killed. */
  public static final String RESTART = "seconds until a restarted process serves";

  /** Begins those of proofs; the kind of answer follows. */
  public static final String PROOF = "proof bytes, ";

  private static final String HOURS = "hours";
  private static final Pattern SECTION = Pattern.compile("soak: (.+), section ([0-9]+)");

  private final SortedMap<String, Double> counters = new TreeMap<>();
  private int sections;

  /**
   * Adds the next section.
   *
   * @param hours from the first section's beginning to this one's middle
   * @param values by what they are of
   */
  public void add(double hours, Map<String, Double> values) {
    sections++;
    put(HOURS, hours);
    values.forEach(this::put);
  }

  private void put(String what, double value) {
    counters.put(String.format(Locale.ROOT, "%s%s, section %03d", PREFIX, what, sections), value);
  }

  /** Those of all sections, and of each slope per hour with its interval. */
  public SortedMap<String, Double> counters() {
    SortedMap<String, Double> all = new TreeMap<>(counters);
    points(counters)
        .forEach(
            (what, points) ->
                Slope.of(points)
                    .ifPresent(
                        slope -> {
                          all.put(PREFIX + what + ", per hour", slope.perUnit());
                          all.put(PREFIX + what + ", per hour at least", slope.low());
                          all.put(PREFIX + what + ", per hour at most", slope.high());
                        }));
    return all;
  }

  /** What sections have measured, each over the hours; from a result's counters that are finite. */
  public static SortedMap<String, List<Slope.Point>> points(Map<String, Double> counters) {
    SortedMap<String, Double> hours = new TreeMap<>();
    SortedMap<String, SortedMap<String, Double>> values = new TreeMap<>();
    counters.forEach(
        (name, value) -> {
          Matcher matcher = SECTION.matcher(name);
          if (matcher.matches() && Double.isFinite(value)) {
            String what = matcher.group(1);
            (what.equals(HOURS) ? hours : values.computeIfAbsent(what, unused -> new TreeMap<>()))
                .put(matcher.group(2), value);
          }
        });
    SortedMap<String, List<Slope.Point>> points = new TreeMap<>();
    values.forEach(
        (what, bySection) -> {
          List<Slope.Point> line = new ArrayList<>();
          bySection.forEach(
              (section, value) -> {
                if (hours.containsKey(section)) {
                  line.add(new Slope.Point(hours.get(section), value));
                }
              });
          points.put(what, line);
        });
    return points;
  }
}
