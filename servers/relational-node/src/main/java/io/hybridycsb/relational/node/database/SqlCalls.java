package io.hybridycsb.relational.node.database;

import io.hybridycsb.relational.proto.Outcome;
import java.sql.SQLException;
import java.sql.Statement;

/** Executes calls that are SQL statements, each of which can be undone alone. */
final class SqlCalls {
  /** MariaDB takes a second to gather the hashes of so many rows, and four times that for twice. */
  static final int ROWS_MAX = 10_000;

  private static final String CALL_START = "call_start";

  private final Writer writer;
  private final Definitions definitions;

  SqlCalls(Writer writer, Definitions definitions) {
    this.writer = writer;
    this.definitions = definitions;
  }

  /**
   * @throws CallFailed if it has no effect
   * @throws SQLException if the database is lost or can't go on
   */
  void execute(String sql) throws CallFailed, SQLException {
    SqlCheck.check(sql, definitions);
    Dialect.execute(writer.connection(), "SAVEPOINT " + CALL_START);
    try (Statement statement = writer.connection().createStatement()) {
      int rows = statement.executeUpdate(sql);
      if (rows > ROWS_MAX) {
        throw new CallFailed(
            Outcome.FAILED,
            "a statement changes at most %d rows, not %d".formatted(ROWS_MAX, rows));
      }
    } catch (CallFailed e) {
      writer.dialect().rollbackTo(writer.connection(), CALL_START);
      throw e;
    } catch (SQLException e) {
      if (!writer.dialect().isRefusal(e)) {
        throw e;
      }
      writer.dialect().rollbackTo(writer.connection(), CALL_START);
      throw new CallFailed(Outcome.FAILED, Failures.reason(e));
    }
    Dialect.execute(writer.connection(), "RELEASE SAVEPOINT " + CALL_START);
  }
}
