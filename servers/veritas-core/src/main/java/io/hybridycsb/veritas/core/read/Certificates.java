package io.hybridycsb.veritas.core.read;

import io.hybridycsb.veritas.proto.VerifyReply;
import java.util.Optional;
import java.util.function.Consumer;

/** Proves to clients that the cluster, and not one node alone, stands behind a state root. */
@FunctionalInterface
public interface Certificates {

  /**
   * Signatures that attest a block.
   *
   * @param height the block's; 0 when nothing is attested yet
   * @param topHeight the last block whose header the signatures are about
   * @param attach puts the signatures into an answer that has the headers from the first to the
   *     last of these heights
   */
  record Certificate(long height, long topHeight, Consumer<VerifyReply.Builder> attach) {}

  /** The newest certificate. */
  Certificate newest();

  /**
   * A certificate of the block at a height, or of one after it, as soon after it as is known. May
   * wait for another process.
   *
   * @return empty if there is none yet
   * @throws io.hybridycsb.veritas.core.spi.StoreException if the ledger can't be read
   */
  default Optional<Certificate> at(long height) {
    Certificate newest = newest();
    return newest.height() >= height ? Optional.of(newest) : Optional.empty();
  }
}
