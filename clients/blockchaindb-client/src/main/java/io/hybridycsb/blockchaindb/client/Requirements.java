package io.hybridycsb.blockchaindb.client;

import io.hybridycsb.verification.AgeLimit;
import io.hybridycsb.verification.StateFile;
import java.util.Optional;

/**
 * What verified reads have to meet besides their proofs.
 *
 * @param state where what was verified is kept between processes; empty if each process begins
 *     without
 * @param age of the block of a read that is of now
 */
public record Requirements(Optional<StateFile> state, AgeLimit age) {
  /** Proofs are enough. */
  public static final Requirements NONE = new Requirements(Optional.empty(), AgeLimit.NONE);
}
