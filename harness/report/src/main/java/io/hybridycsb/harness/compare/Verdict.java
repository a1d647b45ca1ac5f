package io.hybridycsb.harness.compare;

/** What is said of B, the candidate, beside A, the baseline. */
public enum Verdict {
  BETTER("better"),
  /** The whole interval of the change lies within the bound. */
  SAME("same"),
  WORSE("worse"),
  /** The interval of the change reaches over the bound. */
  UNDECIDED("undecided"),
  /** A change without an interval, as one of the two has no repeat. */
  SINGLE_RUN("single run"),
  ONLY_IN_A("only in A"),
  ONLY_IN_B("only in B"),
  FAILED_IN_A("failed in A"),
  FAILED_IN_B("failed in B"),
  FAILED_IN_BOTH("failed in both");

  private final String words;

  Verdict(String words) {
    this.words = words;
  }

  public String words() {
    return words;
  }

  boolean regression() {
    return this == WORSE || this == FAILED_IN_B;
  }
}
