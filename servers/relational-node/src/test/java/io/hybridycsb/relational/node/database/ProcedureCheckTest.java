package io.hybridycsb.relational.node.database;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.relational.proto.ProcedureDefinition;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProcedureCheckTest {
  private static final Definitions DEFINITIONS =
      Definitions.NONE.with("accounts", List.of("owner", "balance", "search_path"));

  private static final String RIGHT = "BEGIN RETURN 0; END";

  private static void check(String postgresql, String mariadb) throws CallFailed {
    ProcedureDefinition.Builder procedure =
        ProcedureDefinition.newBuilder().setPostgresql(postgresql).setMariadb(mariadb);
    procedure.addParametersBuilder().setName("p_key");
    ProcedureCheck.check(procedure.build(), DEFINITIONS);
  }

  /** In the middle of a procedure with a variable. */
  private static void checkPostgresql(String statements) throws CallFailed {
    check("DECLARE v_a bigint; BEGIN " + statements + " RETURN v_a; END", RIGHT);
  }

  private static void checkMariaDb(String statements) throws CallFailed {
    check(RIGHT, "BEGIN DECLARE v_a BIGINT; " + statements + " RETURN v_a; END");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "v_a := 1;",
        "v_a := char_length(replace(owner, ' ', ''));",
        "IF v_a > 1 THEN v_a := 2; ELSIF v_a = 0 THEN v_a := 3; ELSE RETURN NULL; END IF;",
        "IF CASE WHEN v_a > 1 THEN true ELSE false END THEN RETURN 1; END IF;",
        "FOR v_i IN 1 .. 15 LOOP v_a := v_a + v_i; END LOOP; FOR v_i IN 1 .. 9 LOOP v_a := 1; END LOOP;",
        "FOR v_i IN 1 .. 40 LOOP FOR v_j IN 1 .. 25 LOOP v_a := 1; END LOOP; END LOOP;",
        "SELECT max(ycsb_version) INTO v_a FROM accounts WHERE ycsb_key = p_key FOR UPDATE;",
        "UPDATE accounts SET balance = convert_to(CAST(v_a AS text), 'UTF8') WHERE ycsb_key = p_key;",
        "INSERT INTO accounts (ycsb_key, ycsb_version) VALUES (p_key, v_a);",
        "DELETE FROM accounts WHERE ycsb_key = p_key;",
        "RAISE EXCEPTION 'no such account';"
      })
  void whatIsTheSameOnEveryPostgresqlIsTaken(String statements) {
    assertThatCode(() -> checkPostgresql(statements)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SET v_a = 1;",
        "IF v_a > 1 THEN SET v_a = 2; ELSEIF v_a = 0 THEN SET v_a = 3; ELSE RETURN NULL; END IF;",
        "FOR v_i IN 1 .. 15 DO SET v_a = v_a + v_i; END FOR;",
        "SELECT CAST(balance AS SIGNED) INTO v_a FROM accounts WHERE ycsb_key = p_key FOR UPDATE;",
        "UPDATE accounts SET owner = substring_index(owner, ' ', 1) WHERE ycsb_key = p_key;",
        "SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'no such account';"
      })
  void whatIsTheSameOnEveryMariaDbIsTaken(String statements) {
    assertThatCode(() -> checkMariaDb(statements)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          v_a := random();                                    | the function random
          v_a := nextval('s');                                | the function nextval
          v_a := pg_sleep(1);                                 | the function pg_sleep
          v_a := pg_read_file('x');                           | the function pg_read_file
          UPDATE accounts SET owner = now();                  | the function now
          UPDATE accounts SET owner = current_user;           | current_user is not the same
          EXECUTE 'DROP TABLE accounts';                      | where EXECUTE does
          PERFORM pg_sleep(1);                                | where PERFORM does
          CALL other();                                       | where CALL does
          COMMIT;                                             | where COMMIT does
          DROP TABLE accounts;                                | where DROP does
          CREATE TABLE t (a INT);                             | where CREATE does
          TRUNCATE accounts;                                  | where TRUNCATE does
          COPY accounts TO PROGRAM 'x';                       | where COPY does
          SET search_path = owner;                            | where SET does
          SET LOCAL search_path = owner;                      | where SET does
          NOTIFY accounts;                                    | where NOTIFY does
          WITH a AS (SELECT 1) SELECT 1 INTO v_a;             | where WITH does
          BEGIN v_a := 1; END;                                | where BEGIN does
          DECLARE v_b bigint;                                 | where DECLARE does
          LOOP v_a := 1; END LOOP;                            | where LOOP does
          WHILE true LOOP v_a := 1; END LOOP;                 | where WHILE does
          FOR v_i IN 1 .. v_a LOOP v_a := 1; END LOOP;        | four digits, not to v_a
          FOR v_i IN 1 .. 1001 LOOP v_a := 1; END LOOP;       | more than 1000 rounds
          FOR v_i IN 1 .. 99999999999 LOOP v_a := 1; END LOOP; | four digits, not to
          FOR v_i IN SELECT 1 LOOP v_a := 1; END LOOP;        | 1 must stand
          FOR v_i IN 1 .. 40 LOOP FOR v_j IN 1 .. 26 LOOP v_a := 1; END LOOP; END LOOP; | more than 1000 rounds
          DELETE FROM relational_blocks;                      | relational_blocks is no word
          DELETE FROM other.accounts;                         | other is no word
          DELETE FROM "relational_blocks";                    | no table or field
          UPDATE accounts SET owner = v_b;                    | v_b is no word
          UPDATE accounts SET owner = p_other;                | p_other is no word
          SELECT owner FROM accounts;                         | INTO variables
          SELECT owner INTO owner FROM accounts;              | INTO variables
          SELECT owner INTO p_key FROM accounts;              | INTO variables
          SELECT owner INTO v_a FROM accounts LIMIT 1;        | which rows LIMIT takes
          v_a := (SELECT 1);                                  | stands in no expression
          p_key := 'a';                                       | where p_key does
          v_a := 1 / 2;                                       | no division
          v_a := '1'::bigint;                                 | no parameters, variables and casts
          v_a := @relational;                                 | no parameters, variables
          v_a := E'a';                                        | texts stand in plain quotes
          v_a := 1; -- a                                      | comments
          UPDATE accounts SET owner = convert_to(CAST(convert_to(CAST(owner AS text), 'UTF8') AS text), 'UTF8'); | no other convert_to
          UPDATE accounts SET owner = convert_to(concat(1, 2, 3, 4, 5, 6, 7, 8, concat(1, 2, 3, 4, 5, 6, 7, 8, 9, 0)), 'UTF8'); | joined more than 14
          v_a := replace(owner, 'a', owner);                  | replaces by ''
          v_a := replace(owner, '', concat(owner, ''));       | replaces by ''
          DECLARE v_b text;                                   | where DECLARE does
          RAISE NOTICE 'a';                                   | exception must stand
          RAISE EXCEPTION owner;                              | a text must stand
          RETURN v_a                                          | RETURN is no word
          END; $relational$; DROP TABLE accounts;             | no parameters, variables and casts
          END; DROP TABLE accounts; BEGIN                     | nothing after END
          """)
  void whatIsNotTheSameOnEveryPostgresqlIsRefused(String statements, String reason) {
    assertThatThrownBy(() -> checkPostgresql(statements))
        .isInstanceOf(CallFailed.class)
        .hasMessageContaining(reason);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          SET v_a = rand();                                   | the function rand
          SET v_a = sleep(1);                                 | the function sleep
          SET v_a = uuid_short();                             | the function uuid_short
          SET v_a = load_file('x');                           | the function load_file
          SET v_a = current_timestamp;                        | current_timestamp is not the same
          SET @relational_effects = '';                       | no parameters, variables
          SET @@global.sql_mode = '';                         | no parameters, variables
          SET sql_mode = '';                                  | a variable must stand
          SET GLOBAL sql_mode = '';                           | a variable must stand
          SET PASSWORD = 'a';                                 | a variable must stand
          v_a := 1;                                           | SET must stand
          PREPARE s FROM 'DROP TABLE accounts';               | where PREPARE does
          EXECUTE IMMEDIATE 'DROP TABLE accounts';            | where EXECUTE does
          CALL other();                                       | where CALL does
          START TRANSACTION;                                  | where START does
          LOCK TABLES accounts WRITE;                         | where LOCK does
          LOAD DATA INFILE 'x' INTO TABLE accounts;           | where LOAD does
          REPLACE INTO accounts (ycsb_key) VALUES ('a');      | where REPLACE does
          DECLARE CONTINUE HANDLER FOR NOT FOUND SET v_a = 1; | CONTINUE is no name
          DECLARE v_b DOUBLE;                                 | DOUBLE is no type
          DECLARE v_b CURSOR FOR SELECT 1;                    | CURSOR is no type
          DECLARE v_a BIGINT;                                 | and differ
          WHILE true DO SET v_a = 1; END WHILE;               | where WHILE does
          REPEAT SET v_a = 1; UNTIL true END REPEAT;          | where REPEAT does
          FOR v_i IN 1 .. v_a DO SET v_a = 1; END FOR;        | four digits, not to v_a
          FOR v_i IN (SELECT 1) DO SET v_a = 1; END FOR;      | 1 must stand
          SELECT owner FROM accounts;                         | INTO variables
          SELECT owner INTO OUTFILE 'x' FROM accounts;        | INTO variables
          SELECT owner INTO v_a FROM mysql.user;              | mysql is no word
          SELECT owner INTO v_a FROM `accounts`;              | double quotes
          SIGNAL SQLSTATE '00000' SET MESSAGE_TEXT = 'a';     | SIGNAL has
          INSERT INTO accounts (ycsb_key) VALUES ('a') ON DUPLICATE KEY UPDATE owner = 'a'; | update stands at the beginning
          /*! DROP TABLE accounts */;                         | no comments
          """)
  void whatIsNotTheSameOnEveryMariaDbIsRefused(String statements, String reason) {
    assertThatThrownBy(() -> checkMariaDb(statements))
        .isInstanceOf(CallFailed.class)
        .hasMessageContaining(reason);
  }

  @Test
  void whatMightBeTooLongOrTooDeepIsRefused() {
    assertRefused("v_a := 1;".repeat(2_000));
    assertRefused("IF true THEN ".repeat(30) + "v_a := 1;" + " END IF;".repeat(30));
    assertRefused("v_a := 1" + " + 1".repeat(101) + ";");
    assertRefused("v_a := concat(1" + ", 1".repeat(101) + ");");
    assertThatThrownBy(() -> check("DECLARE v_t text; BEGIN RETURN 0; END", RIGHT))
        .hasMessageContaining("text is no type");
    assertThatThrownBy(() -> check("DECLARE v_t varchar; BEGIN RETURN 0; END", RIGHT))
        .isInstanceOf(CallFailed.class);
    assertThatThrownBy(() -> check("", RIGHT)).isInstanceOf(CallFailed.class);
    assertThatThrownBy(() -> check(RIGHT, "")).isInstanceOf(CallFailed.class);
  }

  private static void assertRefused(String statements) {
    assertThatThrownBy(() -> checkPostgresql(statements)).isInstanceOf(CallFailed.class);
  }
}
