package io.hybridycsb.immudb.client;

import io.hybridycsb.immudb.proof.Link;
import io.hybridycsb.immudb.proof.State;
import io.hybridycsb.verification.VerificationFailed;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The newest state that a client has verified. It moves on along one ledger. Calls that run at the
 * same time have proofs from the same state. Each state that they bring is proven to be before or
 * after the one that another has brought meanwhile.
 */
final class VerifiedState {
  private final AtomicReference<State> newest;

  /** Gets proofs from the server. */
  @FunctionalInterface
  interface Prover {
    /** The proof from the earlier to the later of two transactions. */
    Link prove(long one, long other);
  }

  VerifiedState(State first) {
    newest = new AtomicReference<>(first);
  }

  State newest() {
    return newest.get();
  }

  /**
   * Takes a state.
   *
   * @param state that is proven to be after {@code from}
   * @param from that {@link #newest} has given
   * @throws VerificationFailed if it and the newest state aren't of one ledger
   */
  void take(State state, State from, Prover prover) {
    State proven = from;
    while (true) {
      State now = newest.get();
      if (state.tx() <= now.tx()) {
        requireBefore(state, now, prover);
        return;
      }
      if (now.tx() > 0 && !now.equals(proven)) {
        prover.prove(now.tx(), state.tx()).verify(now, state);
        proven = now;
      }
      if (newest.compareAndSet(now, state)) {
        return;
      }
    }
  }

  private static void requireBefore(State state, State now, Prover prover) {
    if (!state.equals(now)) {
      prover.prove(state.tx(), now.tx()).verify(state, now);
    }
  }
}
