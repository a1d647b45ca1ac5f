package io.hybridycsb.ycsb.sql;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hybridycsb.ycsb.record.Digests;
import io.hybridycsb.ycsb.support.Procedure;
import java.security.MessageDigest;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * PostgreSQL with the ledger's functions, from version 13 on. Tables and procedures belong to the
 * ledger's owner, so that no writer can replace what another one uses: the binding has that owner
 * make them.
 */
final class PostgresqlLedgerDialect extends PostgresqlDialect {
  /** Of the ledger.sql that this release has. */
  private static final int VERSION = 2;

  /** How much of a hash is in a procedure's name. */
  private static final int NAME_HASH_BYTES = 24;

  private static final String REQUIRE_LEDGER =
      """
      DO $$ DECLARE
        found int := 1;
      BEGIN
        IF to_regclass('ledger.history') IS NULL THEN
          RAISE 'there is no ledger in this database: run ledger.sql in it first';
        END IF;
        IF to_regprocedure('ledger.version()') IS NOT NULL THEN
          found := ledger.version();
        END IF;
        IF found <> %d THEN
          RAISE 'the ledger in this database is of another release: run the ledger.sql of this one in it, as a superuser';
        END IF;
      END $$"""
          .formatted(VERSION);

  /** A workload has few, and calls each often. */
  private final Map<Procedure, String> functions = new HashMap<>();

  /** Tables that a session has made for itself would otherwise come before all others. */
  @Override
  String sessionSql(int timeoutS) {
    return super.sessionSql(timeoutS)
        + "; SET search_path = public, pg_temp; SET standard_conforming_strings = on; "
        + REQUIRE_LEDGER;
  }

  @Override
  Optional<String> tableCheck() {
    return Optional.of("SELECT ledger.require_watched(?)");
  }

  @Override
  String createTable(String table, Collection<String> fields) {
    return call("make_table", literal(table), array(fields.stream()));
  }

  @Override
  String addColumns(String table, Collection<String> fields) {
    return call("add_fields", literal(table), array(fields.stream()));
  }

  @Override
  String createProcedure(Procedure procedure) {
    return call(
        "make_procedure",
        array(names(procedure)),
        array(types(procedure)),
        literal(procedure.postgresql()));
  }

  /** By all that makes it what it is, as the ledger names it: no other one can have this name. */
  @Override
  String function(Procedure procedure) {
    return functions.computeIfAbsent(
        procedure,
        each ->
            "ledger_procedures."
                + quoted(
                    "hybrid_ycsb_" + HexFormat.of().formatHex(hash(each), 0, NAME_HASH_BYTES)));
  }

  private byte[] hash(Procedure procedure) {
    MessageDigest sha256 = Digests.sha256();
    Stream.of(names(procedure), types(procedure), Stream.of(procedure.postgresql()))
        .flatMap(each -> each)
        .forEach(each -> Digests.add(sha256, each.getBytes(UTF_8)));
    return sha256.digest();
  }

  private static Stream<String> names(Procedure procedure) {
    return procedure.parameters().stream().map(Procedure.Parameter::name);
  }

  private Stream<String> types(Procedure procedure) {
    return procedure.parameters().stream().map(parameter -> type(parameter.type()));
  }

  private static String call(String function, String... arguments) {
    return "SELECT ledger.%s(%s)".formatted(function, String.join(", ", arguments));
  }

  private static String array(Stream<String> texts) {
    return texts
        .map(PostgresqlLedgerDialect::literal)
        .collect(Collectors.joining(", ", "ARRAY[", "]::text[]"));
  }

  private static String literal(String text) {
    return "'" + text.replace("'", "''") + "'";
  }
}
