package io.hybridycsb.relational.node.procedure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.hybridycsb.relational.node.procedure.Condition.Comparison;
import io.hybridycsb.relational.node.procedure.Condition.Joined;
import io.hybridycsb.relational.node.procedure.Expression.Number;
import io.hybridycsb.relational.node.procedure.Expression.Operation;
import io.hybridycsb.relational.node.procedure.Expression.Type;
import io.hybridycsb.relational.node.procedure.Expression.Variable;
import io.hybridycsb.relational.node.procedure.Statement.If;
import io.hybridycsb.relational.node.procedure.Statement.Return;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AllowedFormsTest {
  private static final Variable NUMBER = new Variable("p_number", Type.NUMBER);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "v_n := 5;",
        "v_t := 'it''s';",
        "V_N := P_Number;",
        "IF v_n = 1 THEN v_n := 2; END IF;",
        "if v_n is null then elsif v_n > 1 then else v_n := 2; end if;",
        "FOR v_i IN 1 .. 1000 LOOP v_n := v_i; END LOOP;",
        "FOR v_i IN 1..3 LOOP END LOOP; FOR v_i IN 1 .. 2 LOOP END LOOP;",
        "RAISE EXCEPTION 'no';",
        "RETURN NULL;",
        "RETURN -v_n * (2 + v_n) / 3 % 4;",
        "SELECT convert_from(a, 'UTF8') INTO v_t FROM t WHERE ycsb_key = p_key;",
        "SELECT octet_length(a), CAST(convert_from(g, 'UTF8') AS bigint) + p_number INTO v_n, v_m"
            + " FROM t WHERE ycsb_key = concat('k', p_number) FOR UPDATE;",
        "SELECT char_length(convert_from(\"v_field\", 'UTF8')) INTO v_n FROM \"t\""
            + " WHERE ycsb_key = p_key;",
        "SELECT octet_length(\"order\") INTO v_n FROM T WHERE YCSB_KEY = p_key;",
        "SELECT octet_length(CASE p_number WHEN 1 THEN a WHEN 2 THEN g END) INTO v_n FROM t"
            + " WHERE ycsb_key = p_key;",
        "INSERT INTO t (ycsb_key, ycsb_version) VALUES (p_key, 1);",
        "INSERT INTO t (ycsb_key, ycsb_version, g, a)"
            + " VALUES (p_key, 1, convert_to(v_t, 'UTF8'), convert_to('', 'UTF8'));",
        "UPDATE t SET a = g, g = coalesce(a, convert_to('x', 'UTF8')) WHERE ycsb_key = p_key;",
        "UPDATE t SET ycsb_version = ycsb_version + 1 WHERE ycsb_key = p_key;",
        "UPDATE t SET ycsb_version = ycsb_version + 1, a = g WHERE ycsb_key = p_key;",
        "DELETE FROM t WHERE ycsb_key = substr(p_key, 2);",
        "v_n := CAST(v_t AS bigint) + CAST(v_n AS integer) + char_length(CAST(v_n AS text));",
        "v_n := strpos(v_t, 'a') + abs(v_n) + nullif(v_n, 1) + coalesce(v_n, v_m, 2);",
        "v_t := replace(concat(v_t, 'abc'), ' ', '');",
        "v_t := replace(substr(concat(v_t, v_t), 1, 16383), ' ', '');",
        "v_t := concat(substr(v_t, 1, 2), replace(v_t, ' ', ''), split_part(v_t, ' ', v_n), 7);",
        "v_n := CASE WHEN NOT v_t = 'a' AND (v_n < 1 OR v_n >= 2) THEN 1 ELSE 2 END;"
      })
  void formsOfTheLanguageAreTaken(String statements) {
    assertThatCode(() -> Texts.parseStatements(statements)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "BEGIN RETURN 1; END",
        "begin return null; end;",
        "DECLARE v_a bigint; v_b varchar(16383); BEGIN RETURN v_a; END"
      })
  void aProcedureIsDeclarationsAndABlock(String text) {
    assertThatCode(() -> Texts.parse(text)).doesNotThrowAnyException();
  }

  @Test
  void operatorsBindAsInSql() throws Exception {
    Return returned =
        (Return) Texts.parse("BEGIN RETURN 1 + p_number * 2 - 3; END").statements().get(0);
    Expression product = new Operation("*", NUMBER, new Number(2));
    assertThat(returned.value())
        .hasValue(new Operation("-", new Operation("+", new Number(1), product), new Number(3)));
  }

  /** So that what is null never counts as true, and each part is looked at in its turn. */
  @Test
  void notGoesToTheComparisons() throws Exception {
    If branches =
        (If)
            Texts.parseStatements(
                    "IF NOT (p_number = 1 OR p_number < 2 AND NOT p_number > 3) THEN END IF;")
                .statements()
                .get(0);
    assertThat(branches.branches().get(0).condition())
        .isEqualTo(
            new Joined(
                true,
                List.of(
                    new Comparison("<>", NUMBER, new Number(1)),
                    new Joined(
                        false,
                        List.of(
                            new Comparison(">=", NUMBER, new Number(2)),
                            new Comparison(">", NUMBER, new Number(3)))))));
  }
}
