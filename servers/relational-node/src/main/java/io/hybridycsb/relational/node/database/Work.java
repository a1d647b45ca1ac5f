package io.hybridycsb.relational.node.database;

import io.hybridycsb.relational.node.definition.CallFailed;
import io.hybridycsb.relational.node.definition.Definitions;
import io.hybridycsb.relational.proto.Call;
import io.hybridycsb.relational.proto.Outcome;
import io.hybridycsb.relational.proto.RecordRead;
import io.hybridycsb.relational.proto.RecordWrite;
import io.hybridycsb.relational.proto.RecordsCall;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedSet;

/**
 * How much work the calls of a block are, at most, and what is too much. It is counted by their
 * text, by what the chain has defined, and by the bytes that calls go through. So every node counts
 * alike. The docs' page of relational-tm has what a unit took. For one block.
 */
public final class Work {
  /**
   * Of all calls of a block: some minutes of the slower database, if all change one record. The
   * bytes of the last call may be beyond it.
   */
  public static final long BLOCK_MAX = 9_000_000;

  /** Of all calls of a transaction: 2,048 of TPC-C's New-Order and Payment are less. */
  public static final long TRANSACTION_MAX = 8_500_000;

  /** Of a definition that changes something: a table's triggers are made again. */
  static final long DEFINITION = 4_000;

  /** Of a call of a procedure, besides what the procedure does: it goes to the database alone. */
  static final long CALL = 20;

  /**
   * So many bytes are a unit. They are those of fields that a procedure goes through, of rows as it
   * finds and leaves them, and of rows that a call of records would write, as they are.
   */
  static final long BYTES = 4_096;

  /** Of a record that is written, besides its fields. */
  private static final long WRITE = 10;

  /** So many fields of a table that is read or written are a unit. */
  private static final int FIELDS = 4;

  private final Map<Integer, Long> ofTransactions = new HashMap<>();
  private long ofBlock;

  /** Work that a call takes, at most. */
  static long of(Call call, Definitions definitions) {
    return switch (call.getKindCase()) {
      case RECORDS -> of(call.getRecords(), definitions);
      case DEFINITION -> definitions.has(call.getDefinition()) ? 1 : DEFINITION;
      case PROCEDURE ->
          CALL + definitions.procedures().work(call.getProcedure().getName()).orElse(0L);
      default -> 1;
    };
  }

  private static long of(RecordsCall call, Definitions definitions) {
    long units = 1;
    for (RecordRead read : call.getReadsList()) {
      units += 1 + fields(read.getTable(), definitions);
    }
    for (RecordWrite write : call.getWritesList()) {
      units += WRITE + fields(write.getTable(), definitions);
    }
    return units;
  }

  private static long fields(String table, Definitions definitions) {
    return definitions.fields(table).map(SortedSet::size).orElse(0) / FIELDS;
  }

  /**
   * How much work a transaction is of a block, at most, for one who proposes it. Definitions change
   * how much all calls of a block are: one that will be taken is all the work of a block.
   */
  static long of(BlockTransaction transaction, Definitions definitions) {
    long units = 0;
    for (Call call : transaction.calls()) {
      if (call.hasDefinition() && definitions.takes(call.getDefinition())) {
        return BLOCK_MAX;
      }
      units += of(call, definitions);
    }
    return Math.min(units, TRANSACTION_MAX);
  }

  /** What was taken, of all transactions. */
  long taken() {
    return ofBlock;
  }

  /**
   * Takes a call's work.
   *
   * @param place its transaction's
   * @throws CallFailed if it is too much, with what was taken before
   */
  void take(int place, long units) throws CallFailed {
    if (units <= 0) {
      throw new IllegalArgumentException("a call is some work, not " + units);
    }
    long ofTransaction = ofTransactions.getOrDefault(place, 0L) + units;
    if (ofTransaction > TRANSACTION_MAX) {
      throw new CallFailed(
          Outcome.REFUSED,
          "the calls of a transaction are at most %d units of work, with this one it is %d; put fewer into one"
              .formatted(TRANSACTION_MAX, ofTransaction));
    }
    if (ofBlock + units > BLOCK_MAX) {
      throw new CallFailed(
          Outcome.REFUSED,
          "the calls of a block are at most %d units of work, with this one it is %d; send it again in a new transaction"
              .formatted(BLOCK_MAX, ofBlock + units));
    }
    add(place, units);
  }

  /**
   * Adds the bytes of a call that was taken. What is taken after it is refused if it was too much.
   *
   * @param place its transaction's
   */
  void addBytes(int place, long bytes) {
    add(place, bytes / BYTES);
  }

  private void add(int place, long units) {
    ofTransactions.merge(place, units, Long::sum);
    ofBlock += units;
  }
}
