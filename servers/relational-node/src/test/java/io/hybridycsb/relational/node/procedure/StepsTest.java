package io.hybridycsb.relational.node.procedure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.relational.node.procedure.Procedure.NotInLanguage;
import java.util.Collections;
import org.junit.jupiter.api.Test;

/** The text alone bounds what a call does. */
class StepsTest {
  @Test
  void eachStatementIsAStepAndALoopIsItsRounds() throws Exception {
    assertThat(steps("")).isEqualTo(1);
    assertThat(steps("v_n := 1; DELETE FROM t WHERE ycsb_key = p_key;")).isEqualTo(3);
    assertThat(steps("FOR v_i IN 1 .. 10 LOOP END LOOP;")).isEqualTo(1 + 1 + 10);
    assertThat(steps("FOR v_i IN 1 .. 10 LOOP v_n := 1; v_n := 2; END LOOP;")).isEqualTo(22);
    assertThat(
            steps("FOR v_i IN 1 .. 10 LOOP FOR v_j IN 1 .. 5 LOOP v_n := 1; END LOOP; END LOOP;"))
        .isEqualTo(1 + 1 + 10 * (1 + 5));
  }

  @Test
  void ofBranchesTheLongestCounts() throws Exception {
    assertThat(
            steps(
                "IF v_n = 1 THEN v_n := 1; ELSIF v_n = 2 THEN v_n := 1; v_n := 1; v_n := 1;"
                    + " ELSE v_n := 1; v_n := 1; END IF;"))
        .isEqualTo(1 + 1 + 3);
  }

  @Test
  void aProcedureThatCouldTakeTooManyIsRefused() throws Exception {
    String body = "FOR v_i IN 1 .. 1000 LOOP " + "v_n := 1; ".repeat(9);
    assertThat(steps(body + "END LOOP;")).isEqualTo(9_002);
    assertThatThrownBy(() -> steps(body + "v_n := 1; END LOOP;"))
        .isInstanceOf(NotInLanguage.class)
        .hasMessageContaining("a call could execute 10002 statements, and at most 10000");
  }

  /** A character may have four. */
  @Test
  void longTextsAreWorkByTheBytesThatTheyMayHave() throws Exception {
    String texts = "v_n := char_length(concat(%s));";
    String variables = String.join(", ", Collections.nCopies(14, "v_t"));
    assertThat(work(texts.formatted(variables))).isEqualTo(2 + 2 * 8 + 14 * 7 + 111);
    assertThat(work(texts.formatted(variables.replace("v_t", "p_key"))))
        .isEqualTo(work(texts.formatted(variables)));
    assertThat(work("v_n := char_length(substr(v_t, 1, 4096));"))
        .isEqualTo(work("v_n := char_length(substr(v_t, 1, 4095));") + 2 - 1);
  }

  private static long work(String statements) throws NotInLanguage {
    return Texts.parseStatements(statements).work();
  }

  private static long steps(String statements) throws NotInLanguage {
    return Texts.parseStatements(statements).steps();
  }
}
