package io.hybridycsb.relational.node.database;

import io.hybridycsb.relational.node.procedure.Expression.Variable;
import io.hybridycsb.relational.node.procedure.NotInLanguage;
import io.hybridycsb.relational.node.procedure.Procedure;
import io.hybridycsb.relational.node.procedure.Type;
import io.hybridycsb.relational.proto.Parameter;
import io.hybridycsb.relational.proto.ProcedureDefinition;
import java.util.List;

/**
 * A procedure that the chain has defined.
 *
 * @param definition as it was sent
 * @param parsed what it says
 * @param work of a call of it, at most; {@link Procedure#work} goes through all of the text
 * @param memory that a database keeps of it; {@link Procedure#memory}
 */
record DefinedProcedure(ProcedureDefinition definition, Procedure parsed, long work, long memory) {
  /**
   * @throws NotInLanguage if its text is none of the language
   */
  static DefinedProcedure of(ProcedureDefinition definition, Definitions definitions)
      throws NotInLanguage {
    List<Variable> parameters =
        definition.getParametersList().stream()
            .map(
                each ->
                    new Variable(
                        each.getName(),
                        each.getType() == Parameter.Type.NUMBER ? Type.NUMBER : Type.TEXT))
            .toList();
    Procedure parsed = Procedure.parse(definition.getText(), parameters, definitions.tables());
    return new DefinedProcedure(definition, parsed, parsed.work(), parsed.memory());
  }

  String name() {
    return definition.getName();
  }
}
