package io.hybridycsb.relational.node.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A connection's prepared statements, those that were used last. */
final class Statements {
  /** Statements differ by table and by fields. */
  private static final int STATEMENTS_MAX = 256;

  private final Connection connection;
  private final Map<String, PreparedStatement> prepared = new LinkedHashMap<>(16, 0.75f, true);

  Statements(Connection connection) {
    this.connection = connection;
  }

  /**
   * @param arguments texts, numbers and arrays of bytes, null for a field that there is not; and
   *     where the database has such, arrays of them
   */
  PreparedStatement with(String sql, List<?> arguments) throws SQLException {
    PreparedStatement statement = prepared.get(sql);
    if (statement == null) {
      statement = connection.prepareStatement(sql);
      prepared.put(sql, statement);
      closeEldest();
    }
    for (int i = 0; i < arguments.size(); i++) {
      set(statement, i + 1, arguments.get(i));
    }
    return statement;
  }

  int update(String sql, List<?> arguments) throws SQLException {
    return with(sql, arguments).executeUpdate();
  }

  private void closeEldest() throws SQLException {
    if (prepared.size() > STATEMENTS_MAX) {
      String eldest = prepared.keySet().iterator().next();
      prepared.remove(eldest).close();
    }
  }

  private void set(PreparedStatement statement, int index, Object argument) throws SQLException {
    if (argument instanceof String text) {
      statement.setString(index, text);
    } else if (argument instanceof Long number) {
      statement.setLong(index, number);
    } else if (argument instanceof Object[] array) {
      statement.setArray(index, connection.createArrayOf(typeOf(array), array));
    } else {
      statement.setBytes(index, (byte[]) argument);
    }
  }

  private static String typeOf(Object[] array) {
    return array instanceof String[] ? "text" : array instanceof Long[] ? "int8" : "bytea";
  }
}
