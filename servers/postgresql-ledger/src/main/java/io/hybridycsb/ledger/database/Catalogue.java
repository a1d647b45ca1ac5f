package io.hybridycsb.ledger.database;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Optional;

/** What the system's catalogues tell of the ledger, and of who may get round it. */
final class Catalogue {
  /**
   * Those who are there for writing: members of ledger_writer, and that role itself. The same right
   * of each of them is one line.
   */
  private static final String WRITERS =
      """
      writers AS (
        SELECT oid, rolname, rolcreaterole FROM pg_roles
        WHERE NOT rolsuper AND pg_has_role(oid, 'ledger_writer', 'MEMBER')
      )""";

  /** Tables and views but for the system's and the ledger's own, and those of single sessions. */
  static final String TABLES =
      "WITH "
          + WRITERS
          + """

          SELECT c.oid::regclass::text, ledger.key_of(c.oid),
            EXISTS (
              SELECT FROM pg_trigger t WHERE t.tgrelid = c.oid AND (
                t.tgname IN ('ledger_write', 'ledger_truncate')
                OR t.tgfoid IN (
                  to_regproc('ledger.record_change'), to_regproc('ledger.refuse')))),
            ledger.faults(c.oid),
            coalesce((
              SELECT string_agg(w.rolname, ', ' ORDER BY w.rolname) FROM writers w
              WHERE has_schema_privilege(w.oid, n.oid, 'USAGE') AND (
                has_table_privilege(w.oid, c.oid, 'INSERT, UPDATE, DELETE')
                OR has_any_column_privilege(w.oid, c.oid, 'INSERT, UPDATE'))), ''),
            n.nspname = 'public' AND EXISTS (
              SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'ycsb_key')
          FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
          WHERE c.relkind IN ('r', 'p', 'f', 'v')
            AND n.nspname NOT IN ('information_schema', 'ledger') AND n.nspname NOT LIKE 'pg\\_%'
          """;

  /** Rights are those of others than the owner, who has all. */
  private static final String RIGHTS =
      """
      (SELECT string_agg(concat_ws(' ', grantee::regrole, privilege_type), ', '
          ORDER BY grantee::regrole::text, privilege_type)
        FROM aclexplode(%s) WHERE grantee <> %s)""";

  /** All that ledger.sql makes. */
  static final String DEFINITIONS =
      """
      WITH parts(name, definition) AS (
        SELECT 'function ' || p.oid::regprocedure,
          concat_ws(E'\\n', p.proowner::regrole, l.lanname, p.prokind, p.prosecdef, p.provolatile,
            p.proisstrict, p.proretset, p.prorettype::regtype, p.proargnames, p.proconfig, p.prosrc,
            %s)
        FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
        WHERE p.pronamespace = to_regnamespace('ledger')
        UNION ALL
        SELECT 'relation ' || c.oid::regclass,
          concat_ws(E'\\n', c.relowner::regrole, c.relkind, c.relpersistence, c.relrowsecurity,
            ARRAY(
              SELECT concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod),
                a.attcollation::regcollation, a.attnotnull, a.attgenerated)
              FROM pg_attribute a
              WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum),
            ARRAY(
              SELECT pg_get_constraintdef(o.oid) FROM pg_constraint o
              WHERE o.conrelid = c.oid AND o.contype IN ('p', 'u', 'c', 'f', 'x') ORDER BY 1),
            ARRAY(SELECT tgname FROM pg_trigger t WHERE t.tgrelid = c.oid ORDER BY 1),
            ARRAY(SELECT rulename FROM pg_rewrite r WHERE r.ev_class = c.oid ORDER BY 1),
            (SELECT count(*) FROM pg_inherits WHERE c.oid IN (inhrelid, inhparent)),
            %s)
        FROM pg_class c
        WHERE c.relnamespace IN (to_regnamespace('ledger'), to_regnamespace('ledger_procedures'))
          AND c.relkind <> 'i'
        UNION ALL
        SELECT 'schema ' || n.nspname, concat_ws(E'\\n', n.nspowner::regrole, %s)
        FROM pg_namespace n WHERE n.nspname IN ('ledger', 'ledger_procedures')
        UNION ALL
        SELECT 'large object ' || m.oid, concat_ws(E'\\n', m.lomowner::regrole, %s)
        FROM pg_largeobject_metadata m WHERE m.oid = 1279607154
      )
      SELECT name, encode(sha256(convert_to(definition, 'UTF8')), 'hex') FROM parts ORDER BY name
      """
          .formatted(
              RIGHTS.formatted("coalesce(p.proacl, acldefault('f', p.proowner))", "p.proowner"),
              RIGHTS.formatted("c.relacl", "c.relowner"),
              RIGHTS.formatted("n.nspacl", "n.nspowner"),
              RIGHTS.formatted("m.lomacl", "m.lomowner"));

  /** A line for each. Superusers are not told of, for there is always one. */
  static final String LOOPHOLES =
      "WITH "
          + WRITERS
          + """
          ,
          others AS (
            SELECT oid, rolname FROM pg_roles
            WHERE NOT rolsuper AND rolname <> 'ledger_owner' AND rolname NOT LIKE 'pg\\_%'
          )
          SELECT format('role %s is a member of ledger_owner, and may change the ledger', rolname)
            FROM others WHERE pg_has_role(oid, 'ledger_owner', 'MEMBER')
          UNION ALL
          SELECT 'role ledger_owner may connect' FROM pg_roles
            WHERE rolname = 'ledger_owner' AND rolcanlogin
          UNION ALL
          SELECT format('role %s may write to ledger.history', rolname) FROM others
            WHERE has_table_privilege(
              oid, to_regclass('ledger.history'), 'INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER')
          UNION ALL
          SELECT format('role %s may make other roles members of ledger_owner (CREATEROLE)', rolname)
            FROM writers WHERE rolcreaterole
          UNION ALL
          SELECT format('role %s may run programs or write files of the server (%s)', rolname, power)
            FROM writers, unnest(ARRAY['pg_execute_server_program', 'pg_write_server_files']) power
            WHERE pg_has_role(oid, power, 'MEMBER')
          UNION ALL
          SELECT format('role %s may make tables and functions in schema %s', w.rolname, n.nspname)
            FROM writers w, pg_namespace n
            WHERE n.nspname IN ('public', 'ledger', 'ledger_procedures')
              AND has_schema_privilege(w.oid, n.oid, 'CREATE')
          UNION ALL
          SELECT format('role %s may make schemas and extensions (CREATE on the database)', rolname)
            FROM writers WHERE has_database_privilege(oid, current_database(), 'CREATE')
          UNION ALL
          SELECT format('%s belongs to %s, and a procedure may take it for PostgreSQL''s own', thing,
              w.rolname)
            FROM writers w JOIN (
              SELECT 'function ' || oid::regprocedure AS thing, proowner AS owner, pronamespace AS schema
                FROM pg_proc
              UNION ALL
              SELECT 'operator ' || oid::regoperator, oprowner, oprnamespace FROM pg_operator
              UNION ALL
              SELECT 'type ' || oid::regtype, typowner, typnamespace FROM pg_type
                WHERE typrelid = 0 AND typelem = 0
            ) things ON things.owner = w.oid AND things.schema = to_regnamespace('public')
          UNION ALL
          SELECT format('%s is not the procedure whose name it has', p.oid::regprocedure)
            FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
            WHERE p.pronamespace = to_regnamespace('ledger_procedures') AND (
              p.proname IS DISTINCT FROM ledger.procedure_name(
                coalesce(p.proargnames, '{}'),
                ARRAY(
                  SELECT format_type(type, NULL)
                  FROM unnest(p.proargtypes) WITH ORDINALITY AS types(type, place) ORDER BY place),
                p.prosrc)
              OR p.prosecdef OR p.proconfig IS NOT NULL OR l.lanname <> 'plpgsql'
              OR p.proowner <> 'ledger_owner'::regrole)
          UNION ALL
          SELECT 'lo_compat_privileges is on: whoever may connect may write to the ledger''s head'
            WHERE current_setting('lo_compat_privileges')::bool
          """;

  private Catalogue() {}

  /** Reads a row of {@link #TABLES}. */
  static UserTable table(ResultSet row) throws SQLException {
    return new UserTable(
        row.getString(1),
        Optional.ofNullable(row.getString(2)),
        row.getBoolean(3),
        Arrays.stream((Object[]) row.getArray(4).getArray()).map(String::valueOf).toList(),
        row.getString(5),
        row.getBoolean(6));
  }
}
