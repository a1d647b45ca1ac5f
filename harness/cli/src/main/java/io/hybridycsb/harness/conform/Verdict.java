package io.hybridycsb.harness.conform;

import io.hybridycsb.harness.HarnessException;
import java.util.Locale;
import java.util.Optional;

/** What has become of a statement of the contract. */
enum Verdict {
  PASSED,
  FAILED,
  UNSUPPORTED;

  /** Shows that a statement holds. */
  interface Proof {
    /**
     * @return what was found; empty if the system does not have what the statement is about
     * @throws HarnessException if the statement doesn't hold
     */
    Optional<String> show() throws InterruptedException;
  }

  /** Judges a statement; the line begins with the verdict. */
  static String line(String statement, Proof proof) throws InterruptedException {
    long begunNs = System.nanoTime();
    Verdict verdict;
    String detail;
    try {
      Optional<String> shown = proof.show();
      verdict = shown.isPresent() ? PASSED : UNSUPPORTED;
      detail = shown.orElse("");
    } catch (HarnessException e) {
      verdict = FAILED;
      detail = e.getMessage();
    }
    double seconds = (System.nanoTime() - begunNs) / 1e9;
    String form = detail.isEmpty() ? "%-11s %5.1f s  %s" : "%-11s %5.1f s  %s: %s";
    return String.format(Locale.ROOT, form, verdict, seconds, statement, detail);
  }

  /** The verdict of such a line. */
  static Verdict of(String line) {
    return valueOf(line.substring(0, line.indexOf(' ')));
  }
}
