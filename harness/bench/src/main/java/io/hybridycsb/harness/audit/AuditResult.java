package io.hybridycsb.harness.audit;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.cluster.ClusterState;
import io.hybridycsb.harness.process.LogFile;
import io.hybridycsb.harness.process.LoggedCommand;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The result of a system's {@code audit}.
 *
 * @param said its last lines of output
 */
public record AuditResult(boolean passed, List<String> said) {
  private static final int LINES_KEPT = 15;
  private static final Pattern COMMITTED =
      Pattern.compile("committed (?:transactions|writes): ([0-9]+)");

  /**
   * Runs the audit of a cluster to its end.
   *
   * @param log the file for what it prints
   * @return empty if the system has nothing to audit
   * @throws HarnessException if it has not ended in time
   */
  public static Optional<AuditResult> of(ClusterState cluster, LogFile log, Duration timeout)
      throws InterruptedException {
    List<String> command = cluster.commands().get("audit");
    if (command == null) {
      return Optional.empty();
    }
    long begin = log.size();
    int status =
        new LoggedCommand("the audit", new ProcessBuilder(command), log).statusWithin(timeout);
    return Optional.of(new AuditResult(status == 0, log.lastLines(LINES_KEPT, begin)));
  }

  /** Its conclusion. */
  public String inOneLine() {
    String last = said.isEmpty() ? "it said nothing" : said.get(said.size() - 1);
    return passed
        ? last.replaceFirst("^audit ", "")
        : "FAILED: " + last.replaceFirst("^audit (?:FAILED|failed):? ?", "");
  }

  /** The committed writes that it has counted in the whole ledger; empty if it counts none. */
  public OptionalLong committed() {
    return said.stream()
        .map(COMMITTED::matcher)
        .filter(Matcher::matches)
        .mapToLong(line -> Long.parseLong(line.group(1)))
        .findFirst();
  }
}
