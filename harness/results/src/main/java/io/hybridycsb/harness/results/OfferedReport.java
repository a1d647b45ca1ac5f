package io.hybridycsb.harness.results;

import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a client was to send by a curve or a trace, as it prints it.
 *
 * @param startMs since 1970
 * @param due the operations by the second since the start in which they were due
 * @param late those of them that were sent over a second late, or not at all
 */
public record OfferedReport(long startMs, SortedMap<Long, Long> due, SortedMap<Long, Long> late) {
  private static final Pattern START = Pattern.compile("\\[OFFERED], StartMs, ([0-9]+)");
  private static final Pattern COUNT =
      Pattern.compile("\\[OFFERED], (Due|Late)=([0-9]+), ([0-9]+)");

  /** Empty if the client had neither a curve nor a trace. */
  public static Optional<OfferedReport> parse(String output) {
    Optional<Long> start = Optional.empty();
    SortedMap<Long, Long> due = new TreeMap<>();
    SortedMap<Long, Long> late = new TreeMap<>();
    for (String line : output.lines().map(String::strip).toList()) {
      Matcher started = START.matcher(line);
      Matcher count = COUNT.matcher(line);
      if (started.matches()) {
        start = Optional.of(Long.parseLong(started.group(1)));
      } else if (count.matches()) {
        (count.group(1).equals("Due") ? due : late)
            .put(Long.parseLong(count.group(2)), Long.parseLong(count.group(3)));
      }
    }
    return start.map(ms -> new OfferedReport(ms, due, late));
  }
}
