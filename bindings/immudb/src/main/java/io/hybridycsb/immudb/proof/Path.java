package io.hybridycsb.immudb.proof;

import io.hybridycsb.verification.Hash;
import java.util.List;

/**
 * The hashes of a proof, from the leaves of a tree to its root.
 *
 * @param hashes at most {@value #HASHES_MAX}, since no tree has more levels
 */
public record Path(List<Hash> hashes) {
  /** Leaves are counted by numbers of 64 bits. */
  public static final int HASHES_MAX = Long.SIZE;

  /**
   * Copies the hashes.
   *
   * @throws IllegalArgumentException if there are too many
   */
  public Path {
    if (hashes.size() > HASHES_MAX) {
      throw new IllegalArgumentException(
          "a proof has at most %d hashes, not %d".formatted(HASHES_MAX, hashes.size()));
    }
    hashes = List.copyOf(hashes);
  }
}
