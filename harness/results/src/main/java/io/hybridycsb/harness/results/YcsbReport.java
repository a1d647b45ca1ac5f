package io.hybridycsb.harness.results;

import io.hybridycsb.harness.HarnessException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * YCSB's printed result. Only committed operations count here; YCSB's own throughput includes
 * failed ones.
 */
public final class YcsbReport {
  /**
   * Of our workloads of transactions, as a whole; their types and attempts are measured besides.
   */
  public static final String TRANSACTION = "TRANSACTION";

  /** A read of what a record was, of our workloads that verify. */
  public static final String HISTORY = "HISTORY";

  /** What an auditor of these workloads asks for. */
  public static final String AUDIT = "AUDIT";

  /** Begins the names of the sections in which these workloads tell what proofs have cost. */
  private static final String PROOFS = "PROOFS-OF-";

  /** An attempt at one of their database transactions. One that is aborted is tried again. */
  public static final String ATTEMPT = "ATTEMPT";

  /** Operations that were sent at once, from then until the last of them was answered. */
  public static final String BURST = "BURST";

  /**
   * YCSB also prints CLEANUP, VERIFY and READ-MODIFY-WRITE, which aren't separate operations, nor
   * are attempts, audits and bursts.
   */
  public static final Set<String> OPERATIONS =
      Set.of("READ", "UPDATE", "INSERT", "SCAN", "DELETE", HISTORY, TRANSACTION);

  public static final String UPDATE = "UPDATE";
  public static final String SCAN = "SCAN";
  public static final String DELETE = "DELETE";

  /** Its read and its update are operations of their own. */
  public static final String READ_MODIFY_WRITE = "READ-MODIFY-WRITE";

  /** Refused or undone by the system, a valid answer; for UNKNOWN, the outcome is unknown. */
  public static final String ABORTED = "ABORTED";

  /** Forbidden by a transaction's own rules, as a payment of money that isn't there: an answer. */
  public static final String REFUSED = "REFUSED";

  public static final String UNKNOWN = "UNKNOWN";

  /** The phases of a transaction that some clients measure, in their order; no operations. */
  public static final List<String> PHASES = List.of("EXECUTE", "ORDER", "VALIDATE");

  private static final Set<String> WRITES = Set.of("UPDATE", "INSERT", TRANSACTION);
  public static final String READ = "READ";
  public static final String INSERT = "INSERT";
  private static final String VERIFY = "VERIFY";
  public static final String OK = "OK";
  private static final String NOT_FOUND = "NOT_FOUND";

  /** YCSB's status for a record with other contents than it wrote; EMPTY is for one without any. */
  private static final String DIFFERS = "UNEXPECTED_STATE";

  private static final String EMPTY = "ERROR";

  /** Our bindings' status for an answer that contradicts its proof. */
  private static final String UNPROVEN = "VERIFICATION_FAILED";

  /** Of our workloads of transactions, which verify what is left of a run. */
  private static final String VERIFICATION = "VERIFICATION";

  private static final String SCORE = "AnomalyScore";

  private static final Pattern LINE = Pattern.compile("\\[([^\\]]+)], ([^,]+), (\\S+)");

  private final SortedMap<String, SortedMap<String, Long>> returns = new TreeMap<>();
  private final SortedMap<String, SortedMap<String, Long>> proofs = new TreeMap<>();
  private double runTimeMs = Double.NaN;
  private boolean verified;
  private double anomalies;
  private Optional<OfferedReport> offered = Optional.empty();

  private YcsbReport() {}

  /**
   * Reads YCSB's standard output, and ignores other lines in it.
   *
   * @throws HarnessException if it holds no result
   */
  public static YcsbReport parse(String output) {
    YcsbReport report = read(output);
    if (Double.isNaN(report.runTimeMs)) {
      throw new HarnessException("YCSB printed no result");
    }
    return report;
  }

  /**
   * Whether the output, which may end early, says that the system did or answered something wrong.
   */
  public static boolean findsErrors(String output) {
    YcsbReport report = read(output);
    return report.wrongReads() > 0 || report.anomalies > 0;
  }

  private static YcsbReport read(String output) {
    YcsbReport report = new YcsbReport();
    output.lines().map(String::strip).forEach(report::readLine);
    report.offered = OfferedReport.parse(output);
    return report;
  }

  /**
   * What YCSB measures under a name. Where it records histograms and raw latencies at once, it puts
   * a word before the histograms' names.
   */
  public static String measured(String name) {
    return name.replaceFirst("^Hdr(?=[A-Z])", "");
  }

  private void readLine(String line) {
    Matcher matcher = LINE.matcher(line);
    if (!matcher.matches()) {
      return;
    }
    String subject = measured(matcher.group(1));
    String measure = matcher.group(2);
    String value = matcher.group(3);
    if (subject.equals("OVERALL") && measure.equals("RunTime(ms)")) {
      runTimeMs = Double.parseDouble(value);
    } else if (measure.startsWith("Return=")) {
      returns
          .computeIfAbsent(subject, unused -> new TreeMap<>())
          .merge(measure.substring("Return=".length()), Long.parseLong(value), Long::sum);
    } else if (subject.equals(VERIFICATION) && measure.equals(SCORE)) {
      verified = true;
      anomalies += Double.parseDouble(value);
    } else if (subject.startsWith(PROOFS)) {
      proofs
          .computeIfAbsent(
              subject.substring(PROOFS.length()).toLowerCase(Locale.ROOT),
              unused -> new TreeMap<>())
          .put(measure, Long.parseLong(value));
    }
  }

  /** Whether the workload has verified what is left of the run, and come to a score. */
  public boolean isVerified() {
    return verified;
  }

  /** What it was to send by a curve or a trace; empty if by neither. */
  public Optional<OfferedReport> offered() {
    return offered;
  }

  /** Length of the run in seconds, by the slowest thread, including the time to connect. */
  public double runSeconds() {
    return runTimeMs / 1000;
  }

  /**
   * Operations by kind and status. YCSB also counts VERIFY here, which isn't a separate operation.
   */
  public SortedMap<String, SortedMap<String, Long>> statuses() {
    return copy(returns);
  }

  /** Whether this kind is an operation on records whose outcome counts. */
  public static boolean isOperation(String kind) {
    return OPERATIONS.contains(kind);
  }

  /** Whether this kind is a write. A transaction is one, though some only read. */
  public static boolean isWrite(String kind) {
    return WRITES.contains(kind);
  }

  /**
   * Whether an operation with this status counts as committed. A read that finds nothing has a
   * valid answer; a write that finds nothing to change doesn't count.
   */
  public static boolean isCommitted(String kind, String status) {
    boolean reads = kind.equals(READ) || kind.equals(HISTORY);
    return status.equals(OK) || (reads && status.equals(NOT_FOUND));
  }

  /** Operations that returned OK, and reads that returned NOT_FOUND. */
  public long committed() {
    return sum(byStatus(true));
  }

  /** Operations with any outcome. */
  public long attempted() {
    return committed() + sum(uncommitted());
  }

  private static long sum(Map<String, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Operations by status, for the statuses that don't count as committed. */
  public SortedMap<String, Long> uncommitted() {
    return byStatus(false);
  }

  private SortedMap<String, Long> byStatus(boolean committed) {
    SortedMap<String, Long> counts = new TreeMap<>();
    returns.forEach(
        (operation, statuses) -> {
          if (OPERATIONS.contains(operation)) {
            statuses.forEach(
                (status, count) -> {
                  if (isCommitted(operation, status) == committed) {
                    counts.merge(status, count, Long::sum);
                  }
                });
          }
        });
    return counts;
  }

  /**
   * Reads that returned other contents than were written (dataintegrity=true), or that contradict
   * their proof.
   */
  public long wrongReads() {
    long read = returned(READ, OK) + returned(READ, NOT_FOUND);
    long failed = sum(returns.getOrDefault(READ, new TreeMap<>())) - read;
    // YCSB also verifies the contents of failed reads, which are empty.
    long empty = Math.max(0, returned(VERIFY, EMPTY) - failed);
    long unproven = OPERATIONS.stream().mapToLong(operation -> returned(operation, UNPROVEN)).sum();
    return returned(VERIFY, DIFFERS)
        + empty
        + Math.max(returned(VERIFY, UNPROVEN), unproven)
        + returned(AUDIT, UNPROVEN);
  }

  private long returned(String kind, String status) {
    return returns.getOrDefault(kind, new TreeMap<>()).getOrDefault(status, 0L);
  }

  /**
   * What proofs have cost in the whole run, as our workloads that verify print it: for each kind,
   * such as {@code newest}, totals by their names, such as {@code Bytes}.
   */
  public SortedMap<String, SortedMap<String, Long>> proofs() {
    return copy(proofs);
  }

  private static SortedMap<String, SortedMap<String, Long>> copy(
      SortedMap<String, SortedMap<String, Long>> all) {
    SortedMap<String, SortedMap<String, Long>> copy = new TreeMap<>();
    all.forEach((name, counts) -> copy.put(name, new TreeMap<>(counts)));
    return copy;
  }
}
