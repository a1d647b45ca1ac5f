package io.hybridycsb.relational.node.procedure;

import io.hybridycsb.relational.node.procedure.Condition.Comparison;
import io.hybridycsb.relational.node.procedure.Expression.Call;
import io.hybridycsb.relational.node.procedure.Expression.Field;
import io.hybridycsb.relational.node.procedure.Expression.Operation;
import io.hybridycsb.relational.node.procedure.Expression.Type;
import io.hybridycsb.relational.node.procedure.Statement.Assign;
import io.hybridycsb.relational.node.procedure.Statement.Assigned;
import io.hybridycsb.relational.node.procedure.Statement.Branch;
import io.hybridycsb.relational.node.procedure.Statement.Delete;
import io.hybridycsb.relational.node.procedure.Statement.For;
import io.hybridycsb.relational.node.procedure.Statement.If;
import io.hybridycsb.relational.node.procedure.Statement.Insert;
import io.hybridycsb.relational.node.procedure.Statement.Into;
import io.hybridycsb.relational.node.procedure.Statement.Return;
import io.hybridycsb.relational.node.procedure.Statement.Select;
import io.hybridycsb.relational.node.procedure.Statement.Update;
import java.util.List;
import java.util.stream.Stream;

/**
 * KiB that the database which needs more of them keeps of a procedure that was called, by its text
 * alone. As measured, of many such forms. A database keeps a plan, or what it has parsed, of each
 * statement that is written for the procedure, for as long as the node is connected.
 */
final class Memory {
  private static final long PROCEDURE = 100;

  /** Parameters, too. */
  private static final long VARIABLE = 10;

  private static final long NUMBER = 20;

  /** A bound of its length may be checked after it. */
  private static final long TEXT = 40;

  /** A variable becomes null where there is no record. */
  private static final long INTO = 20;

  private static final long SQL = 30;

  /** They are read into variables, and their bytes are counted. */
  private static final long FIELDS = 80;

  /** Its bytes may be counted. */
  private static final long WRITTEN = 40;

  /** It may have to be checked before. */
  private static final long NEW_KEY = 40;

  private static final long LOOP = 40;
  private static final long OTHER = 10;
  private static final long FUNCTION = 7;
  private static final long OPERATOR = 3;

  private Memory() {}

  static long of(Procedure procedure) {
    return PROCEDURE
        + VARIABLE * (procedure.parameters().size() + procedure.variables().size())
        + of(procedure.statements());
  }

  private static long of(List<Statement> statements) {
    return statements.stream().mapToLong(Memory::of).sum();
  }

  private static long of(Statement statement) {
    if (statement instanceof Assign assign) {
      return assigned(assign.value());
    }
    if (statement instanceof If branches) {
      return branches.branches().stream().mapToLong(Memory::of).sum() + of(branches.otherwise());
    }
    if (statement instanceof For loop) {
      return LOOP + of(loop.statements());
    }
    if (statement instanceof Return returned) {
      return OTHER + returned.value().map(Memory::of).orElse(0L);
    }
    if (statement instanceof Select select) {
      return SQL
          + of(select.key())
          + fields(select.into().stream().map(Into::value))
          + select.into().stream().mapToLong(each -> INTO + assigned(each.value())).sum();
    }
    if (statement instanceof Insert insert) {
      return SQL + NEW_KEY + of(insert.key()) + written(insert.fields());
    }
    if (statement instanceof Update update) {
      return SQL
          + of(update.key())
          + fields(update.fields().stream().map(Assigned::value))
          + written(update.fields());
    }
    return statement instanceof Delete delete ? SQL + of(delete.key()) : OTHER;
  }

  private static long of(Branch branch) {
    return OTHER + of(branch.condition()) + of(branch.statements());
  }

  private static long assigned(Expression value) {
    return (value.type() == Type.NUMBER ? NUMBER : TEXT) + of(value);
  }

  private static long written(List<Assigned> fields) {
    return fields.stream().mapToLong(each -> WRITTEN + of(each.value())).sum();
  }

  private static long fields(Stream<Expression> values) {
    return values.flatMap(Node::all).anyMatch(Field.class::isInstance) ? FIELDS : 0;
  }

  private static long of(Node value) {
    return value.all().mapToLong(Memory::ofOne).sum();
  }

  private static long ofOne(Node node) {
    if (node instanceof Call) {
      return FUNCTION;
    }
    return node instanceof Operation || node instanceof Comparison ? OPERATOR : 1;
  }
}
