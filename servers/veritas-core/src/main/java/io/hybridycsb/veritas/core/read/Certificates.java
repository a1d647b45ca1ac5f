package io.hybridycsb.veritas.core.read;

import io.hybridycsb.veritas.proto.VerifyReply;
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
}
