package io.hybridycsb.blockchaindb.server.shard;

import io.hybridycsb.ethereum.chain.Layout;
import io.hybridycsb.ethereum.contract.ContractCalls;
import io.hybridycsb.ethereum.contract.ContractCalls.Conditional;
import io.hybridycsb.ethereum.contract.ContractCalls.ExpectedBlock;
import io.hybridycsb.ethereum.contract.GasModel;
import io.hybridycsb.ethereum.contract.Written;
import io.hybridycsb.ethereum.rpc.Hex;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Writes that share a transaction, as many as fit. */
final class Batch {
  /** The longest transaction that the chain's client accepts: 128 kB, not all of it data. */
  static final int TRANSACTION_BYTES_MAX = 131_072;

  /** The most bytes that a contract's code may have (EIP-170), without the one byte in front. */
  static final int CODE_VALUE_BYTES_MAX = 24_575;

  private static final int ENVELOPE_BYTES = 256;

  /** Selector, offset and length of each array, the block that it expects. */
  private static final int CALL_BYTES = 4 + 8 * 32;

  private final GasModel model;
  private final long bytesMax;
  private final long gasMax;
  private final int countMax;
  private final ExpectedBlock seen;
  private final List<AccountWrite> operations = new ArrayList<>();
  private final List<Conditional> writes = new ArrayList<>();
  private int bytes = CALL_BYTES + ENVELOPE_BYTES;
  private long recordsGas;

  /**
   * @param bytesMax of the whole transaction
   * @param gasMax for the whole transaction
   * @param seen the block that those of its writes expect that expect anything
   */
  Batch(GasModel model, long bytesMax, long gasMax, int countMax, ExpectedBlock seen) {
    this.model = model;
    this.bytesMax = Math.min(bytesMax, TRANSACTION_BYTES_MAX);
    this.gasMax = gasMax;
    this.countMax = countMax;
    this.seen = seen;
  }

  /**
   * The bytes of call data that a write takes: offset, length and padded bytes, twice; a digest.
   */
  private static int callBytes(int keyBytes, int valueBytes) {
    return 5 * 32 + padded(keyBytes) + padded(valueBytes);
  }

  private static int padded(int length) {
    return (length + 31) / 32 * 32;
  }

  /** Why no transaction can hold a record of that size; empty if one can. */
  static Optional<String> beyondTransaction(int keyBytes, int valueBytes) {
    int bytesOfOne = CALL_BYTES + ENVELOPE_BYTES + callBytes(keyBytes, valueBytes);
    return bytesOfOne <= TRANSACTION_BYTES_MAX
        ? Optional.empty()
        : Optional.of(
            "a record of %d bytes needs a transaction of %d bytes; the chain takes %d"
                .formatted(valueBytes, bytesOfOne, TRANSACTION_BYTES_MAX));
  }

  /**
   * Why a record can't be written; empty if it can.
   *
   * @param replacedBytes the size of the value that it replaces, as far as known
   * @param gasLimit of a block
   */
  static Optional<String> tooLarge(
      GasModel model, Written write, int replacedBytes, long gasLimit) {
    int valueBytes = write.value().length;
    Optional<String> beyond = beyondTransaction(write.key().length, valueBytes);
    if (beyond.isPresent()) {
      return beyond;
    }
    if (model.layout() == Layout.CODE && valueBytes > CODE_VALUE_BYTES_MAX) {
      return Optional.of(
          "a record of %d bytes is larger than a contract's code may be, %d bytes"
              .formatted(valueBytes, CODE_VALUE_BYTES_MAX));
    }
    long gas = gas(model, write, replacedBytes);
    return gas <= gasLimit
        ? Optional.empty()
        : Optional.of(
            "a record of %d bytes needs %d gas in the layout %s; a block's limit is %d"
                .formatted(valueBytes, gas, model.layout().word(), gasLimit));
  }

  /** Gas for a transaction with nothing but this write. */
  static long gas(GasModel model, Written write, int replacedBytes) {
    byte[] digest = new byte[32];
    Arrays.fill(digest, (byte) 1);
    return model.transaction(
        Hex.bytes(
            ContractCalls.setBatch(
                List.of(new Conditional(write, digest)),
                new ExpectedBlock(Long.MAX_VALUE, digest))),
        List.of(write),
        model.record(write, replacedBytes));
  }

  /** Adds a write if it fits; the first always does. */
  boolean add(AccountWrite operation, Conditional conditional, int replacedBytes) {
    Written write = conditional.write();
    long gas = model.record(write, replacedBytes);
    int more = callBytes(write.key().length, write.value().length);
    boolean fits =
        writes.size() < countMax
            && bytes + more <= bytesMax
            && (recordsGas + gas) * 11 / 10 + 60_000 <= gasMax;
    if (!writes.isEmpty() && !fits) {
      return false;
    }
    operations.add(operation);
    writes.add(conditional);
    bytes += more;
    recordsGas += gas;
    return true;
  }

  boolean isEmpty() {
    return writes.isEmpty();
  }

  List<AccountWrite> operations() {
    return operations;
  }

  /** What each of {@link #operations} writes. */
  List<Written> writes() {
    return writes.stream().map(Conditional::write).toList();
  }

  /** The last value that it writes at this key; empty for a removal. */
  Optional<byte[]> value(byte[] key) {
    for (int i = writes.size() - 1; i >= 0; i--) {
      if (Arrays.equals(writes.get(i).write().key(), key)) {
        return Optional.of(writes.get(i).write().value());
      }
    }
    return Optional.empty();
  }

  String data() {
    return ContractCalls.setBatch(writes, seen);
  }

  long gas(String data) {
    return model.transaction(Hex.bytes(data), writes(), recordsGas);
  }
}
