package io.hybridycsb.blockchaindb.server.shard;

import io.hybridycsb.blockchaindb.server.eth.Block.Written;
import io.hybridycsb.blockchaindb.server.eth.ContractCalls;
import io.hybridycsb.blockchaindb.server.eth.Hex;
import java.util.ArrayList;
import java.util.List;

/** Writes that share a transaction, as many as fit. */
final class Batch {
  /** The longest transaction that the chain's client accepts: 128 kB, not all of it data. */
  static final int TRANSACTION_BYTES_MAX = 131_072;

  private static final int ENVELOPE_BYTES = 256;

  /** Selector, and offset and length of both arrays. */
  private static final int CALL_BYTES = 4 + 4 * 32;

  private final GasModel model;
  private final long gasMax;
  private final int countMax;
  private final List<PendingWrite> operations = new ArrayList<>();
  private final List<Written> writes = new ArrayList<>();
  private int bytes = CALL_BYTES + ENVELOPE_BYTES;
  private long recordsGas;

  /**
   * @param gasMax for the whole transaction
   */
  Batch(GasModel model, long gasMax, int countMax) {
    this.model = model;
    this.gasMax = gasMax;
    this.countMax = countMax;
  }

  /** The bytes of call data that a write takes: offset, length and padded bytes, twice. */
  private static int callBytes(int keyBytes, int valueBytes) {
    return 4 * 32 + padded(keyBytes) + padded(valueBytes);
  }

  private static int padded(int length) {
    return (length + 31) / 32 * 32;
  }

  /** How many bytes a transaction with nothing but this write has, at most. */
  static int transactionBytes(int keyBytes, int valueBytes) {
    return CALL_BYTES + ENVELOPE_BYTES + callBytes(keyBytes, valueBytes);
  }

  /** Gas for a transaction with nothing but this write. */
  static long gas(GasModel model, Written write, int replacedBytes) {
    return model.transaction(
        Hex.bytes(ContractCalls.setBatch(List.of(write))),
        List.of(write),
        model.record(write, replacedBytes));
  }

  /** Adds a write if it fits; the first always does. */
  boolean add(PendingWrite operation, Written write, int replacedBytes) {
    long gas = model.record(write, replacedBytes);
    int more = callBytes(write.key().length, write.value().length);
    boolean fits =
        writes.size() < countMax
            && bytes + more <= TRANSACTION_BYTES_MAX
            && (recordsGas + gas) * 11 / 10 + 60_000 <= gasMax;
    if (!writes.isEmpty() && !fits) {
      return false;
    }
    operations.add(operation);
    writes.add(write);
    bytes += more;
    recordsGas += gas;
    return true;
  }

  boolean isEmpty() {
    return writes.isEmpty();
  }

  List<PendingWrite> operations() {
    return operations;
  }

  List<Written> writes() {
    return writes;
  }

  String data() {
    return ContractCalls.setBatch(writes);
  }

  long gas(String data) {
    return model.transaction(Hex.bytes(data), writes, recordsGas);
  }
}
