package io.hybridycsb.relational.client;

import io.hybridycsb.relational.proto.Call;
import io.hybridycsb.relational.proto.Outcome;
import io.hybridycsb.relational.proto.Result;
import java.util.Optional;

/**
 * A call on its way into the chain, which takes effect once however often its transaction is sent.
 * The thread that makes it asks for its outcome; another one may send it.
 */
public final class Submission {
  private static final String NO_DETAIL =
      "nodes tell the reason only for the first such call of a transaction, and this is a later one";

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

  /** What became of this call. */
  CallResult of(Result result) {
    int place = sent.place();
    Outcome outcome = result.getOutcomes(place);
    return new CallResult(result.getHeight(), outcome, detail(result, place));
  }

  private static String detail(Result result, int place) {
    if (result.getOutcomes(place) == Outcome.OK) {
      return "";
    }
    boolean first =
        result.getOutcomesList().subList(0, place).stream().allMatch(Outcome.OK::equals);
    return first ? result.getDetail() : NO_DETAIL;
  }
}
