package io.hybridycsb.veritas.core.ledger;

import com.google.protobuf.InvalidProtocolBufferException;
import io.hybridycsb.veritas.core.spi.StoreException;
import io.hybridycsb.veritas.proto.BlockHeader;

/** Reads block headers. */
public final class Headers {
  private Headers() {}

  /**
   * @throws StoreException if the bytes are not a header
   */
  public static BlockHeader parse(byte[] header) {
    try {
      return BlockHeader.parseFrom(header);
    } catch (InvalidProtocolBufferException e) {
      throw new StoreException("a block header in the ledger can't be read", e);
    }
  }
}
