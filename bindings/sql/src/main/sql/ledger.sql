-- A ledger for PostgreSQL, from version 13 on: every change of a record in a watched table is a row of ledger.history, and the
-- rows are a chain of hashes. docs/systems/postgresql-ledger.md describes it. To be run once in a database, by a superuser, and
-- again to bring a ledger that an older release has made up to this one:
--
--   psql -v ON_ERROR_STOP=1 -d DATABASE -f ledger.sql
--
-- It is also run by "postgres --single -j", to which a statement ends where a line ends in a semicolon and an empty line
-- follows. So there are no empty lines within a function.

BEGIN;

-- Whoever could make functions in another schema is not to have a superuser call them.
SET LOCAL search_path = pg_catalog, pg_temp;

SET LOCAL client_min_messages = warning;

-- The owner of the ledger, as whom nobody connects, and the group of those who write and audit.
DO $$
BEGIN
  IF getdatabaseencoding() <> 'UTF8' THEN
    RAISE 'the encoding of this database is %, and a ledger needs UTF8: make another database', getdatabaseencoding();
  END IF;
  IF to_regrole('ledger_owner') IS NULL THEN
    CREATE ROLE ledger_owner NOLOGIN;
  END IF;
  IF to_regrole('ledger_writer') IS NULL THEN
    CREATE ROLE ledger_writer NOLOGIN;
  END IF;
  IF EXISTS (
    SELECT FROM pg_namespace
    WHERE nspname IN ('ledger', 'ledger_procedures') AND nspowner <> 'ledger_owner'::regrole) THEN
    RAISE 'a schema ledger or ledger_procedures belongs to somebody else than ledger_owner: drop or rename it first';
  END IF;
  IF EXISTS (
    SELECT FROM pg_largeobject_metadata WHERE oid = 1279607154 AND lomowner <> 'ledger_owner'::regrole) THEN
    RAISE 'the large object 1279607154 belongs to somebody else than ledger_owner: remove it first';
  END IF;
END $$;

CREATE SCHEMA IF NOT EXISTS ledger AUTHORIZATION ledger_owner;

-- Of the functions that the YCSB binding has made.
CREATE SCHEMA IF NOT EXISTS ledger_procedures AUTHORIZATION ledger_owner;

GRANT USAGE ON SCHEMA ledger, ledger_procedures TO ledger_writer;

-- Who writes is to make nothing where records are: no table that nobody watches, and no function in place of PostgreSQL's own.
-- Before version 15 everybody may.
REVOKE CREATE ON SCHEMA public FROM PUBLIC, ledger_writer;

GRANT USAGE, CREATE ON SCHEMA public TO ledger_owner;

GRANT USAGE ON SCHEMA public TO ledger_writer;

SET LOCAL ROLE ledger_owner;

-- A row for each change, without gaps. The transaction's number is PostgreSQL's own; its rows follow each other. The contents
-- are the record after the change, as JSON, or null when it was deleted.
CREATE TABLE IF NOT EXISTS ledger.history (
  number bigint PRIMARY KEY,
  transaction_id bigint NOT NULL,
  table_name text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  operation text COLLATE "C" NOT NULL,
  contents text COLLATE "C",
  hash bytea NOT NULL
);

GRANT SELECT ON ledger.history TO ledger_writer;

-- The chain's head, as a large object: the newest row's number, the number of transactions, the newest one's id, and the newest
-- row's hash, and blanks up to 128 bytes. No row of a table would do. A transaction of more than the level
-- "read committed" sees rows as they were when it began, and would be aborted whenever another one has committed since. A large
-- object opened for writing is read as it is.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_largeobject_metadata WHERE oid = 1279607154) THEN
    PERFORM lo_create(1279607154);
    PERFORM lo_put(1279607154, 0, convert_to(rpad('0 0 0 ' || repeat('0', 64), 128), 'UTF8'));
  END IF;
END $$;

GRANT SELECT ON LARGE OBJECT 1279607154 TO ledger_writer;

-- Of what this file makes; the binding and the audit ask for it.
CREATE OR REPLACE FUNCTION ledger.version() RETURNS int LANGUAGE sql IMMUTABLE AS $$
  SELECT 2
$$;

-- Four bytes of length, and the text in UTF-8; a length of -1 for null.
CREATE OR REPLACE FUNCTION ledger.encoded(text) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(int4send(octet_length(convert_to($1, 'UTF8'))) || convert_to($1, 'UTF8'), int4send(-1))
$$;

-- Appends a row, of at most 31 MiB. An audit reads 32 MiB of a record, which gets longer by the columns that are added to its
-- table. From the first one on, until the transaction has committed, nobody else can: only so has the chain no gap and
-- no fork.
CREATE OR REPLACE FUNCTION ledger.append(table_name text, key text, operation text, contents text) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  -- 131072 is for writing, 262144 for reading.
  head_mode CONSTANT int := 131072 | 262144;
  head int;
  parts text[];
  number bigint;
  transactions bigint;
  id bigint := pg_current_xact_id()::text::bigint;
  hash bytea;
  body bytea := ledger.encoded(table_name) || ledger.encoded(key) || ledger.encoded(operation) || ledger.encoded(contents);
BEGIN
  IF octet_length(body) > 32505856 THEN
    RAISE 'a change of % has % bytes, and the ledger takes at most 32505856: write a smaller record',
      table_name, octet_length(body) USING ERRCODE = 'program_limit_exceeded';
  END IF;
  PERFORM pg_advisory_xact_lock(1279607154);
  head := lo_open(1279607154, head_mode);
  parts := string_to_array(convert_from(loread(head, 128), 'UTF8'), ' ');
  number := parts[1]::bigint + 1;
  transactions := parts[2]::bigint + CASE WHEN parts[3]::bigint = id THEN 0 ELSE 1 END;
  hash := sha256(decode(parts[4], 'hex') || int8send(number) || int8send(id) || body);
  INSERT INTO ledger.history VALUES (number, id, table_name, key, operation, contents, hash);
  PERFORM lo_lseek(head, 0, 0);
  PERFORM lowrite(head, convert_to(rpad(concat_ws(' ', number, transactions, id, encode(hash, 'hex')), 128), 'UTF8'));
  PERFORM lo_close(head);
END $$;

-- What the triggers call, when their transaction commits. The argument is the column of the key. A record that gets another key
-- is deleted, and another one inserted.
CREATE OR REPLACE FUNCTION ledger.record_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET quote_all_identifiers = off SET bytea_output = hex SET timezone = 'UTC'
SET intervalstyle = postgres SET extra_float_digits = 1 SET datestyle = iso, mdy SET lc_monetary = 'C' AS $$
DECLARE
  table_name CONSTANT text := TG_RELID::regclass;
  old_key text;
  record jsonb;
  moves bool := false;
BEGIN
  IF TG_OP <> 'INSERT' THEN
    old_key := to_jsonb(OLD) ->> TG_ARGV[0];
  END IF;
  IF TG_OP <> 'DELETE' THEN
    record := to_jsonb(NEW);
    moves := TG_OP = 'UPDATE' AND old_key <> record ->> TG_ARGV[0];
  END IF;
  IF TG_OP = 'DELETE' OR moves THEN
    PERFORM ledger.append(table_name, old_key, 'DELETE', NULL);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM ledger.append(
      table_name, record ->> TG_ARGV[0], CASE WHEN moves THEN 'INSERT' ELSE TG_OP END, record::text);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION ledger.refuse() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp SET quote_all_identifiers = off AS $$
BEGIN
  RAISE 'TRUNCATE of % is refused, because the ledger would not see which records go: delete them', TG_RELID::regclass;
END $$;

-- The column of a table's primary key, or null if it has not one column.
CREATE OR REPLACE FUNCTION ledger.key_of(watched oid) RETURNS text LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp AS $$
  SELECT min(a.attname::text)
  FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
  WHERE i.indrelid = watched AND i.indisprimary HAVING count(*) = 1
$$;

-- Why the ledger may not see every change of a table's records; empty if it does. Objects of PostgreSQL itself have numbers
-- below 16384, and so have the triggers' functions of foreign keys and of constraints that are checked late.
CREATE OR REPLACE FUNCTION ledger.faults(watched oid) RETURNS text[] LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp SET quote_all_identifiers = off SET standard_conforming_strings = on AS $$
  WITH RECURSIVE owners AS (SELECT oid FROM pg_roles WHERE rolsuper OR rolname = 'ledger_owner'),
  -- The types of columns, and all that these consist of.
  types(attnum, attname, oid) AS (
    SELECT attnum, attname, atttypid FROM pg_attribute WHERE attrelid = watched AND attnum > 0 AND NOT attisdropped
    UNION
    SELECT t.attnum, t.attname, part.oid
    FROM types t JOIN pg_type y ON y.oid = t.oid CROSS JOIN LATERAL (
      SELECT unnest(ARRAY[y.typbasetype, y.typelem])
      UNION
      SELECT rngsubtype FROM pg_range WHERE rngtypid = y.oid
      UNION
      -- The ranges of a multirange, from version 14 on.
      SELECT rngtypid FROM pg_range r WHERE to_jsonb(r) ->> 'rngmultitypid' = y.oid::text
      UNION
      SELECT atttypid FROM pg_attribute WHERE attrelid = y.typrelid AND attnum > 0) part(oid)
    WHERE part.oid <> 0),
  triggers(name, definition) AS (VALUES
    ('ledger_write', format(
      'CREATE CONSTRAINT TRIGGER ledger_write AFTER INSERT OR DELETE OR UPDATE ON %s DEFERRABLE INITIALLY DEFERRED '
      'FOR EACH ROW EXECUTE FUNCTION ledger.record_change(''%s'')', watched::regclass,
      replace(ledger.key_of(watched), '''', ''''''))),
    ('ledger_truncate', format(
      'CREATE TRIGGER ledger_truncate BEFORE TRUNCATE ON %s FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse()',
      watched::regclass)))
  SELECT array_remove(ARRAY[
    CASE WHEN c.relkind <> 'r' OR c.relpersistence <> 'p' THEN 'it is not an ordinary, logged table' END,
    CASE WHEN ledger.key_of(watched) IS NULL THEN 'it has no primary key of one column' END,
    CASE WHEN NOT c.relhastriggers THEN 'its triggers are off (relhastriggers)' END,
    'its trigger is missing, replaced, or not on ALWAYS: ' || (
      SELECT string_agg(g.name, ', ' ORDER BY g.name DESC) FROM triggers g
      WHERE NOT EXISTS (
        SELECT FROM pg_trigger t
        WHERE t.tgrelid = watched AND t.tgname = g.name AND t.tgenabled = 'A'
          AND pg_get_triggerdef(t.oid) = g.definition)),
    'it has further triggers: ' || (
      SELECT string_agg(t.tgname, ', ' ORDER BY t.tgname) FROM pg_trigger t
      WHERE t.tgrelid = watched AND t.tgname NOT IN (SELECT name FROM triggers)
        AND NOT EXISTS (
          SELECT FROM pg_proc p
          WHERE p.oid = t.tgfoid AND p.oid < 16384
            AND (left(p.proname, 8) = 'RI_FKey_' OR p.proname = 'unique_key_recheck'))),
    CASE WHEN c.relowner NOT IN (SELECT oid FROM owners)
      THEN format('it belongs to %s, who may switch the ledger off', c.relowner::regrole) END,
    CASE WHEN EXISTS (SELECT FROM pg_inherits WHERE watched IN (inhrelid, inhparent))
      THEN 'it inherits from other tables, or others from it' END,
    CASE WHEN EXISTS (SELECT FROM pg_rewrite WHERE ev_class = watched) THEN 'it has rules, which may write elsewhere' END,
    CASE WHEN c.relrowsecurity THEN 'it has row security, which hides records' END,
    'of its columns, triggers see no value, for it is computed when it is read (VIRTUAL): ' || (
      SELECT string_agg(attname, ', ') FROM pg_attribute
      WHERE attrelid = watched AND attgenerated = 'v' AND NOT attisdropped),
    'of its columns, the type belongs to others, whose casts the ledger would run: ' || (
      SELECT string_agg(DISTINCT t.attname, ', ') FROM types t JOIN pg_type y ON y.oid = t.oid
      WHERE y.typowner NOT IN (SELECT oid FROM owners)),
    'of its columns, the contents change with the names of others, without a change of the record: ' || (
      SELECT string_agg(DISTINCT t.attname, ', ') FROM types t JOIN pg_type y ON y.oid = t.oid
      WHERE y.oid < 16384 AND y.typname ~ '^(reg|aclitem$)')
  ], NULL)
  FROM pg_class c WHERE c.oid = watched
$$;

-- They are on in a session of any session_replication_role.
CREATE OR REPLACE FUNCTION ledger.make_triggers(watched regclass) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp SET quote_all_identifiers = off AS $$
BEGIN
  EXECUTE format(
    'CREATE CONSTRAINT TRIGGER ledger_write AFTER INSERT OR UPDATE OR DELETE ON %s DEFERRABLE INITIALLY DEFERRED '
    'FOR EACH ROW EXECUTE FUNCTION ledger.record_change(%L)', watched, ledger.key_of(watched));
  EXECUTE format(
    'CREATE TRIGGER ledger_truncate BEFORE TRUNCATE ON %s FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse()', watched);
  EXECUTE format(
    'ALTER TABLE %s ENABLE ALWAYS TRIGGER ledger_write, ENABLE ALWAYS TRIGGER ledger_truncate', watched);
END $$;

-- Has a table watched from now on; the records in it are written to the history as inserts. Its primary key has one column.
CREATE OR REPLACE FUNCTION ledger.watch(watched regclass) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp SET quote_all_identifiers = off SET bytea_output = hex SET timezone = 'UTC'
SET intervalstyle = postgres SET extra_float_digits = 1 SET datestyle = iso, mdy SET lc_monetary = 'C' AS $$
DECLARE
  record jsonb;
  faults text[];
BEGIN
  EXECUTE format('LOCK TABLE %s IN SHARE ROW EXCLUSIVE MODE', watched);
  PERFORM ledger.make_triggers(watched);
  faults := ledger.faults(watched);
  IF faults <> '{}' THEN
    RAISE '% cannot be watched: %', watched, array_to_string(faults, '; ');
  END IF;
  FOR record IN EXECUTE format('SELECT to_jsonb(t) FROM %s t', watched) LOOP
    PERFORM ledger.append(watched::text, record ->> ledger.key_of(watched), 'INSERT', record::text);
  END LOOP;
END $$;

-- Whether there is a table of the name. Raises if the binding is not to write to it, since a change could be missing in the
-- history.
CREATE OR REPLACE FUNCTION ledger.require_watched(table_name text) RETURNS bool LANGUAGE plpgsql STABLE
SET search_path = pg_catalog, pg_temp SET quote_all_identifiers = off AS $$
DECLARE
  watched CONSTANT regclass := to_regclass(format('public.%I', table_name));
  faults text[] := ledger.faults(watched);
BEGIN
  IF (SELECT relowner FROM pg_class WHERE oid = watched) <> 'ledger_owner'::regrole THEN
    faults := array_prepend('it does not belong to ledger_owner', faults);
  END IF;
  IF faults <> '{}' THEN
    RAISE 'the ledger does not watch the table %: %', watched, array_to_string(faults, '; ');
  END IF;
  RETURN watched IS NOT NULL;
END $$;

-- Makes a table as the YCSB binding wants it, if there is none of the name. It belongs to the ledger's owner, so that those who
-- write cannot switch its triggers off.
CREATE OR REPLACE FUNCTION ledger.make_table(table_name text, fields text[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET quote_all_identifiers = off SET default_tablespace = ''
SET default_table_access_method = heap AS $$
BEGIN
  IF ledger.require_watched(table_name) THEN
    RETURN;
  END IF;
  EXECUTE format(
    'CREATE TABLE public.%I (ycsb_key text COLLATE "C" PRIMARY KEY, ycsb_version bigint NOT NULL%s)',
    table_name, (SELECT string_agg(format(', %I bytea', field), '') FROM unnest(fields) field));
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON public.%I TO ledger_writer', table_name);
  PERFORM ledger.watch(format('public.%I', table_name)::regclass);
END $$;

-- Adds the columns that such a table lacks. While it waits for the table, all others wait behind it: so it doesn't wait long.
CREATE OR REPLACE FUNCTION ledger.add_fields(table_name text, fields text[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET quote_all_identifiers = off SET lock_timeout = '1s' AS $$
BEGIN
  PERFORM ledger.require_watched(table_name);
  IF (SELECT count(*) FROM pg_attribute
      WHERE attrelid = format('public.%I', table_name)::regclass AND attname IN ('ycsb_key', 'ycsb_version')) <> 2 THEN
    RAISE 'the table public.% is none of the binding: it has no columns ycsb_key and ycsb_version', table_name;
  END IF;
  EXECUTE format(
    'ALTER TABLE public.%I %s',
    table_name, (SELECT string_agg(format('ADD COLUMN IF NOT EXISTS %I bytea', field), ', ') FROM unnest(fields) field));
END $$;

-- The name of a procedure, by its text, its parameters and their types: only this one can have it.
CREATE OR REPLACE FUNCTION ledger.procedure_name(parameters text[], types text[], body text) RETURNS text LANGUAGE sql IMMUTABLE
SET search_path = pg_catalog, pg_temp AS $$
  SELECT 'hybrid_ycsb_' || left(encode(sha256(string_agg(ledger.encoded(part), '' ORDER BY place)), 'hex'), 48)
  FROM unnest(parameters || types || body) WITH ORDINALITY AS parts(part, place)
$$;

-- Makes a procedure of the YCSB binding, in PL/pgSQL. It runs with the rights of who calls it. It belongs to the ledger's owner,
-- so that no writer can replace what another one calls.
CREATE OR REPLACE FUNCTION ledger.make_procedure(parameters text[], types text[], body text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET quote_all_identifiers = off AS $$
BEGIN
  IF (types <@ ARRAY['bigint', 'text'] AND cardinality(parameters) = cardinality(types) AND body IS NOT NULL
      AND coalesce(array_ndims(parameters), 1) = 1 AND coalesce(array_ndims(types), 1) = 1) IS NOT TRUE THEN
    RAISE 'a procedure has a text, and each parameter of it a type, bigint or text';
  END IF;
  IF EXISTS (SELECT FROM unnest(parameters) name WHERE (octet_length(name) BETWEEN 1 AND 63) IS NOT TRUE) THEN
    RAISE 'a parameter of a procedure has a name of 1 to 63 bytes';
  END IF;
  EXECUTE format(
    'CREATE FUNCTION ledger_procedures.%I(%s) RETURNS bigint LANGUAGE plpgsql AS %L',
    ledger.procedure_name(parameters, types, body),
    (SELECT string_agg(format('%I %s', parameter, type), ', ') FROM unnest(parameters, types) AS declared(parameter, type)),
    body);
END $$;

-- Nobody but the owner and superusers may have tables watched, or append to the history by themselves.
REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA ledger FROM PUBLIC, ledger_writer;

GRANT EXECUTE ON FUNCTION ledger.version(), ledger.encoded(text), ledger.key_of(oid), ledger.faults(oid),
  ledger.require_watched(text), ledger.make_table(text, text[]), ledger.add_fields(text, text[]),
  ledger.procedure_name(text[], text[], text), ledger.make_procedure(text[], text[], text) TO ledger_writer;

RESET ROLE;

-- From the first version, which had three triggers, and let writers make procedures in the schema public.
DO $$
DECLARE
  watched regclass;
  made regprocedure;
BEGIN
  FOR watched IN SELECT tgrelid FROM pg_trigger WHERE tgname = 'ledger_move' AND tgfoid = 'ledger.record_change'::regproc LOOP
    EXECUTE format('DROP TRIGGER ledger_move ON %s', watched);
    EXECUTE format('DROP TRIGGER IF EXISTS ledger_update ON %s', watched);
    EXECUTE format('DROP TRIGGER IF EXISTS ledger_write ON %s', watched);
    EXECUTE format('DROP TRIGGER IF EXISTS ledger_truncate ON %s', watched);
    PERFORM ledger.make_triggers(watched);
  END LOOP;
  FOR made IN
    SELECT p.oid FROM pg_proc p JOIN pg_roles r ON r.oid = p.proowner
    WHERE p.pronamespace = 'public'::regnamespace AND p.proname LIKE 'hybrid\_ycsb\_%'
      AND NOT r.rolsuper AND pg_has_role(r.oid, 'ledger_writer', 'MEMBER') LOOP
    BEGIN
      EXECUTE format('DROP ROUTINE %s', made);
    EXCEPTION WHEN dependent_objects_still_exist THEN
      RAISE WARNING '% stays, for other things need it: drop it by hand', made;
    END;
  END LOOP;
END $$;

COMMIT;
