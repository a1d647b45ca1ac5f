package io.hybridycsb.veritas.core.ledger;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.hybridycsb.veritas.core.spi.StoreException;
import io.hybridycsb.veritas.core.txn.ByteKey;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.crypto.MerkleTree;
import io.hybridycsb.veritas.model.StateValue;
import io.hybridycsb.veritas.model.TransactionId;
import io.hybridycsb.veritas.proto.BlockHeader;
import io.hybridycsb.veritas.proto.Transaction;
import io.hybridycsb.veritas.proto.TransactionBody;
import java.util.ArrayList;
import java.util.List;

/** How the parts of a ledger block are read and hashed, and what versions its writes have. */
public final class LedgerBlocks {
  /** A ledger whose writes have their transaction's timestamp as their version. */
  public static final int FORMAT_TIMESTAMPS = 3;

  /** As {@link #FORMAT_TIMESTAMPS}, of releases whose blocks and votes were signed apart. */
  static final int FORMAT_SIGNED_APART = 1;

  /** A ledger whose writes have their place as their version: height and index. */
  public static final int FORMAT_PLACES = 2;

  /** The most transactions that a block of {@link #FORMAT_PLACES} holds. */
  public static final int TRANSACTIONS_MAX = 1 << StateValue.INDEX_BITS;

  private LedgerBlocks() {}

  /**
   * The version of what a transaction writes.
   *
   * @param format of the block's header
   * @param height of the block
   * @param index the transaction's place in the block
   */
  public static long version(int format, long height, int index, CheckedTransaction transaction) {
    return format == FORMAT_PLACES ? StateValue.versionAt(height, index) : transaction.timestamp();
  }

  /** The version of what a transaction of this block writes. */
  public static long version(BlockHeader header, int index, CheckedTransaction transaction) {
    return version(header.getFormat(), header.getHeight(), index, transaction);
  }

  /**
   * The Merkle root over transactions and outcomes; its leaves are made of a body's leaf hash and
   * the outcome's number in one byte.
   *
   * @param bodyLeafHashes of each transaction's body
   * @param outcomes one byte each
   */
  public static byte[] transactionsRoot(List<byte[]> bodyLeafHashes, ByteString outcomes) {
    List<byte[]> leaves = new ArrayList<>(bodyLeafHashes.size());
    for (int i = 0; i < bodyLeafHashes.size(); i++) {
      leaves.add(MerkleTree.leaf(bodyLeafHashes.get(i), outcomes.byteAt(i)));
    }
    return MerkleTree.of(leaves).root();
  }

  /**
   * Reads a block's header.
   *
   * @throws StoreException if the bytes are not a header
   */
  public static BlockHeader header(byte[] bytes) {
    try {
      return BlockHeader.parseFrom(bytes);
    } catch (InvalidProtocolBufferException e) {
      throw new StoreException("a block header in the ledger can't be read", e);
    }
  }

  /**
   * Reads a transaction that was checked before it came into the ledger.
   *
   * @throws StoreException if the body can't be read, so that the ledger must be damaged
   */
  public static CheckedTransaction transaction(Transaction message) {
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
