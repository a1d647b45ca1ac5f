package io.hybridycsb.harness.system;

/**
 * Files that hold only state, or only ledger.
 *
 * @param kind which of both
 * @param role of the processes that have them
 * @param directory within each process' own
 */
public record StoredPart(Kind kind, String role, String directory) {
  /** What is stored. */
  public enum Kind {
    /** The newest value of each key, and what finds it. */
    STATE,
    /** All transactions, in their order. */
    LEDGER
  }

  /** Files with state. */
  public static StoredPart state(String role, String directory) {
    return new StoredPart(Kind.STATE, role, directory);
  }

  /** Files with transactions. */
  public static StoredPart ledger(String role, String directory) {
    return new StoredPart(Kind.LEDGER, role, directory);
  }
}
