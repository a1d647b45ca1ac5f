package io.hybridycsb.relational.client;

import io.hybridycsb.relational.proto.Call;
import io.hybridycsb.relational.proto.Result;

/**
 * A call on its way into the chain, which takes effect once however often its transaction is sent.
 * For one thread.
 */
public final class Submission {
  private final Call call;

  /** Null as long as nothing is sent. */
  private SignedCalls signed;

  /** Its place among the calls of the transaction. */
  private int place;

  public Submission(Call call) {
    this.call = call;
  }

  Call call() {
    return call;
  }

  SignedCalls signed() {
    return signed;
  }

  void sentAs(SignedCalls transaction, int itsPlace) {
    signed = transaction;
    place = itsPlace;
  }

  CallResult of(Result result) {
    return new CallResult(result.getHeight(), result.getOutcomes(place), result.getDetail());
  }
}
