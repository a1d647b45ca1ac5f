package io.hybridycsb.relational.node.procedure;

import io.hybridycsb.relational.node.procedure.Condition.Comparison;
import io.hybridycsb.relational.node.procedure.Expression.Call;
import io.hybridycsb.relational.node.procedure.Expression.Case;
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
import java.util.Collection;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * How much work statements are, at most, by their text alone: whichever branches are taken, and
 * whatever the values are, but for the bytes of fields. An operator is a unit.
 */
final class Costs {
  private static final long READ = 5;

  /** What the record was and is, is hashed, too. */
  private static final long WRITE = 40;

  /** Goes through a text. */
  private static final long TEXT = 8;

  /** For each character that is looked for, as it is compared at every place of a text. */
  private static final long SOUGHT = 2;

  /**
   * MariaDB moves the rest of a text for each part that it removes: a unit for so many characters.
   */
  private static final long REMOVED = 40;

  /** So many bytes that a value may have are a unit wherever it is used. */
  private static final long BYTES = 8_192;

  private Costs() {}

  static long of(List<Statement> statements) {
    return sum(statements.stream().mapToLong(Costs::of));
  }

  private static long of(Statement statement) {
    if (statement instanceof Assign assign) {
      return 1 + ofUsed(assign.value());
    }
    if (statement instanceof If branches) {
      return of(branches);
    }
    if (statement instanceof For loop) {
      long round = 1 + of(loop.statements());
      return 1 + Math.multiplyExact(round, (long) loop.round().rounds());
    }
    if (statement instanceof Return returned) {
      return 1 + returned.value().map(Costs::of).orElse(0L);
    }
    if (statement instanceof Select select) {
      return READ + of(select.key()) + values(select.into().stream().map(Into::value));
    }
    if (statement instanceof Insert insert) {
      return WRITE + of(insert.key()) + values(insert.fields().stream().map(Assigned::value));
    }
    if (statement instanceof Update update) {
      return READ
          + WRITE
          + of(update.key())
          + values(update.fields().stream().map(Assigned::value));
    }
    return statement instanceof Delete delete ? WRITE + of(delete.key()) : 1;
  }

  private static long of(If branches) {
    long conditions = 0;
    long longest = of(branches.otherwise());
    for (Branch branch : branches.branches()) {
      conditions += of(branch.condition());
      longest = Math.max(longest, of(branch.statements()));
    }
    return 1 + conditions + longest;
  }

  /** A unit for each value, too, which is kept. */
  private static long values(Stream<Expression> values) {
    return sum(values.mapToLong(each -> 1 + ofUsed(each)));
  }

  private static long sum(LongStream units) {
    return units.reduce(0, Math::addExact);
  }

  private static long of(Node node) {
    long own = 0;
    if (node instanceof Operation || node instanceof Comparison) {
      own = 1;
    } else if (node instanceof Case cases) {
      own = cases.whens().size();
    } else if (node instanceof Call call) {
      own = of(call);
    }
    return own + sum(node.parts().stream().mapToLong(Costs::ofUsed));
  }

  /** Fields' bytes are counted when they are read ({@link #passes}). */
  private static long ofUsed(Node node) {
    return of(node) + (node instanceof Expression value ? value.bytesMax() / BYTES : 0);
  }

  private static long of(Call call) {
    return switch (call.function()) {
      case CHAR_LENGTH, SUBSTR, CONVERT_FROM, CONVERT_TO, CONCAT -> TEXT;
      case STRPOS, SPLIT_PART -> TEXT + sought(call);
      case REPLACE -> TEXT + sought(call) + call.argument(0).charactersMax() / REMOVED;
      default -> 1;
    };
  }

  private static long sought(Call call) {
    return call.argument(1).charactersMax() * SOUGHT;
  }

  /**
   * How often a statement goes through the bytes of a field, at most. That is once to read them,
   * once for each value that it makes, and once for each operator that has them in a value.
   */
  static long passes(String field, Collection<Expression> values) {
    return 1
        + values.stream()
            .mapToLong(
                value ->
                    held(field, value)
                        + value
                            .all()
                            .flatMap(Node::expressions)
                            .mapToLong(part -> held(field, part))
                            .sum())
            .sum();
  }

  /** How often a value may hold the bytes, whichever of its values a CASE and the like takes. */
  private static long held(String field, Expression value) {
    if (value instanceof Field other) {
      return other.name().equals(field) ? 1 : 0;
    }
    return value.type() == Type.NUMBER
        ? 0
        : value.expressions().mapToLong(part -> held(field, part)).sum();
  }
}
