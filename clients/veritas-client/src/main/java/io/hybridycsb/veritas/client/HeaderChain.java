package io.hybridycsb.veritas.client;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.hybridycsb.verification.Hash;
import io.hybridycsb.veritas.crypto.Hashes;
import io.hybridycsb.veritas.model.VeritasException.VerificationFailed;
import io.hybridycsb.veritas.proto.BlockHeader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Consecutive headers of a ledger. Each holds the hash of the one before it and has the next
 * height, so a header after an attested one can't pass for one before it.
 */
final class HeaderChain {
  /** Twice the most {@code proof.versions}: a proof's height lies so far back, and votes differ. */
  static final int HEADERS_MAX = 2 * 65_536;

  private final Map<Long, Header> headers = new HashMap<>();
  private final long first;
  private final long last;

  private record Header(Hash hash, Hash stateRoot) {}

  /**
   * @throws VerificationFailed if they are no chain
   */
  HeaderChain(List<ByteString> encoded) {
    if (encoded.isEmpty()) {
      throw new VerificationFailed("the answer has no block header");
    }
    if (encoded.size() > HEADERS_MAX) {
      throw new VerificationFailed(
          "the answer has %d block headers, more than %d".formatted(encoded.size(), HEADERS_MAX));
    }
    Header before = null;
    long height = 0;
    for (ByteString bytes : encoded) {
      BlockHeader header = parsed(bytes);
      if (before != null
          && (header.getHeight() != height + 1
              || !before.hash().equals(hash("previous_hash", header.getPreviousHash())))) {
        throw new VerificationFailed(
            "the header at height " + header.getHeight() + " doesn't follow the one before it");
      }
      height = header.getHeight();
      before =
          new Header(
              Hash.of(Hashes.sha256(bytes.toByteArray())),
              hash("state_root", header.getStateRoot()));
      headers.put(height, before);
    }
    last = height;
    first = last - encoded.size() + 1;
  }

  private static BlockHeader parsed(ByteString bytes) {
    try {
      return BlockHeader.parseFrom(bytes);
    } catch (InvalidProtocolBufferException e) {
      throw new VerificationFailed("a block header can't be read");
    }
  }

  private static Hash hash(String field, ByteString bytes) {
    try {
      return Hash.of(bytes.toByteArray());
    } catch (IllegalArgumentException e) {
      throw new VerificationFailed("the " + field + " of a block header: " + e.getMessage());
    }
  }

  /** The height of the first header. */
  long first() {
    return first;
  }

  /** The height of the last header. */
  long last() {
    return last;
  }

  /**
   * The hash of the header at a height.
   *
   * @throws VerificationFailed if it is none of these
   */
  Hash hash(long height) {
    return header(height).hash();
  }

  /** Whether the header at a height is one of these and has this hash. */
  boolean has(long height, ByteString hash) {
    Header header = headers.get(height);
    return header != null && ByteString.copyFrom(header.hash().bytes()).equals(hash);
  }

  /**
   * The state root after the block at a height.
   *
   * @throws VerificationFailed if its header is none of these
   */
  Hash stateRoot(long height) {
    return header(height).stateRoot();
  }

  private Header header(long height) {
    Header header = headers.get(height);
    if (header == null) {
      throw new VerificationFailed("there is no header at height " + height);
    }
    return header;
  }
}
