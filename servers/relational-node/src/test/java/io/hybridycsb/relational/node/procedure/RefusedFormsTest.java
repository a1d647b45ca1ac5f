package io.hybridycsb.relational.node.procedure;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.relational.node.procedure.Procedure.NotInLanguage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is not in the language is refused by name, and the message says what is allowed there. */
class RefusedFormsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          UPDATE t SET a = b FROM s WHERE ycsb_key = p_key;                 | no field b
          UPDATE t SET a = g FROM s WHERE ycsb_key = p_key;                 | FROM stands where WHERE must: UPDATE changes one record
          UPDATE t, s SET a = g WHERE ycsb_key = p_key;                     | , stands where SET must
          UPDATE t x SET a = g WHERE ycsb_key = p_key;                      | x stands where SET must
          UPDATE t SET ycsb_key = 'x' WHERE ycsb_key = p_key;               | ycsb_key is not assigned here
          UPDATE t SET ycsb_version = 7 WHERE ycsb_key = p_key;             | 7 stands where ycsb_version must
          UPDATE t SET a = g;                                               | ; stands where WHERE must
          UPDATE t SET;                                                     | ; stands where the name of a field must
          UPDATE t SET a = g, a = g WHERE ycsb_key = p_key;                 | a stands twice
          UPDATE t SET a = 'x' WHERE ycsb_key = p_key;                      | a text stands where bytes must: convert_to
          UPDATE t SET a = g WHERE a = g;                                   | a stands where ycsb_key must
          UPDATE t SET a = g WHERE ycsb_key > p_key;                        | > stands where = must
          UPDATE t SET a = g WHERE ycsb_key = p_key AND v_n = 1;            | AND stands where ; must
          UPDATE relational_blocks SET a = g WHERE ycsb_key = p_key;        | there is no table relational_blocks
          SELECT octet_length(a) INTO v_n FROM t JOIN s ON 1 = 1;           | JOIN stands where WHERE must: SELECT reads one record
          SELECT octet_length(a) INTO v_n FROM t, t, t, t;                  | , stands where WHERE must
          SELECT octet_length(a) INTO v_n FROM t b WHERE ycsb_key = 'x';    | b stands where WHERE must
          SELECT octet_length(t.a) INTO v_n FROM t WHERE ycsb_key = 'x';    | a name stands alone
          SELECT convert_from(a, 'UTF8') AS x INTO v_t FROM t;              | AS stands where INTO must
          SELECT octet_length(a) INTO v_n FROM t WHERE ycsb_key = convert_from(a, 'UTF8'); | a is a field
          SELECT octet_length(a) INTO v_n FROM t WHERE CAST(convert_from(a, 'UTF8') AS bigint) > 5; | CAST stands where ycsb_key must
          SELECT octet_length(a) INTO v_n FROM t WHERE ycsb_key = p_key GROUP BY a; | GROUP stands where ; must
          SELECT octet_length(a) INTO v_n FROM t WHERE ycsb_key = p_key ORDER BY a; | ORDER stands where ; must
          SELECT octet_length(a) INTO v_n FROM t WHERE ycsb_key = p_key LIMIT 1;    | LIMIT stands where ; must
          SELECT octet_length(a) INTO v_n FROM t;                           | ; stands where WHERE must
          SELECT octet_length(a) INTO v_n FROM (SELECT 1);                  | ( stands where the name of a table must
          SELECT (SELECT 1) INTO v_n FROM t WHERE ycsb_key = p_key;         | SELECT stands where the name of a variable or a field must
          SELECT count(*) INTO v_n FROM t WHERE ycsb_key = p_key;           | count is no function of the language; there are cast, abs
          SELECT ycsb_version INTO v_n FROM t WHERE ycsb_key = p_key;       | ycsb_version is no value
          SELECT octet_length(b) INTO v_n FROM t WHERE ycsb_key = p_key;    | the table t has no field b
          SELECT a INTO v_t FROM t WHERE ycsb_key = p_key;                  | bytes stands where a text must: convert_from
          SELECT octet_length(a) FROM t WHERE ycsb_key = p_key;             | FROM stands where INTO must
          SELECT octet_length(a) INTO p_number FROM t WHERE ycsb_key = 'x'; | p_number keeps its value
          SELECT octet_length(a) + v_n INTO v_n FROM t WHERE ycsb_key = 'x'; | is not used in it
          SELECT octet_length(a) INTO v_n FROM t WHERE ycsb_key = CAST(v_n AS text); | is not used in it
          SELECT octet_length(a), 1 INTO v_n, v_n FROM t WHERE ycsb_key = 'x'; | a variable for each value
          SELECT octet_length(a), 1 INTO v_n FROM t WHERE ycsb_key = 'x';   | a variable for each value
          SELECT octet_length(v_field) INTO v_n FROM t WHERE ycsb_key = 'x'; | a field of this name stands in double quotes
          SELECT octet_length(order) INTO v_n FROM t WHERE ycsb_key = 'x';  | order stands where the name of a variable or a field must
          INSERT INTO t VALUES ('k', 1);                                    | VALUES stands where ( must: INSERT makes one record
          INSERT INTO t (a) VALUES ('k');                                   | a stands where ycsb_key must
          INSERT INTO t (ycsb_key, ycsb_version) VALUES ('k', 1), ('l', 1); | , stands where ; must
          INSERT INTO t (ycsb_key, ycsb_version) VALUES ('k', 2);           | 2 stands where 1 must
          INSERT INTO t (ycsb_key, ycsb_version) SELECT 'k', 1;             | SELECT stands where VALUES must
          INSERT INTO t (ycsb_key, ycsb_version, a, a) VALUES ('k', 1, convert_to('', 'UTF8'), convert_to('', 'UTF8')); | a stands twice
          INSERT INTO t (ycsb_key, ycsb_version, a) VALUES ('k', 1, g);     | g is a field
          DELETE FROM t;                                                    | ; stands where WHERE must: DELETE removes one record
          DELETE FROM t USING s WHERE ycsb_key = 'k';                       | USING stands where WHERE must
          """)
  void statementsThatReachMoreThanOneRecord(String statement, String message) {
    refused(statement, message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          v_n := now();                            | now is no function of the language
          v_n := length(v_t);                      | length is no function
          v_n := relational_number(v_t);           | relational_number is no function
          v_t := a;                                | a is a field
          v_t := v_n;                              | a number stands where a text must: CAST(... AS text)
          v_n := v_t;                              | a text stands where a number must: CAST(... AS bigint)
          v_n := v_t::bigint;                      | a type is given by CAST
          v_n := CAST(v_t AS integer);             | integer stands where BIGINT must
          v_n := CAST(v_n AS numeric);             | numeric stands where INTEGER must
          v_n := 1.5;                              | a number is whole
          v_n := 1e3;                              | a number is whole
          v_n := 9223372036854775808;              | a number is at most 9223372036854775807
          v_n := 1 + 2;                            | an operation on constants alone
          v_n := v_n + char_length(nullif('a', 'a')); | nullif of constants alone
          v_n := coalesce(nullif(1, 1), v_n);      | nullif of constants alone
          v_n := coalesce(v_n, 1, v_n);            | coalesce has a constant only at its end
          v_n := coalesce(9223372036854775807, v_n) + 1; | coalesce has a constant only at its end
          v_t := substr(v_t, 1, -1);               | the length of substr is at least 0, not -1
          v_n := strpos(v_t, substr(v_t, 1, -1000000000000)); | the length of substr is at least 0
          v_n := + v_n;                            | + stands where a value must
          v_n := NULL;                             | NULL is no value here
          v_n := v_x;                              | there is no variable or parameter v_x
          v_n := v_n = 1;                          | a condition stands where a value must
          v_n := CASE v_n + 1 WHEN 1 THEN 2 END;   | WHEN must
          v_n := CASE WHEN v_n = 1 THEN 1 ELSE 'x' END; | a text stands where a number must
          v_n := coalesce(v_n, 'x');               | a text stands where a number must
          v_n := substr(v_t, 1);                   | a text stands where a number must
          v_t := substr(v_t);                      | substr takes 3 values, not 1
          v_t := replace(v_t, 'a', 'b');           | replace only removes
          v_n := strpos(v_t, v_t);                 | what strpos looks for has at most 64
          v_t := split_part(v_t, concat(v_t), 1);  | what split_part looks for has at most 64
          v_t := replace(concat(v_t, v_t), 'a', ''); | replace looks in a text of at most 65535 bytes
          v_n := strpos(substr(v_t, 1, 16384), 'a') + strpos(concat(v_t, 'äää'), 'a'); | strpos looks in a text
          SELECT strpos(substr(convert_from(a, 'UTF8'), 1, 16384), 'a') INTO v_n FROM t WHERE ycsb_key = v_t; | strpos looks in a text of at most 65535 bytes: a variable has fewer, and so has substr(..., 1, 16383)
          SELECT replace(convert_from(a, 'UTF8'), 'a', '') INTO v_t FROM t WHERE ycsb_key = v_t; | replace looks in a text
          v_t := convert_to(v_t, 'UTF8');          | bytes stands where a text must
          v_t := convert_from(convert_to(v_t, 'LATIN1'), 'UTF8'); | convert_to has 'UTF8'
          v_t := E'x';                             | e is a field
          v_t := 'a\\b';                           | has no backslash
          v_t := $$x$$;                            | not in dollar signs
          v_t := 'a' 'b';                          | 'b' stands where ; must
          IF v_n THEN END IF;                      | THEN stands where =, <>, <, <=, >, >= or IS NULL must: IF condition
          IF v_n != 1 THEN END IF;                 | unequal is <>
          IF 1 = 1 THEN END IF;                    | constants are not compared
          IF 'a' IS NULL THEN END IF;              | constants are not compared
          IF v_t LIKE 'a' THEN END IF;             | LIKE stands where =, <>
          IF v_n IN (1, 2) THEN END IF;            | IN stands where =, <>
          IF v_n BETWEEN 1 AND 2 THEN END IF;      | BETWEEN stands where =, <>
          IF EXISTS (SELECT 1) THEN END IF;        | EXISTS is no function
          IF v_n = v_t THEN END IF;                | a text stands where a number must
          """)
  void valuesThatAreNotKnownToBeTheSame(String statement, String message) {
    refused(statement, message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          -- x                                     | comments are not taken
          /* x */ v_n := 1;                        | comments are not taken
          WHILE v_n < 1 LOOP END LOOP;             | WHILE stands where a statement must: a statement begins with
          LOOP END LOOP;                           | LOOP stands where a statement must
          EXECUTE 'x';                             | EXECUTE stands where a statement must
          PERFORM 1;                               | PERFORM stands where a statement must
          COMMIT;                                  | COMMIT stands where a statement must
          BEGIN END;                               | BEGIN stands where a statement must
          FOR v_i IN REVERSE 3 .. 1 LOOP END LOOP; | REVERSE stands where 1 must: FOR variable IN 1
          FOR v_i IN 1 .. v_n LOOP END LOOP;       | v_n stands where a number from 1 to 1000 must
          FOR v_i IN 1 .. 0 LOOP END LOOP;         | 0 stands where a number from 1 to 1000 must
          FOR v_i IN 1 .. 1001 LOOP END LOOP;      | loops in each other make 1001 rounds
          FOR v_i IN 1 .. 40 LOOP FOR v_j IN 1 .. 40 LOOP END LOOP; END LOOP; | loops in each other make 1600 rounds
          FOR v_i IN 1 .. 2 LOOP v_i := 1; END LOOP; | v_i keeps its value
          FOR v_i IN 1 .. 2 LOOP FOR v_i IN 1 .. 2 LOOP END LOOP; END LOOP; | there is a variable v_i already
          FOR v_n IN 1 .. 2 LOOP END LOOP;         | there is a variable v_n already
          RAISE NOTICE 'x';                        | NOTICE stands where EXCEPTION must
          RAISE EXCEPTION 'a % b', v_n;            | none of them %
          RAISE EXCEPTION v_t;                     | v_t stands where a text in quotes must
          RETURN;                                  | ; stands where a value must: RETURN number
          RETURN 'x';                              | a text stands where a number must
          RETURN NEXT 1;                           | next is a field
          p_number := 1;                           | p_number keeps its value
          v_n = 1;                                 | = stands where := must
          v_n := 1                                 | RETURN stands where ; must
          SET v_n = 1;                             | SET stands where a statement must
          """)
  void statementsThatAreNone(String statement, String message) {
    refused(statement, message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          BEGIN END                                      | the last statement of a procedure is RETURN
          BEGIN IF p_number = 1 THEN RETURN 1; END IF; END | the last statement of a procedure is RETURN
          BEGIN RETURN 1;                                | its end stands where a statement must
          BEGIN RETURN 1; END; DROP                      | DROP stands where its end must
          RETURN 1;                                      | RETURN stands where BEGIN must: a procedure is
          DECLARE v_n integer; BEGIN RETURN 1; END       | integer stands where VARCHAR must: a variable's type is
          DECLARE v_n text; BEGIN RETURN 1; END          | text stands where VARCHAR must
          DECLARE v_n varchar(10); BEGIN RETURN 1; END   | 10 stands where 16383 must
          DECLARE v_n bigint := 1; BEGIN RETURN 1; END   | := stands where ; must
          DECLARE n bigint; BEGIN RETURN 1; END          | n is no name for a variable
          DECLARE "v_n" bigint; BEGIN RETURN 1; END      | is no name for a variable
          DECLARE v_n bigint; v_n bigint; BEGIN RETURN 1; END | there is a variable v_n already
          DECLARE v_0123456789012345678901234567890 bigint; BEGIN RETURN 1; END | is no name for a variable
          BEGIN DECLARE v_n BIGINT; SET v_n = 1; RETURN v_n; END | DECLARE stands where a statement must
          """)
  void textsThatAreNoProcedure(String text, String message) {
    assertThatThrownBy(() -> Texts.parse(text))
        .isInstanceOf(NotInLanguage.class)
        .hasMessageContaining(message);
  }

  @Test
  void textsAreNotJoinedByASign() {
    refused("v_t := v_t || 'x';", "texts are joined by concat(...), not by ||");
  }

  @Test
  void theLineIsTold() {
    assertThatThrownBy(() -> Texts.parse("BEGIN\n  RETURN 1;\n  RETURN 'x'\n;\n END"))
        .hasMessageStartingWith("line 3: ");
  }

  @Test
  void whatIsTooMuchOfIt() {
    refused("v_n := " + "(".repeat(21) + "v_n" + ")".repeat(21) + ";", "more than 20 parentheses");
    refused("v_n := v_n" + " + v_n".repeat(101) + ";", "at most 100 operators");
    refused(
        "v_n := v_n" + " / v_n".repeat(33) + ";", "stand 33 deep in each other, and at most 32");
    refused("v_n := v_n" + " / 0".repeat(33) + ";", "stand 33 deep in each other");
    refused("v_n := v_n" + " % 0".repeat(33) + ";", "stand 33 deep in each other");
    refused(
        "v_n := "
            + "CAST(abs(".repeat(8)
            + "v_n"
            + " - v_n".repeat(20)
            + ") AS integer)".repeat(8)
            + ";",
        "stand 36 deep in each other");
    refused("v_t := concat(v_t" + ", v_t".repeat(14) + ");", "joins at most 14 values");
    refused(
        "v_t := concat(concat(v_t" + ", v_t".repeat(12) + "), v_t);", "joins at most 14 values");
    String joined = "convert_to(concat(v_t" + ", v_t".repeat(7) + "), 'UTF8')";
    refused(
        "UPDATE t SET a = %1$s, g = %1$s WHERE ycsb_key = p_key;".formatted(joined),
        "a statement joins at most 14 values");
    refused(
        "IF v_n = 1 THEN ".repeat(21) + "END IF; ".repeat(21), "more than 20 statements in each");
    refused("v_n := 1; ".repeat(1_001), "at most 4000 words and signs");
    refused("v_t := '" + "x".repeat(65_536) + "';", "at most 65536 characters");
    refused("RAISE EXCEPTION '" + "x".repeat(201) + "';", "at most 200 characters");
  }

  private static void refused(String statements, String message) {
    assertThatThrownBy(() -> Texts.parseStatements(statements))
        .isInstanceOf(NotInLanguage.class)
        .hasMessageContaining(message);
  }
}
