package io.hybridycsb.ycsb.sql;

import java.util.Collection;
import java.util.stream.Collectors;

/**
 * PostgreSQL with the ledger's functions, from version 13 on. Tables belong to the ledger's owner,
 * who has them watched: so the binding has that owner make them.
 */
final class PostgresqlLedgerDialect extends PostgresqlDialect {
  private static final String REQUIRE_LEDGER =
      """
      DO $$ BEGIN
        IF to_regclass('ledger.history') IS NULL THEN
          RAISE 'there is no ledger in this database: run ledger.sql in it first';
        END IF;
      END $$""";

  @Override
  String sessionSql(int timeoutS) {
    return super.sessionSql(timeoutS) + "; " + REQUIRE_LEDGER;
  }

  @Override
  String createTable(String table, Collection<String> fields) {
    return call("make_table", table, fields);
  }

  @Override
  String addColumns(String table, Collection<String> fields) {
    return call("add_fields", table, fields);
  }

  private static String call(String function, String table, Collection<String> fields) {
    return fields.stream()
        .map(PostgresqlLedgerDialect::literal)
        .collect(
            Collectors.joining(
                ", ",
                "SELECT ledger.%s(%s, ARRAY[".formatted(function, literal(table)),
                "]::text[])"));
  }

  private static String literal(String text) {
    return "'" + text.replace("'", "''") + "'";
  }
}
