package io.hybridycsb.veritas.client;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.hybridycsb.veritas.client.VeritasException.VerificationFailed;
import io.hybridycsb.veritas.crypto.Hashes;
import io.hybridycsb.veritas.proto.BlockHeader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Consecutive headers of a ledger. Each holds the hash of the one before it and has the next
 * height, so a header after an attested one can't pass for one before it.
 */
final class HeaderChain {
  private final List<BlockHeader> headers = new ArrayList<>();
  private final Map<Long, byte[]> hashes = new HashMap<>();
  private byte[] lastHash;

  /**
   * @throws VerificationFailed if they are no chain
   */
  HeaderChain(List<ByteString> encoded) {
    for (ByteString bytes : encoded) {
      BlockHeader header;
      try {
        header = BlockHeader.parseFrom(bytes);
      } catch (InvalidProtocolBufferException e) {
        throw new VerificationFailed("a block header can't be read");
      }
      if (lastHash != null
          && (header.getHeight() != last().getHeight() + 1
              || !Arrays.equals(lastHash, header.getPreviousHash().toByteArray()))) {
        throw new VerificationFailed(
            "the header at height " + header.getHeight() + " doesn't follow the one before it");
      }
      lastHash = Hashes.sha256(bytes.toByteArray());
      hashes.put(header.getHeight(), lastHash);
      headers.add(header);
    }
    if (headers.isEmpty()) {
      throw new VerificationFailed("the answer has no block header");
    }
  }

  BlockHeader first() {
    return headers.get(0);
  }

  BlockHeader last() {
    return headers.get(headers.size() - 1);
  }

  byte[] lastHash() {
    return lastHash;
  }

  /** The hash of the header at a height, null if it is none of these. */
  byte[] hash(long height) {
    return hashes.get(height);
  }

  /**
   * The state root after the block at a height.
   *
   * @throws VerificationFailed if its header is none of these
   */
  byte[] stateRoot(long height) {
    return headers.stream()
        .filter(header -> header.getHeight() == height)
        .findFirst()
        .orElseThrow(() -> new VerificationFailed("there is no header at height " + height))
        .getStateRoot()
        .toByteArray();
  }
}
