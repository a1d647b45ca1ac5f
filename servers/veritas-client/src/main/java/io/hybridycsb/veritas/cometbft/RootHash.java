package io.hybridycsb.veritas.cometbft;

import io.hybridycsb.veritas.crypto.Hashes;
import io.hybridycsb.veritas.crypto.MerkleTree;
import java.util.List;

/** CometBFT's Merkle root (RFC 6962); unlike Veritas's own, that of no leaves is SHA-256(""). */
final class RootHash {
  private RootHash() {}

  static byte[] of(List<byte[]> leaves) {
    if (leaves.isEmpty()) {
      return Hashes.sha256(new byte[0]);
    }
    return MerkleTree.of(leaves.stream().map(MerkleTree::leaf).toList()).root();
  }
}
