package io.hybridycsb.blockchaindb.server.shard;

import io.hybridycsb.ethereum.chain.Layout;
import io.hybridycsb.ethereum.contract.GasModel;
import io.hybridycsb.ethereum.contract.Written;
import java.util.Optional;

/** Tells which records are too large for a transaction, a contract or a block. */
record RecordLimits(Layout layout, GasModel model) {
  /** The most bytes that a contract's code may have (EIP-170), without the one byte in front. */
  static final int CODE_VALUE_BYTES_MAX = 24_575;

  /** Why no transaction can hold a record of that size; empty if one can. */
  static Optional<String> beyondTransaction(int keyBytes, int valueBytes) {
    int bytes = Batch.transactionBytes(keyBytes, valueBytes);
    return bytes <= Batch.TRANSACTION_BYTES_MAX
        ? Optional.empty()
        : Optional.of(
            "a record of %d bytes needs a transaction of %d bytes; the chain takes %d"
                .formatted(valueBytes, bytes, Batch.TRANSACTION_BYTES_MAX));
  }

  /**
   * Why a record can't be written; empty if it can.
   *
   * @param replacedBytes the size of the value that it replaces, as far as known
   * @param gasLimit of a block
   */
  Optional<String> tooLarge(Written write, int replacedBytes, long gasLimit) {
    int bytes = write.value().length;
    Optional<String> beyond = beyondTransaction(write.key().length, bytes);
    if (beyond.isPresent()) {
      return beyond;
    }
    if (layout == Layout.CODE && bytes > CODE_VALUE_BYTES_MAX) {
      return Optional.of(
          "a record of %d bytes is larger than a contract's code may be, %d bytes"
              .formatted(bytes, CODE_VALUE_BYTES_MAX));
    }
    long gas = Batch.gas(model, write, replacedBytes);
    return gas <= gasLimit
        ? Optional.empty()
        : Optional.of(
            "a record of %d bytes needs %d gas in the layout %s; a block's limit is %d"
                .formatted(bytes, gas, layout.word(), gasLimit));
  }
}
