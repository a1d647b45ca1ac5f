package io.hybridycsb.relational.node.procedure;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What has a value. */
public sealed interface Expression extends Node {
  Type type();

  /** Characters of a text, at most; of a number as a text. */
  default long charactersMax() {
    return type() == Type.NUMBER
        ? Language.NUMBER_CHARACTERS_MAX
        : expressions().mapToLong(Expression::charactersMax).max().orElse(0);
  }

  /** Bytes of a text in UTF-8, at most; of a number as a text. Those of fields don't count. */
  default long bytesMax() {
    return type() == Type.NUMBER
        ? Language.NUMBER_CHARACTERS_MAX
        : expressions().mapToLong(Expression::bytesMax).max().orElse(0);
  }

  /** Whether it is known to be from {@code least} to {@code most} by the text alone. */
  default boolean isWithin(long least, long most) {
    return false;
  }

  /** Whether it is known to be another number by the text alone. */
  default boolean isNot(long number) {
    return false;
  }

  /** A number that stands in the text. */
  record Number(long value) implements Expression {
    @Override
    public Type type() {
      return Type.NUMBER;
    }

    @Override
    public boolean isWithin(long least, long most) {
      return value >= least && value <= most;
    }

    @Override
    public boolean isNot(long number) {
      return value != number;
    }
  }

  /** A text that stands in the text. */
  record Text(String value) implements Expression {
    @Override
    public Type type() {
      return Type.TEXT;
    }

    @Override
    public long charactersMax() {
      return value.length();
    }

    @Override
    public long bytesMax() {
      return value.getBytes(UTF_8).length;
    }
  }

  /**
   * A variable or a parameter.
   *
   * @param name begins with {@code v_} or with {@code p_}
   */
  record Variable(String name, Type type) implements Expression {
    boolean isParameter() {
      return name.startsWith("p_");
    }

    @Override
    public boolean isConstant() {
      return false;
    }

    @Override
    public long charactersMax() {
      return type == Type.NUMBER
          ? Language.NUMBER_CHARACTERS_MAX
          : isParameter() ? Language.PARAMETER_BYTES_MAX : Language.TEXT_CHARACTERS_MAX;
    }

    @Override
    public long bytesMax() {
      return isParameter() || type == Type.NUMBER
          ? charactersMax()
          : Language.CHARACTER_BYTES_MAX * charactersMax();
    }
  }

  /** A loop's variable, from 1 to its rounds. */
  record Round(String name, int rounds) implements Expression {
    @Override
    public Type type() {
      return Type.NUMBER;
    }

    @Override
    public boolean isConstant() {
      return false;
    }

    @Override
    public boolean isWithin(long least, long most) {
      return 1 >= least && rounds <= most;
    }

    @Override
    public boolean isNot(long number) {
      return number < 1 || number > rounds;
    }
  }

  /** A field of the record that a statement reaches. */
  record Field(String name) implements Expression {
    @Override
    public Type type() {
      return Type.BYTES;
    }

    @Override
    public boolean isConstant() {
      return false;
    }

    @Override
    public long charactersMax() {
      return Language.UNKNOWN_CHARACTERS_MAX;
    }

    @Override
    public long bytesMax() {
      return 0;
    }
  }

  /**
   * Two numbers make one.
   *
   * @param operator + - * / or %
   */
  record Operation(String operator, Expression left, Expression right) implements Expression {
    @Override
    public Type type() {
      return Type.NUMBER;
    }

    @Override
    public List<Node> parts() {
      return List.of(left, right);
    }

    @Override
    public boolean canFail() {
      return true;
    }

    /**
     * Whether a database has to look at the values first. It does at what a quotient divides by. In
     * a difference MariaDB finds the least number only where it takes it from 0.
     */
    boolean isChecked() {
      return switch (operator) {
        case "/", "%" -> !right.isNot(0);
        case "-" -> !left.isNot(0) && !right.isNot(Long.MIN_VALUE);
        default -> false;
      };
    }

    @Override
    public int depth() {
      return Expression.super.depth() + (isChecked() ? 1 : 0);
    }
  }

  /** A function of the language. */
  record Call(Function function, List<Expression> arguments) implements Expression {
    public Call {
      arguments = List.copyOf(arguments);
    }

    Expression argument(int place) {
      return arguments.get(place);
    }

    @Override
    public Type type() {
      return function.result().orElseGet(() -> arguments.get(0).type());
    }

    @Override
    public List<Node> parts() {
      return List.copyOf(arguments);
    }

    @Override
    public boolean canFail() {
      return function.canFail() || Expression.super.canFail();
    }

    @Override
    public int depth() {
      return Expression.super.depth() + 1;
    }

    @Override
    public long charactersMax() {
      if (function == Function.CONCAT) {
        return arguments.stream().mapToLong(Expression::charactersMax).sum();
      }
      long most = Expression.super.charactersMax();
      return function == Function.SUBSTR
              && arguments.size() == 3
              && arguments.get(2) instanceof Number length
          ? Math.max(0, Math.min(most, length.value()))
          : most;
    }

    @Override
    public long bytesMax() {
      if (function == Function.CONCAT) {
        return arguments.stream().mapToLong(Expression::bytesMax).sum();
      }
      return Math.min(Expression.super.bytesMax(), Language.CHARACTER_BYTES_MAX * charactersMax());
    }
  }

  /** The value of the first condition that is true. */
  record Case(List<When> whens, Optional<Expression> otherwise) implements Expression {
    public Case {
      whens = List.copyOf(whens);
    }

    @Override
    public Type type() {
      return whens.get(0).value().type();
    }

    @Override
    public List<Node> parts() {
      return Stream.concat(
              whens.stream().flatMap(when -> Stream.of(when.condition(), when.value())),
              otherwise.stream())
          .toList();
    }
  }

  /** A condition and what is the value if it is true. */
  record When(Condition condition, Expression value) {}

  /** What a value is; each may be null. */
  enum Type {
    /** A whole number of 64 bits. */
    NUMBER("a number"),
    /** Unicode characters, none of them 0. */
    TEXT("a text"),
    /** What a field holds; no variable does. */
    BYTES("bytes");

    private final String title;

    Type(String title) {
      this.title = title;
    }

    /** For messages. */
    String title() {
      return title;
    }
  }
}
