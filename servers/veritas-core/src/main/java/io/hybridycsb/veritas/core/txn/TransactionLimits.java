package io.hybridycsb.veritas.core.txn;

/**
 * The largest size that a transaction, and what it makes of a record, may have. All nodes of a
 * cluster must have the same limits: they decide outcomes.
 *
 * @param bytesMax of a transaction, encoded, with its signature and path
 * @param operationsMax reads and writes together
 * @param valueBytesMax of a record as it is kept in the state: its version and all its fields,
 *     those included that earlier transactions wrote
 */
public record TransactionLimits(int bytesMax, int operationsMax, int valueBytesMax) {
  /** What {@link #valueBytesMax} may be at most: every state store holds a value of this length. */
  public static final int VALUE_BYTES_CEILING = 4 << 20;

  public static final TransactionLimits DEFAULT =
      new TransactionLimits(1_048_576, 10_000, 1_048_576);
}
