package io.hybridycsb.harness.report.claims;

/** What is said of a claim. */
public enum Verdict {
  /** Each ratio's whole interval lies in its range. */
  REPRODUCED("reproduced"),
  /** An interval lies outside, wholly, of steady and repeated runs that are not quick. */
  CONTRADICTED("contradicted"),
  UNDECIDED("undecided"),
  /** A result is missing that the test needs. */
  NOT_MEASURED("not measured"),
  /** The claim has no test. */
  NOT_MEASURABLE("not measurable here");

  private final String words;

  Verdict(String words) {
    this.words = words;
  }

  /** Whether all results are there that the claim's test needs. */
  boolean isOfResults() {
    return this == REPRODUCED || this == CONTRADICTED || this == UNDECIDED;
  }

  public String words() {
    return words;
  }
}
