package io.hybridycsb.relational.node.procedure;

import io.hybridycsb.relational.node.procedure.Expression.Field;
import java.util.Collection;
import java.util.stream.Stream;

/**
 * How often a statement goes through the bytes of a field, at most, by its text alone. That is once
 * to read them, once for each value that it makes, and once for each operator that has them in a
 * value.
 */
final class Passes {
  private Passes() {}

  static long of(String field, Collection<Expression> values) {
    return 1
        + values.stream()
            .mapToLong(
                value ->
                    held(field, value)
                        + value
                            .all()
                            .flatMap(Passes::values)
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

  private static Stream<Expression> values(Node node) {
    return node.parts().stream().filter(Expression.class::isInstance).map(Expression.class::cast);
  }
}
