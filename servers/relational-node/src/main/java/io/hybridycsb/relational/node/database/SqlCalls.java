package io.hybridycsb.relational.node.database;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hybridycsb.relational.proto.Argument;
import io.hybridycsb.relational.proto.Outcome;
import io.hybridycsb.relational.proto.Parameter;
import io.hybridycsb.relational.proto.ProcedureCall;
import io.hybridycsb.relational.proto.ProcedureDefinition;
import io.hybridycsb.veritas.crypto.Hashes;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Executes calls that are SQL statements or procedures, each of which can be undone alone. */
final class SqlCalls {
  /** MariaDB takes a second to gather the hashes of so many rows, and four times that for twice. */
  static final int ROWS_MAX = 10_000;

  /** Of an argument; MariaDB's TEXT holds no more. */
  private static final int TEXT_BYTES_MAX = 65_535;

  private static final String CALL_START = "call_start";

  private final Writer writer;
  private final Definitions definitions;

  SqlCalls(Writer writer, Definitions definitions) {
    this.writer = writer;
    this.definitions = definitions;
  }

  /** What is to be done, and undone if it fails. */
  private interface Work {
    long run() throws CallFailed, SQLException;
  }

  /**
   * Executes a statement.
   *
   * @throws CallFailed if it has no effect
   * @throws SQLException if the database is lost or can't go on
   */
  void execute(String sql) throws CallFailed, SQLException {
    SqlCheck.check(sql, definitions);
    undoable(
        () -> {
          try (Statement statement = writer.connection().createStatement()) {
            requireFew(statement.executeUpdate(sql));
            return 0;
          }
        });
  }

  private static void requireFew(int rows) throws CallFailed {
    if (rows > ROWS_MAX) {
      throw new CallFailed(
          Outcome.FAILED, "a call changes at most %d rows, not %d".formatted(ROWS_MAX, rows));
    }
  }

  /**
   * Executes a procedure.
   *
   * @param effects gets the hashes of the rows that it has changed
   * @return what the procedure returns
   * @throws CallFailed if it has no effect
   * @throws SQLException if the database is lost or can't go on
   */
  long call(ProcedureCall call, Effects effects) throws CallFailed, SQLException {
    ProcedureDefinition procedure =
        definitions
            .procedures()
            .find(call.getName())
            .orElseThrow(
                () -> new CallFailed(Outcome.UNDEFINED, "there is no procedure " + call.getName()));
    List<Object> arguments = arguments(call, procedure);
    return undoable(
        () -> {
          long value = value(procedure, arguments);
          byte[] hashes = writer.dialect().effects(writer.connection());
          requireFew(hashes.length / Hashes.BYTES / 2);
          effects.add(hashes);
          return value;
        });
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
        || text.getBytes(UTF_8).length > TEXT_BYTES_MAX) {
      throw wrong(
          procedure,
          "%s is a text of at most %d bytes, none of them 0"
              .formatted(parameter.getName(), TEXT_BYTES_MAX));
    }
    return text;
  }

  private static CallFailed wrong(ProcedureDefinition procedure, String reason) {
    return new CallFailed(
        Outcome.REFUSED, "the arguments of %s: %s".formatted(procedure.getName(), reason));
  }

  private long value(ProcedureDefinition procedure, List<Object> arguments)
      throws CallFailed, SQLException {
    try (ResultSet rows =
        writer.statements().with(writer.dialect().call(procedure), arguments).executeQuery()) {
      rows.next();
      long value = rows.getLong(1);
      if (rows.wasNull()) {
        throw new CallFailed(Outcome.FORBIDDEN, "the procedure's own rules forbid it");
      }
      return value;
    }
  }

  private long undoable(Work work) throws CallFailed, SQLException {
    Dialect.execute(writer.connection(), "SAVEPOINT " + CALL_START);
    long value;
    try {
      value = work.run();
    } catch (CallFailed e) {
      writer.dialect().rollbackTo(writer.connection(), CALL_START);
      throw e;
    } catch (SQLException e) {
      if (!writer.dialect().isRefusal(e)) {
        throw e;
      }
      writer.dialect().rollbackTo(writer.connection(), CALL_START);
      throw new CallFailed(Outcome.FAILED, Failures.reason(e));
    }
    Dialect.execute(writer.connection(), "RELEASE SAVEPOINT " + CALL_START);
    return value;
  }
}
