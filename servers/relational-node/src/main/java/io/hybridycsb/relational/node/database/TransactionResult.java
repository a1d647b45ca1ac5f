package io.hybridycsb.relational.node.database;

import io.hybridycsb.relational.proto.Outcome;
import io.hybridycsb.relational.proto.Result;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * What became of a transaction.
 *
 * @param outcomes one for each call
 * @param values one for each call: what a procedure has returned; the version that a call has given
 *     the records that it has written; 0 of others
 * @param detail for people; may differ between nodes
 */
public record TransactionResult(
    long height, List<Outcome> outcomes, List<Long> values, String detail) {
  private static final int DETAIL_LENGTH_MAX = 500;

  /** Marks an outcome that a value follows. */
  private static final int HAS_VALUE = 0x80;

  public TransactionResult {
    outcomes = List.copyOf(outcomes);
    values = List.copyOf(values);
    if (detail.length() > DETAIL_LENGTH_MAX) {
      boolean inPair = Character.isHighSurrogate(detail.charAt(DETAIL_LENGTH_MAX - 1));
      detail = detail.substring(0, DETAIL_LENGTH_MAX - (inPair ? 1 : 0));
    }
    detail = detail.replace('\0', ' ');
  }

  /** The outcomes as numbers, a byte each; one with another value than 0 is marked, and has it. */
  public byte[] outcomeBytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(outcomes.size());
    for (int i = 0; i < outcomes.size(); i++) {
      int outcome = outcomes.get(i).getNumber();
      if (values.get(i) == 0) {
        bytes.write(outcome);
      } else {
        bytes.write(outcome | HAS_VALUE);
        bytes.writeBytes(ByteBuffer.allocate(Long.BYTES).putLong(values.get(i)).array());
      }
    }
    return bytes.toByteArray();
  }

  static TransactionResult of(long height, byte[] outcomes, String detail) {
    List<Outcome> all = new ArrayList<>(outcomes.length);
    List<Long> values = new ArrayList<>(outcomes.length);
    ByteBuffer bytes = ByteBuffer.wrap(outcomes);
    while (bytes.hasRemaining()) {
      int outcome = Byte.toUnsignedInt(bytes.get());
      all.add(Outcome.forNumber(outcome & ~HAS_VALUE));
      values.add((outcome & HAS_VALUE) == 0 ? 0 : bytes.getLong());
    }
    return new TransactionResult(height, all, values, detail);
  }

  /** The same as clients get it. */
  public Result message() {
    Result.Builder message =
        Result.newBuilder().setHeight(height).addAllOutcomes(outcomes).setDetail(detail);
    if (values.stream().anyMatch(value -> value != 0)) {
      message.addAllValues(values);
    }
    return message.build();
  }
}
