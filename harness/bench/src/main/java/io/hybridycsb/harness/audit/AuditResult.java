package io.hybridycsb.harness.audit;

import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The result of a system's {@code audit}.
 *
 * @param said its last lines of output
 */
public record AuditResult(boolean passed, List<String> said) {
  private static final Pattern COMMITTED =
      Pattern.compile("committed (?:transactions|writes): ([0-9]+)");

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
