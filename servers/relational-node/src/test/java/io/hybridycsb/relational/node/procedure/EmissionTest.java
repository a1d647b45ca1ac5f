package io.hybridycsb.relational.node.procedure;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.relational.node.procedure.Procedure.NotInLanguage;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written for the databases grows as the text does, and so does the time for it. */
class EmissionTest {
  private static final int DEPTH = 19;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "coalesce(%s, v_t)",
        "nullif(%s, v_t)",
        "concat(substr(%s, 1))",
        "substr(%s, 1)",
        "substr(%s, 1, v_n)",
        "convert_from(convert_to(%s, 'UTF8'), 'UTF8')",
        "CAST(CAST(%s AS bigint) AS text)"
      })
  @Timeout(60)
  void eachValueIsWrittenOnce(String nested) throws Exception {
    int inEach = nested.length() - nested.replace("(", "").length();
    int depth = DEPTH / inEach;
    Procedure shallow = nested(nested, depth / 2);
    Procedure deep = nested(nested, depth);
    assertThat(MariaDbEmitter.bodyOf(deep).length())
        .isLessThan(3 * MariaDbEmitter.bodyOf(shallow).length());
    assertThat(PostgresqlEmitter.functions("f", deep).toString().length())
        .isLessThan(3 * PostgresqlEmitter.functions("f", shallow).toString().length());
  }

  private static Procedure nested(String function, int depth) throws NotInLanguage {
    String text = "v_t";
    for (int i = 0; i < depth; i++) {
      text = function.formatted(text);
    }
    return Texts.parseStatements("v_t := " + text + ";");
  }
}
