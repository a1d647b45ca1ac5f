package io.hybridycsb.veritas.core.txn;

/**
 * The largest size that a transaction may have.
 *
 * @param bytesMax encoded, with its signature and path
 * @param operationsMax reads and writes together
 */
public record TransactionLimits(int bytesMax, int operationsMax) {
  public static final TransactionLimits DEFAULT = new TransactionLimits(1_048_576, 10_000);
}
