package io.hybridycsb.fabric.model;

/** The chaincode's functions. State keys are texts, everything else is bytes. */
public final class Functions {
  /** {@code get KEY}: the record, or nothing if there is none. */
  public static final String GET = "get";

  /** {@code put KEY RECORD}: makes the record exactly this; reads nothing. */
  public static final String PUT = "put";

  /** {@code merge KEY RECORD}: adds or replaces fields; reads the record. */
  public static final String MERGE = "merge";

  /** {@code delete KEY}: removes the record if there is one; reads nothing. */
  public static final String DELETE = "delete";

  /**
   * {@code scan FIRST END COUNT}: at most COUNT (a decimal number) records by rising key, from
   * FIRST to before END, as {@link Rows}. Only to be evaluated: peers refuse it in a transaction.
   */
  public static final String SCAN = "scan";

  /**
   * {@code execute OPERATIONS}: all {@link Operation}s, or none. A read sees the writes before it.
   * Answers the records that were found by its reads, as {@link Rows}. Refused, beginning with
   * {@link #CHANGED}, if a record is not the expected one.
   */
  public static final String EXECUTE = "execute";

  /** Begins the message of a transaction that is refused since another has changed a record. */
  public static final String CHANGED = "changed meanwhile: ";

  /** {@code ping}: nothing at all; tells that peers can endorse. */
  public static final String PING = "ping";

  /** A range query answers no more records than this. */
  public static final int SCAN_RECORDS_MAX = 100_000;

  private Functions() {}
}
