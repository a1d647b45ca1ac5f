package io.hybridycsb.relational.node.database;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hybridycsb.relational.node.definition.CallFailed;
import io.hybridycsb.relational.node.definition.DefinedProcedures.DefinedProcedure;
import io.hybridycsb.relational.node.definition.Definitions;
import io.hybridycsb.relational.node.dialect.Dialect;
import io.hybridycsb.relational.node.dialect.Dialect.Called;
import io.hybridycsb.relational.node.dialect.Effects;
import io.hybridycsb.relational.node.procedure.Language;
import io.hybridycsb.relational.proto.Argument;
import io.hybridycsb.relational.proto.Outcome;
import io.hybridycsb.relational.proto.Parameter;
import io.hybridycsb.relational.proto.ProcedureCall;
import io.hybridycsb.relational.proto.ProcedureDefinition;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/** Executes a block's calls of procedures, each of which can be undone alone. */
final class ProcedureCalls {
  private final Writer writer;
  private final Dialect dialect;
  private final Definitions definitions;
  private boolean begun;

  ProcedureCalls(Writer writer, Definitions definitions) {
    this.writer = writer;
    this.dialect = writer.dialect();
    this.definitions = definitions;
  }

  /**
   * Executes a procedure.
   *
   * @param version of the rows that it adds or changes
   * @param effects gets the hashes of the rows that it has changed
   * @param bytes gets how many bytes of fields it went through, and of rows it has written,
   *     whatever comes of it
   * @return what the procedure returns
   * @throws CallFailed if it has no effect
   * @throws SQLException if the database is lost or can't go on
   */
  long call(ProcedureCall call, long version, Effects effects, LongConsumer bytes)
      throws CallFailed, SQLException {
    ProcedureDefinition procedure =
        definitions
            .procedures()
            .find(call.getName())
            .map(DefinedProcedure::definition)
            .orElseThrow(
                () -> new CallFailed(Outcome.UNDEFINED, "there is no procedure " + call.getName()));
    List<Object> arguments = arguments(call, procedure);
    if (!begun) {
      dialect.beginCalls(writer.connection());
      begun = true;
    }
    try {
      Called called = dialect.call(writer.statements(), procedure, arguments, version);
      bytes.accept(called.bytes());
      if (called.value() == null) {
        throw new CallFailed(Outcome.FORBIDDEN, "the procedure's own rules forbid it");
      }
      effects.add(called.hashes());
      return called.value();
    } catch (CallFailed e) {
      dialect.undoCall(writer.connection());
      throw e;
    } catch (SQLException e) {
      if (!dialect.isRefusal(e)) {
        throw e;
      }
      bytes.accept(dialect.bytes(writer.statements(), e));
      dialect.undoCall(writer.connection());
      throw new CallFailed(Outcome.FAILED, Dialect.reason(e));
    }
  }

  private static List<Object> arguments(ProcedureCall call, ProcedureDefinition procedure)
      throws CallFailed {
    int count = procedure.getParametersCount();
    if (call.getArgumentsCount() != count) {
      throw wrong(procedure, "it takes %d, not %d".formatted(count, call.getArgumentsCount()));
    }
    List<Object> arguments = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      arguments.add(argument(call.getArguments(i), procedure, procedure.getParameters(i)));
    }
    return arguments;
  }

  private static Object argument(
      Argument argument, ProcedureDefinition procedure, Parameter parameter) throws CallFailed {
    if (parameter.getType() == Parameter.Type.NUMBER) {
      if (!argument.hasNumber()) {
        throw wrong(procedure, parameter.getName() + " is a number");
      }
      return argument.getNumber();
    }
    String text = argument.getText();
    if (!argument.hasText()
        || text.indexOf('\0') >= 0
        || text.getBytes(UTF_8).length > Language.PARAMETER_BYTES_MAX) {
      throw wrong(
          procedure,
          "%s is a text of at most %d bytes, none of them 0"
              .formatted(parameter.getName(), Language.PARAMETER_BYTES_MAX));
    }
    return text;
  }

  private static CallFailed wrong(ProcedureDefinition procedure, String reason) {
    return new CallFailed(
        Outcome.REFUSED, "the arguments of %s: %s".formatted(procedure.getName(), reason));
  }
}
