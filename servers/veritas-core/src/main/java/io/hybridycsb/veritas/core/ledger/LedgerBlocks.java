package io.hybridycsb.veritas.core.ledger;

import com.google.protobuf.ByteString;
import io.hybridycsb.veritas.crypto.MerkleTree;
import java.util.ArrayList;
import java.util.List;

/** How the parts of a ledger block are hashed. */
public final class LedgerBlocks {
  /** Version of the ledger's format. */
  public static final int FORMAT = 1;

  private LedgerBlocks() {}

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
}
