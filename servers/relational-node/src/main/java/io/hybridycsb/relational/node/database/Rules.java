package io.hybridycsb.relational.node.database;

import io.hybridycsb.relational.node.procedure.Language;
import io.hybridycsb.veritas.crypto.Hashes;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * What all nodes of a chain must execute by. Nodes with other rules have another first application
 * hash, and don't join.
 *
 * @param cluster the name that signatures are bound to
 * @param chainId what orders the transactions, by its name
 * @param failure what a failing call undoes
 * @param transactionBytesMax bytes of a transaction, at most
 */
public record Rules(String cluster, String chainId, Failure failure, int transactionBytesMax) {
  /** Calls of a transaction, at most. */
  public static final int CALLS_MAX = 2_048;

  /** What a call undoes that fails. */
  public enum Failure {
    /** Itself alone. */
    TRANSACTION,
    /** Its whole block, as in the paper. */
    BLOCK
  }

  /**
   * Bytes of a row's fields, at most. What a single write puts is never more: a transaction isn't.
   */
  int rowBytesMax() {
    return transactionBytesMax;
  }

  /** 32 bytes. */
  public byte[] hash() {
    String text =
        "relational rules 2\n%s\n%s\n%s\n%d\n%d\nprocedures %d\n"
            .formatted(
                cluster,
                chainId,
                failure.name().toLowerCase(Locale.ROOT),
                transactionBytesMax,
                CALLS_MAX,
                Language.VERSION);
    return Hashes.sha256(text.getBytes(StandardCharsets.UTF_8));
  }
}
