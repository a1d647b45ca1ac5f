package io.hybridycsb.relational.node.procedure;

import io.hybridycsb.relational.node.procedure.Expression.Type;
import io.hybridycsb.relational.node.procedure.Expression.Variable;
import io.hybridycsb.relational.node.procedure.Procedure.NotInLanguage;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Procedures on the tables {@code t} and {@code s}, in short. */
final class Texts {
  private static final Map<String, Set<String>> TABLES =
      Map.of("t", Set.of("a", "g", "v_field", "order"), "s", Set.of("b"));

  private Texts() {}

  static Procedure parse(String text) throws NotInLanguage {
    return Procedure.parse(
        text,
        List.of(new Variable("p_key", Type.TEXT), new Variable("p_number", Type.NUMBER)),
        TABLES);
  }

  /** Statements between declarations of {@code v_n} and {@code v_t}, and a RETURN. */
  static Procedure parseStatements(String statements) throws NotInLanguage {
    return parse(
        "DECLARE v_n bigint; v_m bigint; v_t varchar(16383); BEGIN "
            + statements
            + " RETURN 1; END");
  }
}
