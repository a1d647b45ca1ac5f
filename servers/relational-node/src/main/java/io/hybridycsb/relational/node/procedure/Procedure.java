package io.hybridycsb.relational.node.procedure;

import io.hybridycsb.relational.node.procedure.Expression.Variable;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A text of the {@link Language}, understood.
 *
 * @param parameters in the order of a call's arguments
 * @param statements the last is a RETURN
 */
public record Procedure(
    List<Variable> parameters, List<Variable> variables, List<Statement> statements) {
  public Procedure {
    parameters = List.copyOf(parameters);
    variables = List.copyOf(variables);
    statements = List.copyOf(statements);
  }

  /**
   * Understands a text.
   *
   * @param parameters whose names begin with {@code p_}; numbers and texts
   * @param tables that are defined, each with its fields
   * @throws NotInLanguage if it is none of the language
   */
  public static Procedure parse(
      String text, List<Variable> parameters, Map<String, ? extends Set<String>> tables)
      throws NotInLanguage {
    return new Parser(text, parameters, tables).parse();
  }

  /**
   * How many statements a call executes at most, whatever its arguments and the records are: at
   * most {@link Language#STEPS_MAX}.
   */
  public long steps() {
    return statements.stream().mapToLong(Statement::steps).sum();
  }

  /**
   * How much work a call is at most, in units, whatever its arguments and the records are, but for
   * the bytes of fields and of rows: at most {@link Language#WORK_MAX}.
   */
  public long work() {
    return Costs.of(statements);
  }

  /** KiB that a database keeps of it once it was called, at most, whatever the records are. */
  public long memory() {
    return Memory.of(this);
  }

  /** A text that is no procedure. The message says where, what was found, and what is allowed. */
  public static final class NotInLanguage extends Exception {
    NotInLanguage(int line, String reason) {
      super("line %d: %s".formatted(line, reason));
    }
  }
}
