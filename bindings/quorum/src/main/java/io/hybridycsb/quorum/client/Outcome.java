package io.hybridycsb.quorum.client;

/**
 * What became of a write.
 *
 * @param block that has it; 0 unless it is in one
 * @param detail one line for people, where there is more to say
 */
public record Outcome(Kind kind, long block, String detail) {

  /** How a write can end. */
  public enum Kind {
    /** In a block, and done. */
    COMMITTED,
    /** In a block, and left out: a record was another one than expected. */
    CHANGED,
    /** In a block, and left out for another reason. */
    FAILED,
    /** No node has taken it: it is larger than the chain takes. */
    TOO_LARGE,
    /** No node has taken it. */
    NOT_SUBMITTED,
    /** It may be in a block, or may still get into one. */
    UNKNOWN
  }

  static Outcome of(Kind kind, String detail) {
    return new Outcome(kind, 0, detail);
  }
}
