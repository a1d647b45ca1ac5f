package io.hybridycsb.ledger.database;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;

/** The rows of a query, which come from the database a few at a time. */
public final class Rows<T> implements AutoCloseable {
  private final Statement statement;
  private final ResultSet rows;
  private final Reader<T> reader;
  private T next;

  /** Reads one row. */
  interface Reader<T> {
    T read(ResultSet rows) throws SQLException;
  }

  Rows(Statement statement, ResultSet rows, Reader<T> reader) throws SQLException {
    this.statement = statement;
    this.rows = rows;
    this.reader = reader;
    advance();
  }

  /** The next row, which stays the next; empty after the last one. */
  public Optional<T> peek() {
    return Optional.ofNullable(next);
  }

  /** The next row; empty after the last one. */
  public Optional<T> next() throws SQLException {
    Optional<T> found = peek();
    advance();
    return found;
  }

  private void advance() throws SQLException {
    next = rows.next() ? reader.read(rows) : null;
  }

  @Override
  public void close() throws SQLException {
    statement.close();
  }
}
