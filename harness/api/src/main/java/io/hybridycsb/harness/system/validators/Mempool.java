package io.hybridycsb.harness.system.validators;

import java.util.Map;

/**
 * What waits at a validator for a block.
 *
 * @param transactions of the chain, at most
 * @param bytes of all of them, at most
 * @param cache how many transactions it remembers, to drop repeats
 * @param transactionBytes of one, at most
 */
public record Mempool(int transactions, long bytes, int cache, int transactionBytes) {
  /**
   * For applications that propose their transactions themselves: only small calls for a turn go
   * through it.
   */
  public static final Mempool OF_CALLS = new Mempool(1_000, 1 << 20, 10_000, 4_096);

  /** CometBFT's own default for what its RPC takes. */
  private static final long RPC_BODY_BYTES_MIN = 1_000_000;

  /** Of the values of the configuration's variables. */
  Map<String, ?> values() {
    return Map.of(
        "mempoolTransactions",
        transactions,
        "mempoolBytes",
        bytes,
        "mempoolCache",
        cache,
        "transactionBytes",
        transactionBytes,
        "rpcBodyBytes",
        // A transaction in base64 takes a third more.
        Math.max(RPC_BODY_BYTES_MIN, 2L * transactionBytes));
  }
}
