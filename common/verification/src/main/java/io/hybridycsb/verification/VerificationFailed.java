package io.hybridycsb.verification;

import java.util.Optional;

/** What nodes have said doesn't stand against its proof, or against what most of them have. */
public final class VerificationFailed extends RuntimeException {
  public VerificationFailed(String message) {
    super(message, null, false, false);
  }

  /**
   * Requires that there is no reason to fail.
   *
   * @throws VerificationFailed if there is one
   */
  public static void throwIf(Optional<String> reason) {
    if (reason.isPresent()) {
      throw new VerificationFailed(reason.get());
    }
  }
}
