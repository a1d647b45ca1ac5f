package io.hybridycsb.quorum.client;

import io.hybridycsb.verification.AgeLimit;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What a client demands of reads.
 *
 * @param freshness what all reads wait for
 * @param stateFile where verified reads keep the newest block that was verified, for later
 *     processes; empty to keep it in memory
 * @param ageLimit how old the newest block may be that verified reads rely on
 */
public record ReadPolicy(Freshness freshness, Optional<Path> stateFile, AgeLimit ageLimit) {
  /** Reads are fresh within the process; each process trusts the chain as it finds it. */
  public static final ReadPolicy SESSION =
      new ReadPolicy(Freshness.SESSION, Optional.empty(), AgeLimit.NONE);
}
