package io.hybridycsb.relational.node.dialect;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A connection's prepared statements, those that were used last. Arguments are texts, numbers and
 * arrays of bytes, null for a field that there is not; and where the database has such, arrays of
 * them.
 */
public final class Statements {
  /** Statements differ by table and by fields. */
  private static final int STATEMENTS_MAX = 256;

  private final Connection connection;
  private final Map<String, PreparedStatement> prepared = new LinkedHashMap<>(16, 0.75f, true);

  public Statements(Connection connection) {
    this.connection = connection;
  }

  /** What is made of a row. */
  public interface Reader<T> {
    T read(ResultSet row) throws SQLException;
  }

  /** All rows of a query that is not kept. */
  public static <T> List<T> query(
      Connection connection, String sql, List<?> arguments, Reader<T> reader) throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      set(select, arguments);
      return rows(select, reader);
    }
  }

  /** Its first row, if it has one. */
  public static <T> Optional<T> first(
      Connection connection, String sql, List<?> arguments, Reader<T> reader) throws SQLException {
    return query(connection, sql, arguments, reader).stream().findFirst();
  }

  private static <T> List<T> rows(PreparedStatement select, Reader<T> reader) throws SQLException {
    try (ResultSet rows = select.executeQuery()) {
      List<T> all = new ArrayList<>();
      while (rows.next()) {
        all.add(reader.read(rows));
      }
      return all;
    }
  }

  /** All rows of a query that is kept. */
  public <T> List<T> query(String sql, List<?> arguments, Reader<T> reader) throws SQLException {
    return rows(with(sql, arguments), reader);
  }

  public PreparedStatement with(String sql, List<?> arguments) throws SQLException {
    PreparedStatement statement = prepared.get(sql);
    if (statement == null) {
      statement = connection.prepareStatement(sql);
      prepared.put(sql, statement);
      closeEldest();
    }
    set(statement, arguments);
    return statement;
  }

  public int update(String sql, List<?> arguments) throws SQLException {
    return with(sql, arguments).executeUpdate();
  }

  private void closeEldest() throws SQLException {
    if (prepared.size() > STATEMENTS_MAX) {
      String eldest = prepared.keySet().iterator().next();
      prepared.remove(eldest).close();
    }
  }

  private static void set(PreparedStatement statement, List<?> arguments) throws SQLException {
    for (int i = 0; i < arguments.size(); i++) {
      Object argument = arguments.get(i);
      if (argument instanceof String text) {
        statement.setString(i + 1, text);
      } else if (argument instanceof Long number) {
        statement.setLong(i + 1, number);
      } else if (argument instanceof Object[] array) {
        statement.setArray(i + 1, statement.getConnection().createArrayOf(typeOf(array), array));
      } else {
        statement.setBytes(i + 1, (byte[]) argument);
      }
    }
  }

  private static String typeOf(Object[] array) {
    return array instanceof String[] ? "text" : array instanceof Long[] ? "int8" : "bytea";
  }
}
