package io.hybridycsb.relational.client;

import io.hybridycsb.relational.proto.Outcome;
import io.hybridycsb.relational.proto.Result;

/**
 * What became of a call.
 *
 * @param height of its block
 * @param value what a procedure has returned; the version that a call has given the records that it
 *     has written; 0 of other calls
 * @param detail for people: why it was not OK, if its node has told
 */
public record CallResult(long height, Outcome outcome, long value, String detail) {
  private static final String NO_DETAIL =
      "nodes tell the reason only for the first such call of a transaction, and this is a later one";

  /** That of the call that stands at a place of a transaction. */
  public static CallResult of(Result result, int place) {
    long value = result.getValuesCount() == 0 ? 0 : result.getValues(place);
    Outcome outcome = result.getOutcomes(place);
    return new CallResult(result.getHeight(), outcome, value, detail(result, place));
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
