-- A ledger for PostgreSQL, from version 13 on: every change of a record in a watched table is a row of ledger.history, and the
-- rows are a chain of hashes. docs/systems/postgresql-ledger.md describes it. To be run once in a database, by a superuser:
--
--   psql -v ON_ERROR_STOP=1 -d DATABASE -f ledger.sql
--
-- It is also run by "postgres --single -j", to which a statement ends where a line ends in a semicolon and an empty line
-- follows. So there are no empty lines within a function.

BEGIN;

-- The owner of the ledger, as whom nobody connects, and the group of those who write and audit.
DO $$
BEGIN
  IF to_regrole('ledger_owner') IS NULL THEN
    CREATE ROLE ledger_owner NOLOGIN;
  END IF;
  IF to_regrole('ledger_writer') IS NULL THEN
    CREATE ROLE ledger_writer NOLOGIN;
  END IF;
END $$;

CREATE SCHEMA ledger AUTHORIZATION ledger_owner;

GRANT USAGE ON SCHEMA ledger TO ledger_writer;

GRANT USAGE, CREATE ON SCHEMA public TO ledger_owner, ledger_writer;

SET ROLE ledger_owner;

-- A row for each change, without gaps. The transaction's number is PostgreSQL's own; its rows follow each other. The contents
-- are the record after the change, as JSON, or null when it was deleted.
CREATE TABLE ledger.history (
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
-- row's hash, and blanks up to 128 bytes. No row of a table would do. A transaction of more than the level "read committed" sees rows as they were when it
-- began, and would be aborted whenever another one has committed since. A large object opened for writing is read as it is.
SELECT lo_create(1279607154);

SELECT lo_put(1279607154, 0, convert_to(rpad('0 0 0 ' || repeat('0', 64), 128), 'UTF8'));

GRANT SELECT ON LARGE OBJECT 1279607154 TO ledger_writer;

-- Four bytes of length, and the text in UTF-8; a length of -1 for null.
CREATE FUNCTION ledger.encoded(text) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(int4send(octet_length(convert_to($1, 'UTF8'))) || convert_to($1, 'UTF8'), int4send(-1))
$$;

-- Appends a row. From the first one on, until the transaction has committed, nobody else can: only so has the chain no gap and
-- no fork.
CREATE FUNCTION ledger.append(table_name text, key text, operation text, contents text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  -- 131072 is for reading, 262144 for writing.
  head_mode CONSTANT int := 131072 | 262144;
  head int;
  parts text[];
  number bigint;
  transactions bigint;
  id bigint := pg_current_xact_id()::text::bigint;
  hash bytea;
  body bytea := ledger.encoded(table_name) || ledger.encoded(key) || ledger.encoded(operation) || ledger.encoded(contents);
BEGIN
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

-- What the triggers call, when their transaction commits. The argument is the column of the key.
CREATE FUNCTION ledger.record_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET bytea_output = hex SET timezone = 'UTC' SET intervalstyle = postgres
SET extra_float_digits = 1 AS $$
DECLARE
  table_name CONSTANT text := TG_RELID::regclass;
  record jsonb;
BEGIN
  IF TG_OP = 'DELETE' OR TG_NAME = 'ledger_move' THEN
    PERFORM ledger.append(table_name, to_jsonb(OLD) ->> TG_ARGV[0], 'DELETE', NULL);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    record := to_jsonb(NEW);
    PERFORM ledger.append(
      table_name, record ->> TG_ARGV[0], CASE WHEN TG_NAME = 'ledger_move' THEN 'INSERT' ELSE TG_OP END, record::text);
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION ledger.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE 'TRUNCATE of % is refused, because the ledger would not see which records go: delete them', TG_RELID::regclass;
END $$;

-- Has a table watched from now on; the records in it are written to the history as inserts. Its primary key has one column.
CREATE FUNCTION ledger.watch(watched regclass) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp SET bytea_output = hex SET timezone = 'UTC' SET intervalstyle = postgres
SET extra_float_digits = 1 AS $$
DECLARE
  columns name[] := (
    SELECT array_agg(a.attname) FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
    WHERE i.indrelid = watched AND i.indisprimary);
  record jsonb;
BEGIN
  IF cardinality(columns) IS DISTINCT FROM 1 THEN
    RAISE '% has no primary key of one column', watched;
  END IF;
  EXECUTE format('LOCK TABLE %s IN SHARE ROW EXCLUSIVE MODE', watched);
  EXECUTE format(
    'CREATE CONSTRAINT TRIGGER ledger_write AFTER INSERT OR DELETE ON %s DEFERRABLE INITIALLY DEFERRED '
    'FOR EACH ROW EXECUTE FUNCTION ledger.record_change(%L)', watched, columns[1]);
  EXECUTE format(
    'CREATE CONSTRAINT TRIGGER ledger_update AFTER UPDATE ON %1$s DEFERRABLE INITIALLY DEFERRED '
    'FOR EACH ROW WHEN (OLD.%2$I = NEW.%2$I) EXECUTE FUNCTION ledger.record_change(%2$L)', watched, columns[1]);
  EXECUTE format(
    'CREATE CONSTRAINT TRIGGER ledger_move AFTER UPDATE ON %1$s DEFERRABLE INITIALLY DEFERRED '
    'FOR EACH ROW WHEN (OLD.%2$I <> NEW.%2$I) EXECUTE FUNCTION ledger.record_change(%2$L)', watched, columns[1]);
  EXECUTE format(
    'CREATE TRIGGER ledger_truncate BEFORE TRUNCATE ON %s FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse()', watched);
  FOR record IN EXECUTE format('SELECT to_jsonb(t) FROM %s t', watched) LOOP
    PERFORM ledger.append(watched::text, record ->> columns[1], 'INSERT', record::text);
  END LOOP;
END $$;

-- Nobody but the owner and superusers may have tables watched, or append to the history by themselves.
REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA ledger FROM PUBLIC;

-- Makes a table as the YCSB binding wants it, if there is none of the name. It belongs to the ledger's owner, so that those who
-- write cannot switch its triggers off.
CREATE FUNCTION ledger.make_table(table_name text, fields text[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF to_regclass(format('public.%I', table_name)) IS NOT NULL THEN
    RETURN;
  END IF;
  EXECUTE format(
    'CREATE TABLE public.%I (ycsb_key text COLLATE "C" PRIMARY KEY, ycsb_version bigint NOT NULL%s)',
    table_name, (SELECT string_agg(format(', %I bytea', field), '') FROM unnest(fields) field));
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON public.%I TO ledger_writer', table_name);
  PERFORM ledger.watch(format('public.%I', table_name)::regclass);
END $$;

-- Adds the columns that such a table lacks.
CREATE FUNCTION ledger.add_fields(table_name text, fields text[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  EXECUTE format(
    'ALTER TABLE public.%I %s',
    table_name, (SELECT string_agg(format('ADD COLUMN IF NOT EXISTS %I bytea', field), ', ') FROM unnest(fields) field));
END $$;

REVOKE EXECUTE ON FUNCTION ledger.make_table(text, text[]), ledger.add_fields(text, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION ledger.make_table(text, text[]), ledger.add_fields(text, text[]) TO ledger_writer;

RESET ROLE;

COMMIT;
