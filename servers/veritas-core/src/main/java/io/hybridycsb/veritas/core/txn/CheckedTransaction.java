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

  /** Beside its parts. */
  private static final int TRANSACTION_BYTES = 512;

  /** Of a read, beside its key: what is read from the message, and kept while it is undecided. */
  private static final int READ_BYTES = 160;

  /** Of a write, likewise, beside its key and fields: it holds its key against others too. */
  private static final int WRITE_BYTES = 384;

  /**
   * What it takes in a node's memory while it is undecided, estimated: its message, and again what
   * is read from it. Values of the state are counted elsewhere.
   */
  public long memoryBytes() {
    long bytes = TRANSACTION_BYTES + message.getSerializedSize();
    for (Read read : reads) {
      bytes += READ_BYTES + read.key().bytes().length;
    }
    for (Change write : writes) {
      bytes += WRITE_BYTES + write.key().bytes().length + write.fields().length;
    }
    return bytes;
  }

  /** The same of several. */
  public static long memoryBytes(List<CheckedTransaction> transactions) {
    return transactions.stream().mapToLong(CheckedTransaction::memoryBytes).sum();
  }

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
