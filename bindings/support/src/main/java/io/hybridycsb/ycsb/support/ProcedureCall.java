package io.hybridycsb.ycsb.support;

import java.util.List;

/**
 * A call of a procedure.
 *
 * @param arguments a {@link String} or a {@link Long} for each parameter
 */
public record ProcedureCall(Procedure procedure, List<Object> arguments) {

  public ProcedureCall {
    arguments = List.copyOf(arguments);
    if (arguments.size() != procedure.parameters().size()) {
      throw new IllegalArgumentException(
          "%s takes %d arguments, not %d"
              .formatted(procedure.name(), procedure.parameters().size(), arguments.size()));
    }
    for (int i = 0; i < arguments.size(); i++) {
      Procedure.Parameter parameter = procedure.parameters().get(i);
      boolean isNumber = parameter.type() == Procedure.Type.NUMBER;
      if (!(isNumber ? arguments.get(i) instanceof Long : arguments.get(i) instanceof String)) {
        throw new IllegalArgumentException(
            "%s of %s is a %s".formatted(parameter.name(), procedure.name(), parameter.type()));
      }
    }
  }
}
