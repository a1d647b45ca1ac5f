package io.hybridycsb.veritas.cometbft;

import com.google.protobuf.ByteString;
import com.google.protobuf.BytesValue;
import com.google.protobuf.Int64Value;
import com.google.protobuf.StringValue;
import io.hybridycsb.veritas.cometbft.proto.BlockID;
import io.hybridycsb.veritas.cometbft.proto.Header;
import io.hybridycsb.veritas.crypto.Hashes;
import io.hybridycsb.veritas.crypto.MerkleTree;
import java.util.List;

/**
 * The hash of a header, which is the hash of its block: the Merkle root over its 14 fields, each
 * encoded as a protobuf message of its own.
 */
public final class HeaderHash {
  private HeaderHash() {}

  /** The hash, 32 bytes. */
  public static byte[] of(Header header) {
    return root(
        List.of(
            header.getVersion().toByteArray(),
            StringValue.of(header.getChainId()).toByteArray(),
            Int64Value.of(header.getHeight()).toByteArray(),
            header.getTime().toByteArray(),
            normal(header.getLastBlockId()).toByteArray(),
            encoded(header.getLastCommitHash()),
            encoded(header.getDataHash()),
            encoded(header.getValidatorsHash()),
            encoded(header.getNextValidatorsHash()),
            encoded(header.getConsensusHash()),
            encoded(header.getAppHash()),
            encoded(header.getLastResultsHash()),
            encoded(header.getEvidenceHash()),
            encoded(header.getProposerAddress())));
  }

  /** The id with its part set header, which CometBFT writes even where it is empty. */
  static BlockID normal(BlockID id) {
    return id.hasPartSetHeader()
        ? id
        : id.toBuilder().setPartSetHeader(id.getPartSetHeader()).build();
  }

  private static byte[] encoded(ByteString bytes) {
    return BytesValue.of(bytes).toByteArray();
  }

  /** CometBFT's Merkle root (RFC 6962); unlike Veritas's own, that of no leaves is SHA-256(""). */
  static byte[] root(List<byte[]> leaves) {
    if (leaves.isEmpty()) {
      return Hashes.sha256(new byte[0]);
    }
    return MerkleTree.of(leaves.stream().map(MerkleTree::leaf).toList()).root();
  }
}
