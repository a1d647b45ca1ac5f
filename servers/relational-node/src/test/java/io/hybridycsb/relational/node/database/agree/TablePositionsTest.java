package io.hybridycsb.relational.node.database.agree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.relational.node.procedure.Expression.Type;
import io.hybridycsb.relational.node.procedure.Expression.Variable;
import io.hybridycsb.relational.node.procedure.MariaDbEmitter;
import io.hybridycsb.relational.node.procedure.PostgresqlEmitter;
import io.hybridycsb.relational.node.procedure.Procedure;
import io.hybridycsb.relational.node.procedure.Procedure.NotInLanguage;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A procedure's statements reach the tables that the chain has defined, and nothing else. */
class TablePositionsTest {
  private static final int PROCEDURES = 100;

  /** Names of a field, a procedure, a variable and a parameter, and of what databases have. */
  private static final Set<String> NAMES =
      Set.of(
          "a",
          "transfer",
          "v_n",
          "p_key",
          "pg_proc",
          "pg_authid",
          "prosrc",
          "mysql",
          "global_priv",
          "relational_blocks",
          "information_schema",
          "ycsb_key");

  private static final Pattern POSITION =
      Pattern.compile("\\b(?:FROM|JOIN|UPDATE|INSERT INTO)\\s+(\\S+)", Pattern.CASE_INSENSITIVE);

  private static Procedure parse(String statement) throws NotInLanguage {
    Map<String, Set<String>> tables = new TreeMap<>(Map.of("t", NAMES));
    return Procedure.parse(
        "DECLARE v_n bigint; BEGIN " + statement + " RETURN 1; END",
        List.of(new Variable("p_key", Type.TEXT)),
        tables);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE %s SET prosrc = a WHERE ycsb_key = p_key;",
        "UPDATE t, %s SET prosrc = a WHERE ycsb_key = p_key;",
        "UPDATE t SET prosrc = a FROM %s WHERE ycsb_key = p_key;",
        "UPDATE t.%s SET prosrc = a WHERE ycsb_key = p_key;",
        "UPDATE %s.t SET prosrc = a WHERE ycsb_key = p_key;",
        "UPDATE t SET prosrc = (SELECT a FROM %s) WHERE ycsb_key = p_key;",
        "UPDATE t SET prosrc = %s.a WHERE ycsb_key = p_key;",
        "SELECT octet_length(a) INTO v_n FROM %s WHERE ycsb_key = p_key;",
        "SELECT octet_length(a) INTO v_n FROM t, %s WHERE ycsb_key = p_key;",
        "SELECT octet_length(a) INTO v_n FROM t JOIN %s ON 1 = 1 WHERE ycsb_key = p_key;",
        "SELECT octet_length(%s.a) INTO v_n FROM t WHERE ycsb_key = p_key;",
        "SELECT octet_length(a) INTO %s.t FROM t WHERE ycsb_key = p_key;",
        "INSERT INTO %s (ycsb_key, ycsb_version) VALUES (p_key, 1);",
        "INSERT INTO t (ycsb_key, ycsb_version) SELECT p_key, 1 FROM %s;",
        "DELETE FROM %s WHERE ycsb_key = p_key;",
        "DELETE FROM t USING %s WHERE ycsb_key = p_key;"
      })
  void noOtherNameStandsWhereATableDoes(String statement) {
    for (String name : NAMES) {
      for (String written : List.of(name, '"' + name + '"')) {
        assertThatThrownBy(() -> parse(statement.formatted(written)))
            .as(statement.formatted(written))
            .isInstanceOf(NotInLanguage.class);
      }
    }
  }

  @Test
  void whatIsWrittenForADatabaseHasTheTablesOfTheText() throws NotInLanguage {
    Map<String, Set<String>> tables = new TreeMap<>();
    RandomProcedure.TABLES.forEach(
        (table, fields) ->
            tables.put(
                unquoted(table),
                fields.stream().map(TablePositionsTest::unquoted).collect(Collectors.toSet())));
    Set<String> found = new HashSet<>();
    RandomChoices choices = new RandomChoices(53);
    for (int i = 0; i < PROCEDURES; i++) {
      RandomProcedure made = RandomProcedure.make(choices);
      List<Variable> parameters =
          made.parameters().entrySet().stream()
              .map(each -> new Variable(each.getKey(), each.getValue() ? Type.NUMBER : Type.TEXT))
              .toList();
      Procedure parsed = Procedure.parse(made.text(), parameters, tables);
      Set<String> inText = positions(made.text());
      assertThat(tables.keySet()).containsAll(inText);
      String postgresql = PostgresqlEmitter.functions("f", parsed).get(0);
      String body = postgresql.substring(postgresql.indexOf(" AS '") + 5, postgresql.length() - 1);
      assertThat(positions(body.replace("''", "'"))).isEqualTo(inText);
      assertThat(positions(MariaDbEmitter.bodyOf(parsed))).isEqualTo(inText);
      found.addAll(inText);
    }
    assertThat(found).isEqualTo(tables.keySet());
  }

  private static String unquoted(String name) {
    return name.replaceAll("[\"`;]", "");
  }

  private static Set<String> positions(String text) {
    String withoutTexts = text.replaceAll("'[^']*'", "''").replace("FOR UPDATE", "");
    Set<String> names = new TreeSet<>();
    Matcher position = POSITION.matcher(withoutTexts);
    while (position.find()) {
      names.add(unquoted(position.group(1)));
    }
    return names;
  }
}
