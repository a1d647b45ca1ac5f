package io.hybridycsb.relational.node.procedure;

import java.util.List;

/** What is true, false or null. There is no NOT: it is what is {@link #negated}. */
public sealed interface Condition extends Node {
  /** True where this is false, and null where this is. */
  Condition negated();

  /**
   * Two numbers or two texts.
   *
   * @param operator = {@literal <> < <= > >=}
   */
  record Comparison(String operator, Expression left, Expression right) implements Condition {
    @Override
    public List<Node> parts() {
      return List.of(left, right);
    }

    @Override
    public int depth() {
      return Condition.super.depth() + 1;
    }

    /** The same, from right to left. */
    Comparison turned() {
      String turned =
          switch (operator) {
            case "<" -> ">";
            case "<=" -> ">=";
            case ">" -> "<";
            case ">=" -> "<=";
            default -> operator;
          };
      return new Comparison(turned, right, left);
    }

    @Override
    public Condition negated() {
      String opposite =
          switch (operator) {
            case "=" -> "<>";
            case "<>" -> "=";
            case "<" -> ">=";
            case "<=" -> ">";
            case ">" -> "<=";
            default -> "<";
          };
      return new Comparison(opposite, left, right);
    }
  }

  /** Whether a value is null, or isn't. */
  record IsNull(Expression value, boolean not) implements Condition {
    @Override
    public List<Node> parts() {
      return List.of(value);
    }

    @Override
    public Condition negated() {
      return new IsNull(value, !not);
    }
  }

  /**
   * AND or OR: what comes after one that isn't true, or that is true, is not looked at.
   *
   * @param isAnd AND, not OR
   */
  record Joined(boolean isAnd, List<Condition> conditions) implements Condition {
    public Joined {
      conditions = List.copyOf(conditions);
    }

    @Override
    public List<Node> parts() {
      return List.copyOf(conditions);
    }

    @Override
    public Condition negated() {
      return new Joined(!isAnd, conditions.stream().map(Condition::negated).toList());
    }
  }
}
