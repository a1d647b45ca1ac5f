package io.hybridycsb.relational.client;

import io.hybridycsb.relational.proto.Call;
import io.hybridycsb.relational.proto.Result;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A call on its way into the chain, which takes effect once however often its transaction is sent.
 * The thread that makes it asks for its outcome; another one may send it.
 */
public final class Submission {
  private final Call call;

  /** Null as long as nothing is sent. */
  private volatile Sent sent;

  /**
   * How it is sent.
   *
   * @param place among the calls of the transaction
   */
  private record Sent(SignedCalls transaction, int place) {}

  public Submission(Call call) {
    this.call = call;
  }

  Call call() {
    return call;
  }

  /** The transaction that it is in; empty as long as nothing is sent. */
  Optional<SignedCalls> signed() {
    return Optional.ofNullable(sent).map(Sent::transaction);
  }

  void sentAs(SignedCalls transaction, int place) {
    sent = new Sent(transaction, place);
  }

  /** What becomes of this call, which was submitted; as {@link SignedCalls#decided}. */
  public CompletableFuture<CallResult> decided() {
    return sent.transaction().decided(sent.place());
  }

  /** What became of this call. */
  CallResult of(Result result) {
    return CallResult.of(result, sent.place());
  }
}
