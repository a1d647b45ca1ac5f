package io.hybridycsb.veritas.core.ledger;

import com.google.protobuf.InvalidProtocolBufferException;
import io.hybridycsb.veritas.core.spi.StoreException;
import io.hybridycsb.veritas.core.txn.ByteKey;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.crypto.MerkleTree;
import io.hybridycsb.veritas.model.TransactionId;
import io.hybridycsb.veritas.proto.Transaction;
import io.hybridycsb.veritas.proto.TransactionBody;
import java.util.List;

/** Reads transactions that were checked before they came into the ledger. */
public final class TransactionReader {
  private TransactionReader() {}

  /**
   * @throws StoreException if the body can't be read, so that the ledger must be damaged
   */
  public static CheckedTransaction readTrusted(Transaction message) {
    try {
      TransactionBody body = TransactionBody.parseFrom(message.getBody());
      List<CheckedTransaction.Change> writes =
          body.getWritesList().stream()
              .map(
                  write ->
                      new CheckedTransaction.Change(
                          new ByteKey(write.getKey().toByteArray()),
                          write.getKind(),
                          write.getFields().toByteArray()))
              .toList();
      return new CheckedTransaction(
          message,
          MerkleTree.leaf(message.getBody().toByteArray()),
          TransactionId.of(body.getTimestamp(), body.getClient().toByteArray()),
          List.of(),
          writes,
          null,
          null);
    } catch (InvalidProtocolBufferException e) {
      throw new StoreException("a transaction in the ledger can't be read", e);
    }
  }
}
