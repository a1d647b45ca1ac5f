package io.hybridycsb.relational.node.procedure;

import java.util.List;
import java.util.stream.Stream;

/** A part of an expression or a condition. */
public sealed interface Node permits Expression, Condition {
  /** From left to right. */
  default List<Node> parts() {
    return List.of();
  }

  /** The parts that have values themselves; not those of conditions. */
  default Stream<Expression> expressions() {
    return parts().stream().filter(Expression.class::isInstance).map(Expression.class::cast);
  }

  /** This and all its parts, and theirs. */
  default Stream<Node> all() {
    return Stream.concat(Stream.of(this), parts().stream().flatMap(Node::all));
  }

  /** How many functions a database may have to call in each other, for this and its parts. */
  default int depth() {
    return parts().stream().mapToInt(Node::depth).max().orElse(0);
  }

  /** Whether no variable, parameter or field is in it. */
  default boolean isConstant() {
    return parts().stream().allMatch(Node::isConstant);
  }

  /** Whether some values of variables, parameters and fields make a call fail. */
  default boolean canFail() {
    return parts().stream().anyMatch(Node::canFail);
  }
}
