package io.hybridycsb.ledger.audit;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Statements of a superuser, what an audit finds of each, and the statements that undo it. What
 * they change in the ledger's functions, its ledger.sql undoes.
 */
@Retention(RetentionPolicy.RUNTIME)
@CsvSource(
    delimiter = '|',
    value = {
      // Roles.
      "GRANT ledger_owner TO app | role app is a member of ledger_owner, and may change the ledger |"
          + " REVOKE ledger_owner FROM app",
      "ALTER ROLE ledger_owner LOGIN | role ledger_owner may connect | ALTER ROLE ledger_owner"
          + " NOLOGIN",
      "GRANT INSERT ON ledger.history TO app | role app may write to ledger.history | REVOKE INSERT"
          + " ON ledger.history FROM app",
      "GRANT pg_write_all_data TO app | role app may write to ledger.history | REVOKE"
          + " pg_write_all_data FROM app",
      "GRANT pg_write_server_files TO ycsb | role ycsb may run programs or write files of the server"
          + " (pg_write_server_files) | REVOKE pg_write_server_files FROM ycsb",
      "GRANT EXECUTE ON FUNCTION lo_export(oid, text) TO idle | role shy may write files of the"
          + " server (lo_export) | REVOKE EXECUTE ON FUNCTION lo_export(oid, text) FROM idle",
      "CREATE FUNCTION other.f() RETURNS int LANGUAGE sql SECURITY DEFINER AS 'SELECT 1' | role"
          + " ycsb may do with the rights of postgres what other.f() does (SECURITY DEFINER) |"
          + " DROP FUNCTION other.f",
      "CREATE SCHEMA closed; CREATE FUNCTION closed.f() RETURNS int LANGUAGE sql SECURITY DEFINER AS"
          + " 'SELECT 1' | role ycsb may do with the rights of postgres what closed.f() does"
          + " (SECURITY DEFINER) | DROP SCHEMA closed CASCADE",
      "CREATE FUNCTION other.f() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS 'BEGIN RETURN"
          + " NULL; END' | role app may do with the rights of postgres what other.f() does (SECURITY"
          + " DEFINER) | DROP FUNCTION other.f",
      "CREATE FUNCTION other.f() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS 'BEGIN RETURN"
          + " NULL; END'; REVOKE EXECUTE ON FUNCTION other.f FROM PUBLIC; CREATE TABLE own (a int);"
          + " GRANT INSERT (a) ON own TO app; CREATE TRIGGER f AFTER INSERT ON own EXECUTE FUNCTION"
          + " other.f() | role app may do with the rights of postgres what other.f() does (SECURITY"
          + " DEFINER) | DROP TABLE own; DROP FUNCTION other.f",
      "CREATE FUNCTION other.f(oid, text) RETURNS int LANGUAGE internal AS 'be_lo_export' | role ycsb"
          + " may run other.f(oid,text), whose language internal is not trusted | DROP FUNCTION"
          + " other.f",
      "CREATE FUNCTION other.f() RETURNS event_trigger LANGUAGE plpgsql AS 'BEGIN END'; ALTER FUNCTION"
          + " other.f() OWNER TO app; CREATE EVENT TRIGGER e ON ddl_command_end EXECUTE FUNCTION"
          + " other.f() | event trigger e: its function other.f() belongs to app, and runs with the"
          + " rights of others | DROP EVENT TRIGGER e; DROP FUNCTION other.f",
      "CREATE VIEW other.v AS SELECT * FROM ledger.history; CREATE VIEW other.w AS SELECT *"
          + " FROM other.v; GRANT UPDATE (contents) ON other.w TO app | role app may write to"
          + " other.w, which depends on ledger.history | DROP VIEW other.v CASCADE",
      "GRANT CREATE ON SCHEMA public TO PUBLIC | role ycsb may make tables and functions in schema"
          + " public | REVOKE CREATE ON SCHEMA public FROM PUBLIC",
      "GRANT CREATE ON DATABASE postgres TO ycsb | role ycsb may make schemas and extensions (CREATE"
          + " on the database) | REVOKE CREATE ON DATABASE postgres FROM ycsb",
      "CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1'; ALTER FUNCTION f() OWNER TO ycsb |"
          + " function public.f() belongs to ycsb, and a procedure may take it for PostgreSQL's own |"
          + " DROP FUNCTION f",
      "ALTER DATABASE postgres SET lo_compat_privileges = on | lo_compat_privileges is on: whoever"
          + " may connect may write to the ledger's head | ALTER DATABASE postgres RESET ALL",
      "GRANT pg_execute_server_program TO app | role app may run programs or write files of"
          + " the server (pg_execute_server_program) | REVOKE pg_execute_server_program FROM app",
      "ALTER ROLE idle SUPERUSER | role shy is a member of idle, a superuser | ALTER ROLE idle"
          + " NOSUPERUSER",
      "ALTER ROLE ledger_owner SUPERUSER | role ledger_owner is a superuser | ALTER ROLE"
          + " ledger_owner NOSUPERUSER",
      "GRANT UPDATE (contents) ON ledger.history TO app | role app may write to"
          + " ledger.history | REVOKE UPDATE (contents) ON ledger.history FROM app",
      "GRANT pg_write_all_data TO idle | role shy may write to ledger.history | REVOKE"
          + " pg_write_all_data FROM idle",
      "GRANT CREATE ON SCHEMA public TO idle | role shy may make tables and functions in schema"
          + " public | REVOKE CREATE ON SCHEMA public FROM idle",
      "CREATE TABLE own (a int); GRANT INSERT ON own TO idle; GRANT USAGE ON SCHEMA public TO idle |"
          + " public.own: the ledger doesn't watch it, and shy may write to it | DROP TABLE own;"
          + " REVOKE USAGE ON SCHEMA public FROM idle",
      "GRANT TRIGGER ON t TO app | role app may put triggers on public.t, which the ledger"
          + " watches | REVOKE TRIGGER ON t FROM app",
      "GRANT SET ON PARAMETER lo_compat_privileges TO idle | role shy may set"
          + " lo_compat_privileges, and then write to the ledger's head | REVOKE SET ON PARAMETER"
          + " lo_compat_privileges FROM idle",
      "ALTER ROLE app SET lo_compat_privileges = on | lo_compat_privileges is set for role"
          + " app: it may write to the ledger's head | ALTER ROLE app RESET ALL",
      "CREATE FUNCTION pg_catalog.sha256(text) RETURNS bytea LANGUAGE sql AS 'SELECT"
          + " NULL::bytea' | function sha256(text) is beside what PostgreSQL has, and may be taken"
          + " for its own | DROP FUNCTION pg_catalog.sha256(text)",
      "CREATE CAST (bytea AS json) WITH INOUT | cast from bytea to json is beside what"
          + " PostgreSQL has, and may be taken for its own | DROP CAST (bytea AS json)",
      "CREATE TYPE odd AS ENUM ('x'); CREATE CAST (odd AS json) WITH INOUT | cast from public.odd to"
          + " json is beside what PostgreSQL has, and may be taken for its own | DROP TYPE odd"
          + " CASCADE",
      // What the ledger is made of.
      "GRANT UPDATE ON LARGE OBJECT 1279607154 TO ycsb | large object 1279607154: not as this"
          + " release's ledger.sql makes it | REVOKE UPDATE ON LARGE OBJECT 1279607154 FROM ycsb",
      "CREATE OR REPLACE FUNCTION ledger.record_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN"
          + " RETURN NULL; END' | function ledger.record_change(): not as this release's ledger.sql"
          + " makes it | SELECT",
      "ALTER FUNCTION ledger.append(text, text, text, text) OWNER TO app | function"
          + " ledger.append(text,text,text,text): not as this release's ledger.sql makes it | ALTER"
          + " FUNCTION ledger.append(text, text, text, text) OWNER TO ledger_owner",
      "GRANT EXECUTE ON FUNCTION ledger.watch(regclass) TO app | function ledger.watch(regclass): not"
          + " as this release's ledger.sql makes it | REVOKE EXECUTE ON FUNCTION"
          + " ledger.watch(regclass) FROM app",
      "CREATE FUNCTION ledger.encoded(int) RETURNS int LANGUAGE sql AS 'SELECT 1' | function"
          + " ledger.encoded(integer): the ledger has no such thing | DROP FUNCTION"
          + " ledger.encoded(int)",
      "ALTER SCHEMA ledger OWNER TO app | schema ledger: not as this release's ledger.sql makes it |"
          + " ALTER SCHEMA ledger OWNER TO ledger_owner",
      "ALTER TABLE ledger.history OWNER TO app | relation ledger.history: not as this release's"
          + " ledger.sql makes it | ALTER TABLE ledger.history OWNER TO ledger_owner",
      "CREATE RULE r AS ON DELETE TO ledger.history DO INSTEAD NOTHING | relation ledger.history: not"
          + " as this release's ledger.sql makes it | DROP RULE r ON ledger.history",
      "CREATE FUNCTION ledger_procedures.hybrid_ycsb_0() RETURNS bigint LANGUAGE plpgsql AS 'BEGIN"
          + " RETURN 1; END' | ledger_procedures.hybrid_ycsb_0() is not the procedure whose name it"
          + " has | DROP FUNCTION ledger_procedures.hybrid_ycsb_0()",
      "CREATE FUNCTION f(bigint) RETURNS bigint IMMUTABLE LANGUAGE sql AS 'SELECT $1';"
          + " CREATE INDEX own ON ledger.history (public.f(number)) | relation ledger.history: not"
          + " as this release's ledger.sql makes it | DROP INDEX ledger.own; DROP FUNCTION f",
      "CREATE FUNCTION f() RETURNS int LANGUAGE sql RETURN 2; UPDATE pg_proc SET prosqlbody"
          + " = (SELECT prosqlbody FROM pg_proc WHERE proname = 'f') WHERE oid ="
          + " 'ledger.version()'::regprocedure | function ledger.version(): not as this release's"
          + " ledger.sql makes it | UPDATE pg_proc SET prosqlbody = NULL WHERE oid ="
          + " 'ledger.version()'::regprocedure; DROP FUNCTION f",
      // The triggers, and what leads writes past them.
      "ALTER TABLE t DISABLE TRIGGER ledger_write | public.t: its trigger is missing, replaced, or"
          + " not on ALWAYS: ledger_write | ALTER TABLE t ENABLE ALWAYS TRIGGER ledger_write",
      "ALTER TABLE t ENABLE TRIGGER ledger_write | public.t: its trigger is missing, replaced, or not"
          + " on ALWAYS: ledger_write | ALTER TABLE t ENABLE ALWAYS TRIGGER ledger_write",
      "ALTER TABLE t DISABLE TRIGGER ledger_truncate | public.t: its trigger is missing, replaced, or"
          + " not on ALWAYS: ledger_truncate | ALTER TABLE t ENABLE ALWAYS TRIGGER ledger_truncate",
      "DROP TRIGGER ledger_write ON t; CREATE CONSTRAINT TRIGGER ledger_write AFTER INSERT OR UPDATE"
          + " OR DELETE ON t DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (false) EXECUTE FUNCTION"
          + " ledger.record_change('ycsb_key'); ALTER TABLE t ENABLE ALWAYS TRIGGER ledger_write |"
          + " public.t: its trigger is missing, replaced, or not on ALWAYS: ledger_write | DROP"
          + " TRIGGER ledger_write ON t; DROP TRIGGER ledger_truncate ON t; SELECT"
          + " ledger.make_triggers('t')",
      "CREATE TRIGGER own BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION"
          + " suppress_redundant_updates_trigger() | public.t: it has further triggers: own | DROP"
          + " TRIGGER own ON t",
      "ALTER TABLE t OWNER TO app | public.t: it belongs to app, who may switch the ledger off | ALTER"
          + " TABLE t OWNER TO ledger_owner",
      "CREATE RULE r AS ON INSERT TO t DO INSTEAD NOTHING | public.t: it has rules, which may write"
          + " elsewhere | DROP RULE r ON t",
      "ALTER TABLE t ENABLE ROW LEVEL SECURITY | public.t: it has row security, which hides records |"
          + " ALTER TABLE t DISABLE ROW LEVEL SECURITY",
      "CREATE TABLE child () INHERITS (t); INSERT INTO child VALUES ('user0', 1) | public.t: it"
          + " inherits from other tables, or others from it | DROP TABLE child",
      "ALTER TABLE t SET UNLOGGED | public.t: it is not an ordinary, logged table | ALTER TABLE t SET"
          + " LOGGED",
      "ALTER TABLE t RENAME TO gone | public.t: there is no such table, but the history has changes"
          + " of it, the newest of user1 in row 1 | ALTER TABLE gone RENAME TO t",
      "ALTER TABLE t SET SCHEMA other | public.t: there is no such table, but the history has changes"
          + " of it, the newest of user1 in row 1 | ALTER TABLE other.t SET SCHEMA public",
      "CREATE TYPE odd AS ENUM ('x'); ALTER TYPE odd OWNER TO app; ALTER TABLE t ADD COLUMN o odd |"
          + " public.t: of its columns, the type belongs to others, whose casts the ledger would run:"
          + " o | ALTER TABLE t DROP COLUMN o; DROP TYPE odd",
      "REVOKE SELECT ON t FROM ledger_writer | public.t can't be read: ERROR: permission denied for"
          + " table t | GRANT SELECT ON t TO ledger_writer",
      "UPDATE pg_class SET relhastriggers = false WHERE relname = 't' | public.t: its"
          + " triggers are off (relhastriggers) | UPDATE pg_class SET relhastriggers = true WHERE"
          + " relname = 't'",
      "CREATE TRIGGER own BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION"
          + " suppress_redundant_updates_trigger(); UPDATE pg_trigger SET tgisinternal = true"
          + " WHERE tgname = 'own' | public.t: it has further triggers: own | UPDATE pg_trigger"
          + " SET tgisinternal = false WHERE tgname = 'own'; DROP TRIGGER own ON t",
      "CREATE TRIGGER own BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION"
          + " suppress_redundant_updates_trigger(); ALTER TABLE t OWNER TO CURRENT_USER |"
          + " public.t: it has further triggers: own | DROP TRIGGER own ON t; ALTER TABLE t OWNER"
          + " TO ledger_owner",
      "ALTER TABLE t ADD COLUMN o regclass[] | public.t: of its columns, the contents change"
          + " with the names of others, without a change of the record: o | ALTER TABLE t DROP"
          + " COLUMN o",
      "CREATE DOMAIN one AS regclass; CREATE DOMAIN two AS one; CREATE TYPE three AS (f two[]);"
          + " ALTER TABLE t ADD COLUMN o three | public.t: of its columns, the contents change with"
          + " the names of others, without a change of the record: o | ALTER TABLE t DROP COLUMN o;"
          + " DROP TYPE three; DROP DOMAIN two; DROP DOMAIN one",
      "CREATE TYPE odd AS RANGE (subtype = regclass, subtype_opclass = oid_ops, multirange_type_name ="
          + " odds); ALTER TABLE t ADD COLUMN o odds | public.t: of its columns, the contents change"
          + " with the names of others, without a change of the record: o | ALTER TABLE t DROP"
          + " COLUMN o; DROP TYPE odd",
      "ALTER TABLE t ADD COLUMN o int GENERATED ALWAYS AS (1) VIRTUAL | public.t: of its columns,"
          + " triggers see no value, for it is computed when it is read (VIRTUAL): o | ALTER TABLE t"
          + " DROP COLUMN o",
      // Tables beside those that are watched.
      "CREATE TABLE own (a int); GRANT INSERT ON own TO ycsb | public.own: the ledger doesn't watch"
          + " it, and ycsb may write to it | DROP TABLE own",
      "CREATE TABLE own (a int); GRANT UPDATE (a) ON own TO PUBLIC | public.own: the ledger doesn't"
          + " watch it, and ledger_writer, shy, ycsb may write to it | DROP TABLE own",
      "CREATE TABLE own (ycsb_key text) | public.own: the ledger doesn't watch it, though it is as"
          + " the binding's tables are | DROP TABLE own",
      "CREATE TABLE other.own (a int); GRANT ALL ON other.own TO ycsb | other.own: the ledger doesn't"
          + " watch it, and ycsb may write to it | DROP TABLE other.own",
      "CREATE VIEW own AS SELECT * FROM t; GRANT ALL ON own TO ycsb | public.own: the ledger doesn't"
          + " watch it, and ycsb may write to it | DROP VIEW own",
      "CREATE TABLE own (a int) PARTITION BY LIST (a); GRANT ALL ON own TO ycsb | public.own: the"
          + " ledger doesn't watch it, and ycsb may write to it | DROP TABLE own",
      "CREATE FOREIGN DATA WRAPPER w; CREATE SERVER s FOREIGN DATA WRAPPER w; CREATE FOREIGN TABLE"
          + " own (a int) SERVER s; GRANT ALL ON own TO ycsb | public.own: the ledger doesn't watch"
          + " it, and ycsb may write to it | DROP FOREIGN DATA WRAPPER w CASCADE",
      "CREATE TABLE \"o\u0001wn\" (a int); GRANT ALL ON \"o\u0001wn\" TO ycsb | public.\"o\\u0001wn\":"
          + " the ledger doesn't watch it, and ycsb may write to it | DROP TABLE \"o\u0001wn\"",
    })
@interface Loopholes {}
