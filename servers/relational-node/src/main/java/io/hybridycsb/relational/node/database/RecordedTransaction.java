package io.hybridycsb.relational.node.database;

import io.hybridycsb.relational.node.dialect.Dialect;
import io.hybridycsb.relational.proto.Outcome;
import io.hybridycsb.verification.Hash;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collections;

/**
 * The first transaction of an id that came into the chain. It keeps the id.
 *
 * @param body its SHA-256
 */
record RecordedTransaction(Hash body, TransactionResult result) {
  /** The query for them, and for what became of them. Arguments: so many ids. */
  static String query(int ids) {
    return "SELECT id, body, height, outcomes, detail FROM %s WHERE id IN (%s)"
        .formatted(Dialect.TRANSACTIONS, Dialect.questionMarks(ids));
  }

  /** A row that the query has. */
  static RecordedTransaction read(ResultSet row) throws SQLException {
    return new RecordedTransaction(
        Hash.of(row.getBytes(2)),
        TransactionResult.of(row.getLong(3), row.getBytes(4), row.getString(5)));
  }

  boolean is(BlockTransaction transaction) {
    return body.equals(transaction.body());
  }

  /** What becomes of a transaction with this id: the same if it comes again, nothing of another. */
  TransactionResult resultOf(BlockTransaction transaction) {
    if (is(transaction)) {
      return result;
    }
    int calls = transaction.calls().size();
    return new TransactionResult(
        result.height(),
        Collections.nCopies(calls, Outcome.REFUSED),
        Collections.nCopies(calls, 0L),
        "the client has given the number %d to another transaction, in block %d; give each its own"
            .formatted(transaction.id().number(), result.height()));
  }
}
