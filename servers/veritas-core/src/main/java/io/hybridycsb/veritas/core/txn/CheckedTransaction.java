package io.hybridycsb.veritas.core.txn;

import io.hybridycsb.veritas.model.TransactionId;
import io.hybridycsb.veritas.proto.Outcome;
import io.hybridycsb.veritas.proto.Transaction;
import io.hybridycsb.veritas.proto.Write;
import java.util.ArrayList;
import java.util.List;

/**
 * A transaction as it stands in a block, after all checks that need no state: form, size, client
 * and signature.
 *
 * @param message as it was received
 * @param leafHash of its body, 32 bytes
 * @param id null if the body can't be read
 * @param fault why it can't commit in any state, or null
 * @param detail of the fault, for people
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public record CheckedTransaction(
    Transaction message,
    byte[] leafHash,
    TransactionId id,
    List<Read> reads,
    List<Change> writes,
    Outcome fault,
    String detail) {

  /**
   * A read.
   *
   * @param version that the client saw; 0 for an absent record
   */
  public record Read(ByteKey key, long version) {}

  /**
   * A write.
   *
   * @param fields encoded fields; empty for a delete
   */
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody
  public record Change(ByteKey key, Write.Kind kind, byte[] fields) {}

  public long timestamp() {
    return id.timestamp();
  }

  /** All keys that transactions read or write, as often as they do. */
  public static List<ByteKey> keys(List<CheckedTransaction> transactions) {
    List<ByteKey> keys = new ArrayList<>();
    for (CheckedTransaction transaction : transactions) {
      transaction.reads.forEach(read -> keys.add(read.key()));
      transaction.writes.forEach(write -> keys.add(write.key()));
    }
    return keys;
  }
}
