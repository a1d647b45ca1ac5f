package io.hybridycsb.relational.node.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.relational.node.database.fixtures.TestDatabase;
import io.hybridycsb.relational.node.procedure.Expression.Type;
import io.hybridycsb.relational.node.procedure.Expression.Variable;
import io.hybridycsb.relational.node.procedure.MariaDbEmitter;
import io.hybridycsb.relational.node.procedure.Procedure;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** That a MariaDB computes a value no more often than it stands in a text. */
abstract class OnceContract extends DatabaseContract {
  /** A call of a function of the node's own, which is counted. */
  private static final String NUMBER = "CAST(concat(p_key) AS bigint)";

  private static final String TEXT = "CAST(" + NUMBER + " AS text)";

  private static final List<String> NUMBERS =
      List.of(
          "%s + 1",
          "%s - 1",
          "1 - %s",
          "%s - p_number",
          "p_number - %s",
          "- %s",
          "%s * 2",
          "%s / 2",
          "%s / p_number",
          "7 / %s",
          "%s %% p_number",
          "7 %% %s",
          "abs(%s)",
          "CAST(%s AS integer)",
          "coalesce(%s, 7)",
          "nullif(%s, 7)",
          "nullif(%s, p_number + 7)",
          "nullif(p_number, %s)",
          "char_length(substr('a', %s))",
          "char_length(substr('a', %s, 5))",
          "char_length(substr('a', 1, %s))",
          "char_length(split_part(p_key, ' ', %s))",
          "CASE WHEN %s = 1 THEN 7 END",
          "CASE WHEN 1 < %s THEN 7 END",
          "CASE WHEN p_number + 1 = %s THEN 7 END",
          "CASE WHEN %s IS NULL THEN 7 END",
          "CASE WHEN %s > 1 OR p_number = 7 THEN 7 END",
          "CASE WHEN %s = 1 AND p_number = 1 THEN 7 END",
          "CASE WHEN p_number = 1 THEN %s END",
          "CASE WHEN p_number = 7 THEN 7 ELSE %s END");

  private static final List<String> TEXTS =
      List.of(
          "%s",
          "concat(%s)",
          "concat(%s, 'x')",
          "coalesce(%s, 'x')",
          "nullif(%s, 'x')",
          "nullif(%s, substr(p_key, p_number + 1))",
          "substr(%s, 1)",
          "substr(%s, 1, 5)",
          "substr(%s, p_number)",
          "substr(%s, p_number, 5)",
          "replace(%s, 'x', '')",
          "replace(p_key, substr(%s, 1, 5), '')",
          "split_part(%s, 'x', 1)",
          "split_part(%s, 'x', p_number)",
          "split_part(p_key, substr(%s, 1, 5), 1)",
          "convert_from(convert_to(%s, 'UTF8'), 'UTF8')",
          "CASE WHEN %s = 'x' THEN 'x' END",
          "CASE WHEN p_number = 1 THEN %s END",
          "CASE WHEN strpos(%s, 'x') = 1 THEN 'x' END",
          "CASE WHEN strpos(p_key, substr(%s, 1, 5)) = 7 THEN 'x' END");

  OnceContract(TestDatabase on) {
    super(on);
  }

  @Test
  void eachValueIsComputedOnce() throws Exception {
    Map<String, Long> computed = new TreeMap<>();
    Map<String, Long> once = new TreeMap<>();
    try (Connection connection = connection();
        Statement statement = connection.createStatement()) {
      statement.execute("SET sql_mode = 'STRICT_ALL_TABLES,NO_BACKSLASH_ESCAPES'");
      statement.execute(
          "CREATE OR REPLACE FUNCTION relational_number(digits LONGBLOB) RETURNS BIGINT NOT"
              + " DETERMINISTIC NO SQL BEGIN SET @computed = @computed + 1; RETURN digits; END");
      for (String form : NUMBERS) {
        computed.put(form, computed(statement, form.formatted(NUMBER)));
        once.put(form, 1L);
      }
      for (String form : TEXTS) {
        computed.put(form, computed(statement, "char_length(" + form.formatted(TEXT) + ")"));
        once.put(form, 1L);
      }
    }
    assertThat(computed).isEqualTo(once);
  }

  private static long computed(Statement statement, String returned) throws Exception {
    Procedure procedure =
        Procedure.parse(
            "BEGIN RETURN " + returned + "; END",
            List.of(new Variable("p_key", Type.TEXT), new Variable("p_number", Type.NUMBER)),
            Map.of());
    statement.execute(
        "CREATE OR REPLACE FUNCTION computes%s RETURNS BIGINT NOT DETERMINISTIC %s"
            .formatted(MariaDbEmitter.parameters(procedure), MariaDbEmitter.bodyOf(procedure)));
    statement.execute("SET @computed = 0");
    statement.execute("DO computes('1', 1)");
    try (ResultSet rows = statement.executeQuery("SELECT @computed")) {
      rows.next();
      return rows.getLong(1);
    }
  }
}
