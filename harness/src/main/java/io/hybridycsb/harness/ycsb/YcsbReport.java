package io.hybridycsb.harness.ycsb;

import io.hybridycsb.harness.HarnessException;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a run of YCSB has printed, read so that only what was committed counts: YCSB's own
 * throughput counts every operation, failed ones included.
 */
public final class YcsbReport {
  /**
   * YCSB also prints CLEANUP, VERIFY and READ-MODIFY-WRITE, which are no operations of their own.
   */
  private static final Set<String> OPERATIONS =
      Set.of("READ", "UPDATE", "INSERT", "SCAN", "DELETE");

  /** Refused or undone by the system, which is an answer; and done or not, nobody knows. */
  public static final String ABORTED = "ABORTED";

  public static final String UNKNOWN = "UNKNOWN";

  private static final Set<String> WRITES = Set.of("UPDATE", "INSERT");
  private static final String READ = "READ";
  private static final String VERIFY = "VERIFY";
  private static final String OK = "OK";
  private static final String NOT_FOUND = "NOT_FOUND";

  /** What YCSB says of a record that has other contents than it wrote, and of one without any. */
  private static final String DIFFERS = "UNEXPECTED_STATE";

  private static final String EMPTY = "ERROR";

  /** What our bindings say of an answer that its proof doesn't bear out. */
  private static final String UNPROVEN = "VERIFICATION_FAILED";

  private static final Pattern LINE = Pattern.compile("\\[([^\\]]+)], ([^,]+), (\\S+)");
  private static final Pattern PERCENTILE =
      Pattern.compile("([0-9.]+)(?:st|nd|rd|th)?Percentile.*");

  private final SortedMap<String, SortedMap<String, Long>> returns = new TreeMap<>();
  private final SortedMap<String, SortedMap<String, Double>> latenciesUs = new TreeMap<>();
  private double runTimeMs = Double.NaN;

  private YcsbReport() {}

  /**
   * Reads YCSB's standard output, whatever else is printed between its lines.
   *
   * @throws HarnessException if it holds no result
   */
  public static YcsbReport parse(String output) {
    YcsbReport report = new YcsbReport();
    output.lines().map(String::strip).forEach(report::read);
    if (Double.isNaN(report.runTimeMs)) {
      throw new HarnessException("YCSB printed no result");
    }
    return report;
  }

  private void read(String line) {
    Matcher matcher = LINE.matcher(line);
    if (!matcher.matches()) {
      return;
    }
    String subject = matcher.group(1);
    String measure = matcher.group(2);
    String value = matcher.group(3);
    Matcher percentile = PERCENTILE.matcher(measure);
    if (subject.equals("OVERALL") && measure.equals("RunTime(ms)")) {
      runTimeMs = Double.parseDouble(value);
    } else if (measure.startsWith("Return=")) {
      returns
          .computeIfAbsent(subject, unused -> new TreeMap<>())
          .merge(measure.substring("Return=".length()), Long.parseLong(value), Long::sum);
    } else if (percentile.matches()) {
      latenciesUs
          .computeIfAbsent(subject, unused -> new TreeMap<>())
          .put(percentile.group(1), Double.parseDouble(value));
    }
  }

  /** Length of the run in seconds, of the slowest thread, connecting included. */
  public double runSeconds() {
    return runTimeMs / 1000;
  }

  /**
   * How many operations returned what, by kind of operation. YCSB also counts VERIFY here, which is
   * no operation of its own.
   */
  public SortedMap<String, SortedMap<String, Long>> statuses() {
    SortedMap<String, SortedMap<String, Long>> copy = new TreeMap<>();
    returns.forEach((operation, statuses) -> copy.put(operation, new TreeMap<>(statuses)));
    return copy;
  }

  /** Whether this kind is an operation on records, and its outcome counts. */
  public static boolean isOperation(String kind) {
    return OPERATIONS.contains(kind);
  }

  /** Whether this kind is an operation that stores something. */
  public static boolean isWrite(String kind) {
    return WRITES.contains(kind);
  }

  /**
   * Whether an operation with this status counts as committed. A read that finds nothing has an
   * answer, as certain as any other; a write that finds nothing to change has changed nothing.
   */
  public static boolean isCommitted(String kind, String status) {
    return status.equals(OK) || (kind.equals(READ) && status.equals(NOT_FOUND));
  }

  /** Operations that returned OK, and reads that returned NOT_FOUND. */
  public long committed() {
    return count(true);
  }

  /** Operations with any outcome. */
  public long attempted() {
    return committed() + count(false);
  }

  private long count(boolean committed) {
    return returns.entrySet().stream()
        .filter(entry -> OPERATIONS.contains(entry.getKey()))
        .mapToLong(entry -> count(entry.getKey(), entry.getValue(), committed))
        .sum();
  }

  private static long count(String kind, Map<String, Long> statuses, boolean committed) {
    return statuses.entrySet().stream()
        .filter(status -> isCommitted(kind, status.getKey()) == committed)
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  /** Operations by status, for the statuses that are not committed. */
  public SortedMap<String, Long> uncommitted() {
    SortedMap<String, Long> counts = new TreeMap<>();
    returns.forEach(
        (operation, statuses) -> {
          if (OPERATIONS.contains(operation)) {
            statuses.forEach(
                (status, count) -> {
                  if (!isCommitted(operation, status)) {
                    counts.merge(status, count, Long::sum);
                  }
                });
          }
        });
    return counts;
  }

  /**
   * Reads that returned other contents than were written (dataintegrity=true), or what didn't stand
   * against its proof.
   */
  public long wrongReads() {
    long read = returned(READ, OK) + returned(READ, NOT_FOUND);
    long failed =
        returns.getOrDefault(READ, new TreeMap<>()).values().stream().mapToLong(n -> n).sum()
            - read;
    // YCSB also looks into what a failed read has left, which is nothing.
    long empty = Math.max(0, returned(VERIFY, EMPTY) - failed);
    long unproven = OPERATIONS.stream().mapToLong(operation -> returned(operation, UNPROVEN)).sum();
    return returned(VERIFY, DIFFERS) + empty + Math.max(returned(VERIFY, UNPROVEN), unproven);
  }

  private long returned(String kind, String status) {
    return returns.getOrDefault(kind, new TreeMap<>()).getOrDefault(status, 0L);
  }

  /** Committed operations per second. */
  public double committedPerSecond() {
    return runTimeMs == 0 ? 0 : committed() / runSeconds();
  }

  /** The operations that have a latency, of those that succeeded. */
  public Set<String> operations() {
    Set<String> found = new TreeSet<>(latenciesUs.keySet());
    found.retainAll(OPERATIONS);
    return found;
  }

  /**
   * A latency in milliseconds, of the operations that succeeded.
   *
   * @param operation such as READ
   * @param percentile such as 99 or 99.9; it must be among those that YCSB was asked for
   */
  public OptionalDouble latencyMs(String operation, String percentile) {
    Double us = latenciesUs.getOrDefault(operation, new TreeMap<>()).get(percentile);
    return us == null ? OptionalDouble.empty() : OptionalDouble.of(us / 1000);
  }
}
