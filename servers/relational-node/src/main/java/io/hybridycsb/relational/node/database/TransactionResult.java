package io.hybridycsb.relational.node.database;

import io.hybridycsb.relational.proto.Outcome;
import io.hybridycsb.relational.proto.Result;
import java.util.ArrayList;
import java.util.List;

/**
 * What became of a transaction.
 *
 * @param outcomes one for each call
 * @param detail for people; may differ between nodes
 */
public record TransactionResult(long height, List<Outcome> outcomes, String detail) {
  private static final int DETAIL_LENGTH_MAX = 500;

  public TransactionResult {
    outcomes = List.copyOf(outcomes);
    if (detail.length() > DETAIL_LENGTH_MAX) {
      detail = detail.substring(0, DETAIL_LENGTH_MAX);
    }
    detail = detail.replace('\0', ' ');
  }

  /** The outcomes as numbers, a byte each. */
  public byte[] outcomeBytes() {
    byte[] bytes = new byte[outcomes.size()];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) outcomes.get(i).getNumber();
    }
    return bytes;
  }

  static TransactionResult of(long height, byte[] outcomes, String detail) {
    List<Outcome> all = new ArrayList<>(outcomes.length);
    for (byte outcome : outcomes) {
      all.add(Outcome.forNumber(outcome));
    }
    return new TransactionResult(height, all, detail);
  }

  /** The same as clients get it. */
  public Result message() {
    return Result.newBuilder().setHeight(height).addAllOutcomes(outcomes).setDetail(detail).build();
  }
}
