package io.hybridycsb.harness.check.history;

/**
 * The result of a check.
 *
 * @param explanation several lines for users: the counterexample, or what was checked
 */
public record Verdict(Status status, String explanation) {

  public enum Status {
    /** The history keeps the guarantee. */
    HOLDS,
    /** It does not; the explanation is a counterexample. */
    VIOLATED,
    /** The search was given up at its bound. */
    UNDECIDED
  }

  public boolean holds() {
    return status == Status.HOLDS;
  }

  public static Verdict holds(String explanation) {
    return new Verdict(Status.HOLDS, explanation);
  }

  public static Verdict violated(String explanation) {
    return new Verdict(Status.VIOLATED, explanation);
  }

  public static Verdict undecided(String explanation) {
    return new Verdict(Status.UNDECIDED, explanation);
  }

  @Override
  public String toString() {
    return status + ": " + explanation;
  }
}
