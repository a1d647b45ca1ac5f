package io.hybridycsb.immudb.client;

import com.google.protobuf.Empty;
import io.hybridycsb.immudb.client.Methods.Method;
import io.hybridycsb.immudb.proof.Link;
import io.hybridycsb.immudb.proof.State;
import io.hybridycsb.immudb.wire.SetRequest;
import io.hybridycsb.immudb.wire.VerifiableEntry;
import io.hybridycsb.immudb.wire.VerifiableGetRequest;
import io.hybridycsb.immudb.wire.VerifiableSetRequest;
import io.hybridycsb.immudb.wire.VerifiableTx;
import io.hybridycsb.verification.VerificationFailed;
import java.time.Instant;

/** Reads and writes whose answers are checked against the state that the client keeps. */
record VerifiedCalls(Calls calls, VerifiedState verifiedState) {
  private static final byte[] NOTHING_READ = new byte[0];

  /**
   * Reads a key. That it is absent can't be proven.
   *
   * @param tx the transaction that has written the value; 0 for the newest
   * @throws CallFailed if there is no answer, or it is an error
   */
  Verified get(byte[] key, long tx) {
    State from = verifiedState.newest();
    VerifiableEntry answer =
        call(
            Methods.VERIFIABLE_GET,
            VerifiableGetRequest.newBuilder()
                .setKeyRequest(Requests.get(key, tx))
                .setProveSinceTx(from.tx())
                .build(),
            from);
    Links links = new Links(from);
    State state = join(Checks.read(answer, key, tx, from, Instant.now()), links);
    return new Verified(
        answer.getEntry().getTx(),
        answer.getEntry().getValue().toByteArray(),
        answer.getSerializedSize() - answer.getEntry().getSerializedSize() + links.bytes,
        state);
  }

  /**
   * Writes, and checks that the ledger has got this and nothing else by it.
   *
   * @throws CallFailed if it wasn't written, or that isn't known
   */
  Verified set(SetRequest request) {
    State from = verifiedState.newest();
    VerifiableTx answer =
        call(
            Methods.VERIFIABLE_SET,
            VerifiableSetRequest.newBuilder()
                .setSetRequest(request)
                .setProveSinceTx(from.tx())
                .build(),
            from);
    State written = Checks.write(answer, request.getKVsList(), from);
    Links links = new Links(from);
    try {
      join(written, links);
    } catch (CallFailed e) {
      // Whatever has become of the further proof, the write was made.
      throw new CallFailed(
          CallFailed.Kind.NO_ANSWER, "written, but not proven any more: " + e.getMessage());
    }
    return new Verified(
        written.tx(), NOTHING_READ, answer.getSerializedSize() + links.bytes, written);
  }

  /**
   * Moves on to what the server has now, if it is of the same ledger.
   *
   * @param told the last transaction of which the server has told
   */
  Verified refresh(long told) {
    long last = Math.max(told, verifiedState.newest().tx());
    State now = Conversions.state(calls.call(Methods.CURRENT_STATE, Empty.getDefaultInstance()));
    requireNotBehind(now, last);
    int bytes = link(now);
    State newest = verifiedState.newest();
    return new Verified(newest.tx(), NOTHING_READ, bytes, newest);
  }

  /**
   * Takes a state that nobody has proven yet, as another client's.
   *
   * @return bytes of the proofs that were needed
   * @throws VerificationFailed if it isn't of this ledger
   */
  int link(State other) {
    Links links = new Links(verifiedState.newest());
    if (other.tx() > 0) {
      // From nowhere, so that the proof to or from the newest state is asked for.
      verifiedState.take(other, State.NONE, links);
    }
    return links.bytes;
  }

  /** Takes a state of the ledger that the links' state is of; the later one of both. */
  private State join(State proven, Links links) {
    if (proven.tx() <= links.from.tx()) {
      return links.from;
    }
    verifiedState.take(proven, links.from, links);
    return proven;
  }

  /** Gets proofs from the server, for what stands against a state. */
  private final class Links implements VerifiedState.Prover {
    private final State from;
    private int bytes;

    Links(State from) {
      this.from = from;
    }

    @Override
    public Link prove(long one, long other) {
      VerifiableTx answer = call(Methods.VERIFIABLE_TX, Requests.link(one, other), from);
      bytes += answer.getSerializedSize();
      return Conversions.link(answer.getDualProof());
    }
  }

  /** A server that has lost a part of its ledger only says that the call is wrong. */
  private <Q, A> A call(Method<Q, A> method, Q request, State from) {
    try {
      return calls.call(method, request);
    } catch (CallFailed e) {
      if (e.isAnswer() && e.getMessage().contains("illegal state")) {
        requireNotBehind(
            Conversions.state(calls.call(Methods.CURRENT_STATE, Empty.getDefaultInstance())),
            from.tx());
      }
      throw e;
    }
  }

  private static void requireNotBehind(State now, long last) {
    Checks.require(
        now.tx() >= last,
        "the ledger was rolled back: its last transaction is %d, but %d was there before"
            .formatted(now.tx(), last));
  }
}
