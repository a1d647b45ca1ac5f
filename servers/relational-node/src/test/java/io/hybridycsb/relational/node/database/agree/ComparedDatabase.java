package io.hybridycsb.relational.node.database.agree;

import io.hybridycsb.relational.node.database.BlockTransaction;
import io.hybridycsb.relational.node.database.ChainDatabase;
import io.hybridycsb.relational.node.database.DatabaseOptions;
import io.hybridycsb.relational.node.database.ExecutedBlock;
import io.hybridycsb.relational.node.database.Rules;
import io.hybridycsb.relational.node.dialect.Dialect;
import io.hybridycsb.relational.node.skip.Skips;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;

/** A chain's database, one of several that have to come to the same. */
final class ComparedDatabase implements AutoCloseable {
  private static final int TIMEOUT_MS = 120_000;
  private static final Rules RULES =
      new Rules("shop", "chain-shop", Rules.Failure.TRANSACTION, 1 << 20);

  /** Statements for which nothing may change. */
  interface Between {
    List<String> statements(String quotedTable, long height);
  }

  final String name;
  private final String url;
  private final List<String> clear;
  private final Between between;
  private final Dialect dialect;
  private ChainDatabase chain;

  /**
   * @param url of the database
   * @param clear statements that empty it
   * @param between is executed between blocks for each table
   */
  ComparedDatabase(String name, String url, List<String> clear, Between between) {
    this.name = name;
    this.url = url;
    this.clear = clear;
    this.between = between;
    this.dialect = Dialect.ofUrl(url);
  }

  void beginEmpty() {
    close();
    execute(clear);
    chain =
        ChainDatabase.open(
            new DatabaseOptions(url, "", "", 2, TIMEOUT_MS, DatabaseOptions.DEFINITION_TIMEOUT_MS),
            RULES,
            Skips.none());
  }

  ExecutedBlock execute(long height, List<BlockTransaction> transactions, List<String> tables) {
    ExecutedBlock block = chain.execute(height, transactions);
    chain.commit();
    for (String table : tables) {
      execute(between.statements(dialect.quoted(table), height));
    }
    return block;
  }

  private void execute(List<String> statements) {
    try (Connection connection = DriverManager.getConnection(url)) {
      for (String sql : statements) {
        Dialect.execute(connection, sql);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(name + ": " + e.getMessage(), e);
    }
  }

  /** The rows of a table, one text each: key, version, and the fields' bytes. */
  List<String> rows(String table, List<String> fields) {
    List<String> rows = new ArrayList<>();
    String sql =
        "SELECT %s FROM %s ORDER BY %s"
            .formatted(
                dialect.columns(fields).collect(Collectors.joining(", ")),
                dialect.quoted(table),
                dialect.quoted(Dialect.KEY));
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery(sql)) {
      while (found.next()) {
        StringBuilder row = new StringBuilder(table + " '" + found.getString(1) + "'");
        row.append(", version ").append(found.getLong(2));
        for (int i = 0; i < fields.size(); i++) {
          byte[] value = found.getBytes(i + 3);
          row.append(", ").append(fields.get(i)).append(' ');
          row.append(value == null ? "null" : HexFormat.of().formatHex(value));
        }
        rows.add(row.toString());
      }
    } catch (SQLException e) {
      throw new IllegalStateException(name + ": " + e.getMessage(), e);
    }
    return rows;
  }

  @Override
  public void close() {
    if (chain != null) {
      chain.close();
      chain = null;
    }
  }
}
