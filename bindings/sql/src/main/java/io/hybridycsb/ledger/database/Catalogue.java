package io.hybridycsb.ledger.database;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Optional;

/** What the system's catalogues tell of the ledger, and of who may get round it. */
final class Catalogue {
  /**
   * Those who are there for writing, members of ledger_writer and that role itself, by name, and
   * each role whose rights they can take: SET ROLE gives those that aren't inherited. Members of
   * ledger_owner and of superusers are told of by themselves.
   */
  private static final String WRITERS =
      """
      writers AS (
        SELECT r.oid, w.rolname
        FROM pg_roles w JOIN pg_roles r ON pg_has_role(w.oid, r.oid, 'MEMBER')
        WHERE NOT w.rolsuper AND pg_has_role(w.oid, 'ledger_writer', 'MEMBER')
          AND NOT r.rolsuper AND r.rolname <> 'ledger_owner'
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
              SELECT string_agg(DISTINCT w.rolname, ', ' ORDER BY w.rolname) FROM writers w
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
          jsonb_build_array(p.proowner::regrole, l.lanname, p.prokind, p.prosecdef, p.provolatile,
            p.proisstrict, p.proretset, p.prorettype::regtype, p.proargnames, p.proargmodes,
            p.provariadic, p.proargdefaults, p.protrftypes, p.prosupport::oid, p.proconfig,
            p.prosrc, p.probin, to_jsonb(p) ->> 'prosqlbody',
            %s)::text
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
            ARRAY(SELECT pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid = c.oid ORDER BY 1),
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

  /**
   * A line for each. Superusers are not told of, for there is always one. Roles are asked for all
   * whose rights they can take, as {@link #WRITERS}. Objects of PostgreSQL itself have numbers
   * below 16384. Who may execute a function calls it, also by a view in whose schema he may use
   * nothing, or by a trigger on a temporary table of his. Who may write to a table calls its
   * triggers' functions.
   */
  static final String LOOPHOLES =
      "WITH RECURSIVE "
          + WRITERS
          + """
          ,
          views(oid) AS (
            SELECT to_regclass('ledger.history')::oid
            UNION
            SELECT r.ev_class FROM views v JOIN pg_depend d
                ON d.refclassid = 'pg_class'::regclass AND d.refobjid = v.oid
              JOIN pg_rewrite r ON d.classid = 'pg_rewrite'::regclass AND r.oid = d.objid
              JOIN pg_class c ON c.oid = r.ev_class AND c.relkind <> 'm'
          ),
          others AS (
            SELECT o.rolname, r.oid, r.rolname AS taken, r.rolsuper, r.rolcreaterole
            FROM pg_roles o JOIN pg_roles r ON pg_has_role(o.oid, r.oid, 'MEMBER')
            WHERE NOT o.rolsuper AND o.rolname <> 'ledger_owner' AND left(o.rolname, 3) <> 'pg_'
          ),
          powers AS (SELECT * FROM others WHERE NOT rolsuper AND taken <> 'ledger_owner'),
          functions AS (
            SELECT p.oid, p.proowner, l.lanname, p.prorettype,
                p.prosecdef AND (o.rolsuper OR o.rolname = 'ledger_owner') AS lends,
                NOT l.lanpltrusted AND NOT EXISTS (
                  SELECT FROM pg_depend d
                  WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
                  AS unbound
              FROM pg_proc p JOIN pg_roles o ON o.oid = p.proowner JOIN pg_language l ON l.oid = p.prolang
              WHERE p.oid >= 16384 AND p.pronamespace <> to_regnamespace('ledger')
          ),
          calls AS (
            SELECT rolname, f.* FROM powers, functions f
              WHERE (f.lends OR f.unbound) AND f.prorettype <> 'event_trigger'::regtype
                AND has_function_privilege(powers.oid, f.oid, 'EXECUTE')
            UNION
            SELECT rolname, f.* FROM powers, functions f JOIN pg_trigger t ON t.tgfoid = f.oid
              WHERE (f.lends OR f.unbound) AND (
                has_table_privilege(powers.oid, t.tgrelid, 'INSERT, UPDATE, DELETE, TRUNCATE')
                OR has_any_column_privilege(powers.oid, t.tgrelid, 'INSERT, UPDATE'))
          )
          SELECT format('role %s is a member of ledger_owner, and may change the ledger', rolname)
            FROM others WHERE taken = 'ledger_owner'
          UNION
          SELECT format('role %s is a member of %s, a superuser', rolname, taken)
            FROM others WHERE rolsuper
          UNION
          SELECT 'role ledger_owner may connect' FROM pg_roles
            WHERE rolname = 'ledger_owner' AND rolcanlogin
          UNION
          SELECT 'role ledger_owner is a superuser' FROM pg_roles
            WHERE rolname = 'ledger_owner' AND rolsuper
          UNION
          SELECT format('role %s may write to ledger.history', rolname) FROM powers
            WHERE has_table_privilege(
                oid, to_regclass('ledger.history'), 'INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER')
              OR has_any_column_privilege(oid, to_regclass('ledger.history'), 'INSERT, UPDATE')
          UNION
          SELECT format('role %s may write to %s, which depends on ledger.history', rolname,
              views.oid::regclass)
            FROM powers, views
            WHERE views.oid <> to_regclass('ledger.history') AND (
              has_table_privilege(powers.oid, views.oid, 'INSERT, UPDATE, DELETE')
              OR has_any_column_privilege(powers.oid, views.oid, 'INSERT, UPDATE'))
          UNION
          SELECT format('role %s may do with the rights of %s what %s does (SECURITY DEFINER)',
              rolname, proowner::regrole, oid::regprocedure)
            FROM calls WHERE lends
          UNION
          SELECT format('role %s may run %s, whose language %s is not trusted', rolname,
              oid::regprocedure, lanname)
            FROM calls WHERE unbound
          UNION
          SELECT format('event trigger %s: its function %s belongs to %s, and runs with the rights of others',
              e.evtname, p.oid::regprocedure, o.rolname)
            FROM pg_event_trigger e JOIN pg_proc p ON p.oid = e.evtfoid
              JOIN pg_roles o ON o.oid = p.proowner
            WHERE NOT o.rolsuper AND o.rolname <> 'ledger_owner'
          UNION
          SELECT format('role %s may write files of the server (lo_export)', rolname) FROM powers
            WHERE has_function_privilege(oid, 'lo_export(oid, text)', 'EXECUTE')
          UNION
          SELECT format('role %s may put triggers on %s, which the ledger watches', rolname, t.tgrelid::regclass)
            FROM powers, pg_trigger t
            WHERE t.tgfoid = to_regproc('ledger.record_change')
              AND has_table_privilege(powers.oid, t.tgrelid, 'TRIGGER')
          UNION
          SELECT format('role %s may make other roles members of ledger_owner (CREATEROLE)', rolname)
            FROM powers WHERE rolcreaterole AND current_setting('server_version_num')::int < 160000
          UNION
          SELECT format('role %s may run programs or write files of the server (%s)', rolname, taken)
            FROM powers WHERE taken IN ('pg_execute_server_program', 'pg_write_server_files')
          UNION
          SELECT format('role %s may make tables and functions in schema %s', w.rolname, n.nspname)
            FROM writers w, pg_namespace n
            WHERE n.nspname IN ('public', 'ledger', 'ledger_procedures')
              AND has_schema_privilege(w.oid, n.oid, 'CREATE')
          UNION
          SELECT format('role %s may make schemas and extensions (CREATE on the database)', rolname)
            FROM writers WHERE has_database_privilege(oid, current_database(), 'CREATE')
          UNION
          SELECT format('%s belongs to %s, and a procedure may take it for PostgreSQL''s own', thing,
              owner::regrole)
            FROM (
              SELECT 'function ' || oid::regprocedure AS thing, proowner AS owner, pronamespace AS schema
                FROM pg_proc
              UNION ALL
              SELECT 'operator ' || oid::regoperator, oprowner, oprnamespace FROM pg_operator
              UNION ALL
              SELECT 'type ' || oid::regtype, typowner, typnamespace FROM pg_type
                WHERE typrelid = 0 AND typelem = 0
            ) things
            WHERE schema = to_regnamespace('public') AND owner IN (SELECT oid FROM writers)
          UNION
          SELECT format('%s is beside what PostgreSQL has, and may be taken for its own', thing)
            FROM (
              SELECT 'function ' || oid::regprocedure AS thing FROM pg_proc
                WHERE pronamespace = 'pg_catalog'::regnamespace AND oid >= 16384
              UNION ALL
              SELECT 'operator ' || oid::regoperator FROM pg_operator
                WHERE oprnamespace = 'pg_catalog'::regnamespace AND oid >= 16384
              UNION ALL
              SELECT 'relation ' || relname FROM pg_class
                WHERE relnamespace = 'pg_catalog'::regnamespace AND oid >= 16384
              UNION ALL
              SELECT format('cast from %s to %s', castsource::regtype, casttarget::regtype) FROM pg_cast
                WHERE oid >= 16384 AND castsource < 16384 AND casttarget < 16384
              UNION ALL
              SELECT format('cast from %s to %s', castsource::regtype, casttarget::regtype) FROM pg_cast c
                WHERE castsource >= 16384 AND casttarget IN ('json'::regtype, 'jsonb'::regtype)
                  AND NOT EXISTS (
                    SELECT FROM pg_depend d
                    WHERE d.classid = 'pg_cast'::regclass AND d.objid = c.oid AND d.deptype = 'e')
            ) things
          UNION
          SELECT format('%s is not the procedure whose name it has', p.oid::regprocedure)
            FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
            WHERE p.pronamespace = to_regnamespace('ledger_procedures') AND (
              p.proname IS DISTINCT FROM ledger.procedure_name(
                coalesce(p.proargnames, '{}'),
                ARRAY(
                  SELECT format_type(type, NULL)
                  FROM unnest(p.proargtypes) WITH ORDINALITY AS types(type, place) ORDER BY place),
                p.prosrc)
              OR p.prosecdef OR p.proconfig IS NOT NULL OR p.proargdefaults IS NOT NULL
              OR p.prorettype <> 'bigint'::regtype OR p.prokind <> 'f' OR l.lanname <> 'plpgsql'
              OR p.proowner <> 'ledger_owner'::regrole)
          UNION
          SELECT 'lo_compat_privileges is on: whoever may connect may write to the ledger''s head'
            WHERE current_setting('lo_compat_privileges')::bool
          UNION
          SELECT format('lo_compat_privileges is set for %s: it may write to the ledger''s head',
              CASE WHEN s.setrole = 0 THEN 'all roles' ELSE 'role ' || s.setrole::regrole END)
            FROM pg_db_role_setting s, unnest(s.setconfig) setting
            WHERE split_part(setting, '=', 1) = 'lo_compat_privileges'
              AND s.setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
          """;

  /** The same of rights to settings, which are there from version 15 on. */
  static final String SETTING_LOOPHOLES =
      LOOPHOLES
          + """
          UNION
          SELECT format('role %s may set lo_compat_privileges, and then write to the ledger''s head',
              rolname)
            FROM powers WHERE has_parameter_privilege(oid, 'lo_compat_privileges', 'SET, ALTER SYSTEM')
          """;

  /** Who may make and drop things in the schema public without being a superuser, in a line. */
  static final String OWNERS =
      """
      SELECT coalesce(string_agg(DISTINCT format('%s (%s)', r.rolname, what), ', '), '')
      FROM (
        SELECT nspowner AS owner, 'owner of the schema public' AS what FROM pg_namespace
          WHERE nspname = 'public'
        UNION ALL
        SELECT datdba, 'owner of the database' FROM pg_database WHERE datname = current_database()
      ) owners JOIN pg_roles r ON r.oid = owner
      WHERE NOT r.rolsuper AND r.rolname NOT IN ('ledger_owner', 'pg_database_owner')
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
