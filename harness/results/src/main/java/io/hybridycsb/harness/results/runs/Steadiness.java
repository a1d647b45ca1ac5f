package io.hybridycsb.harness.results.runs;

/** Whether a system's operations cost what they always will, when they began to be counted. */
public enum Steadiness {
  STEADY("steady"),
  NOT_STEADY("not steady"),
  /** The warm-up had a given length, was too short to tell, or there was none that is known of. */
  UNKNOWN("not known");

  private final String words;

  Steadiness(String words) {
    this.words = words;
  }

  /** For readers. */
  public String words() {
    return words;
  }
}
