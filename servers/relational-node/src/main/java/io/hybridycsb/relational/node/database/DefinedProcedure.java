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
 */
record DefinedProcedure(ProcedureDefinition definition, Procedure parsed) {
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
    return new DefinedProcedure(
        definition, Procedure.parse(definition.getText(), parameters, definitions.tables()));
  }

  String name() {
    return definition.getName();
  }
}
