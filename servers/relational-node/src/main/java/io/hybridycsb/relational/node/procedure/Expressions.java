package io.hybridycsb.relational.node.procedure;

import io.hybridycsb.relational.node.procedure.Condition.Comparison;
import io.hybridycsb.relational.node.procedure.Condition.IsNull;
import io.hybridycsb.relational.node.procedure.Condition.Joined;
import io.hybridycsb.relational.node.procedure.Cursor.Kind;
import io.hybridycsb.relational.node.procedure.Cursor.Token;
import io.hybridycsb.relational.node.procedure.Expression.Call;
import io.hybridycsb.relational.node.procedure.Expression.Case;
import io.hybridycsb.relational.node.procedure.Expression.Field;
import io.hybridycsb.relational.node.procedure.Expression.Number;
import io.hybridycsb.relational.node.procedure.Expression.Operation;
import io.hybridycsb.relational.node.procedure.Expression.Text;
import io.hybridycsb.relational.node.procedure.Expression.Type;
import io.hybridycsb.relational.node.procedure.Expression.When;
import io.hybridycsb.relational.node.procedure.Procedure.NotInLanguage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Parses expressions and conditions, and checks their types. */
final class Expressions {
  private static final Set<String> COMPARISONS = Set.of("=", "<>", "<", "<=", ">", ">=");
  private static final String CASE_FORM =
      "CASE WHEN condition THEN value ... ELSE value END, or CASE variable WHEN value THEN value";

  private final Cursor cursor;
  private final Scope scope;
  private final Arguments arguments;
  private boolean fields;
  private int nested;
  private int operators;

  Expressions(Cursor cursor, Scope scope) {
    this.cursor = cursor;
    this.scope = scope;
    this.arguments = new Arguments(cursor);
  }

  /** What one statement joins is counted together. */
  void beginStatement() {
    arguments.beginStatement();
  }

  /** A value without fields. */
  Expression value(Type type) throws NotInLanguage {
    begin(false);
    return arguments.ofType(shallow(value()), type);
  }

  /** A record's key, where no condition may follow. */
  Expression key() throws NotInLanguage {
    begin(false);
    return arguments.ofType(shallow(value(sum())), Type.TEXT);
  }

  /** A value of a record, whose fields are checked later. */
  Expression valueOfRecord() throws NotInLanguage {
    begin(true);
    return shallow(value());
  }

  Expression ofType(Expression value, Type type) throws NotInLanguage {
    return arguments.ofType(value, type);
  }

  Condition condition() throws NotInLanguage {
    begin(false);
    return shallow(condition(joined(false)));
  }

  private <T extends Node> T shallow(T node) throws NotInLanguage {
    if (node.depth() > Language.DEPTH_MAX) {
      throw cursor.refusedLast(
          "functions, comparisons, differences and quotients stand %d deep in each other, and at most %d may: use a variable"
              .formatted(node.depth(), Language.DEPTH_MAX));
    }
    return node;
  }

  private void begin(boolean mayHaveFields) {
    fields = mayHaveFields;
    operators = 0;
  }

  private Expression value() throws NotInLanguage {
    return value(joined(false));
  }

  private Expression value(Node node) throws NotInLanguage {
    if (node instanceof Expression expression) {
      return expression;
    }
    throw cursor.refusedLast(
        "a condition stands where a value must: use CASE WHEN ... THEN ... END");
  }

  private Condition condition(Node node) throws NotInLanguage {
    if (node instanceof Condition condition) {
      return condition;
    }
    throw cursor.unexpected("=, <>, <, <=, >, >= or IS NULL");
  }

  private void count() throws NotInLanguage {
    if (++operators > Language.OPERATORS_MAX) {
      throw cursor.refusedLast(
          "an expression has at most " + Language.OPERATORS_MAX + " operators and functions");
    }
  }

  /** What AND joins, or OR, which binds less; one part alone is what it is. */
  private Node joined(boolean isAnd) throws NotInLanguage {
    String word = isAnd ? "and" : "or";
    Node left = isAnd ? not() : joined(true);
    if (!cursor.sees(word)) {
      return left;
    }
    List<Condition> conditions = new ArrayList<>(List.of(condition(left)));
    while (cursor.takes(word)) {
      count();
      conditions.add(condition(isAnd ? not() : joined(true)));
    }
    return new Joined(isAnd, conditions);
  }

  private Node not() throws NotInLanguage {
    boolean negated = false;
    boolean seen = false;
    while (cursor.takes("not")) {
      count();
      negated = !negated;
      seen = true;
    }
    Node node = comparison();
    if (!seen) {
      return node;
    }
    return negated ? condition(node).negated() : condition(node);
  }

  private Node comparison() throws NotInLanguage {
    Node left = sum();
    if (cursor.takes("is")) {
      count();
      boolean not = cursor.takes("not");
      cursor.expect("null");
      return variable(new IsNull(value(left), not));
    }
    if (!COMPARISONS.contains(cursor.token().text()) || cursor.token().kind() != Kind.SIGN) {
      return left;
    }
    count();
    return compared(value(left), cursor.next().text(), value(sum()));
  }

  private Condition compared(Expression left, String operator, Expression right)
      throws NotInLanguage {
    if (left.type() == Type.BYTES) {
      throw cursor.refusedLast("bytes are not compared" + Arguments.hint(Type.BYTES, Type.TEXT));
    }
    return variable(new Comparison(operator, left, arguments.ofType(right, left.type())));
  }

  private Condition variable(Condition condition) throws NotInLanguage {
    if (condition.isConstant()) {
      throw cursor.refusedLast(
          "constants are not compared: a variable, parameter or field must be in it");
    }
    return condition;
  }

  private Node sum() throws NotInLanguage {
    Node left = product();
    while (cursor.sees("+") || cursor.sees("-")) {
      left = operation(left, cursor.next().text(), product());
    }
    return left;
  }

  private Node product() throws NotInLanguage {
    Node left = signed();
    while (cursor.sees("*") || cursor.sees("/") || cursor.sees("%")) {
      left = operation(left, cursor.next().text(), signed());
    }
    return left;
  }

  private Expression operation(Node left, String operator, Node right) throws NotInLanguage {
    count();
    Expression made =
        new Operation(
            operator,
            arguments.ofType(value(left), Type.NUMBER),
            arguments.ofType(value(right), Type.NUMBER));
    if (made.isConstant()) {
      throw cursor.refusedLast("an operation on constants alone is not taken: write its result");
    }
    return made;
  }

  private Node signed() throws NotInLanguage {
    if (!cursor.takes("-")) {
      return primary();
    }
    Node node = primary();
    if (node instanceof Number number) {
      return new Number(-number.value());
    }
    return operation(new Number(0), "-", node);
  }

  private Node primary() throws NotInLanguage {
    if (++nested > Language.NESTED_MAX) {
      throw cursor.refused(
          "there are more than %d parentheses, functions and CASEs in each other"
              .formatted(Language.NESTED_MAX));
    }
    Node node = primaryOf(cursor.token());
    nested--;
    return node;
  }

  private Node primaryOf(Token token) throws NotInLanguage {
    if (cursor.takes("(")) {
      Node node = joined(false);
      cursor.expect(")");
      return node;
    }
    return switch (token.kind()) {
      case NUMBER -> new Number(number(cursor.next()));
      case TEXT -> new Text(cursor.next().text());
      case WORD -> word(token);
      case NAME -> field();
      default -> throw cursor.unexpected("a value");
    };
  }

  private long number(Token token) throws NotInLanguage {
    try {
      return Long.parseLong(token.text());
    } catch (NumberFormatException e) {
      throw new NotInLanguage(
          token.line(), "a number is at most %d, not %s".formatted(Long.MAX_VALUE, token.shown()));
    }
  }

  private Node word(Token token) throws NotInLanguage {
    if (token.is("case")) {
      cursor.next();
      return cases();
    }
    if (token.is("null")) {
      throw cursor.refused("NULL is no value here; CASE without ELSE is null");
    }
    if (cursor.seesNext("(")) {
      cursor.next();
      count();
      return token.is("cast") ? cast() : call(token);
    }
    if (Scope.isVariable(token)) {
      return scope.variable(cursor);
    }
    return field();
  }

  private Expression field() throws NotInLanguage {
    String name = cursor.name("a variable or a field");
    if (name.equals(Language.KEY) || name.equals(Language.VERSION_COLUMN)) {
      throw cursor.refusedLast(name + " is no value; the key is what the procedure has given");
    }
    if (!fields) {
      throw cursor.refusedLast(
          "%s is a field; fields stand in SELECT's values and behind UPDATE's SET".formatted(name));
    }
    return new Field(name);
  }

  private Expression cast() throws NotInLanguage {
    cursor.expect("(");
    Expression value = value();
    cursor.expect("as");
    Function function;
    if (value.type() == Type.TEXT) {
      cursor.expect("bigint");
      function = Function.TO_NUMBER;
    } else {
      arguments.ofType(value, Type.NUMBER);
      boolean isText = cursor.takes("text");
      if (!isText) {
        cursor.expect("integer");
      }
      function = isText ? Function.TO_TEXT : Function.TO_INTEGER;
    }
    cursor.expect(")");
    return new Call(function, List.of(value));
  }

  private Expression cases() throws NotInLanguage {
    Optional<Expression> of = Optional.empty();
    if (!cursor.sees("when")) {
      if (!Scope.isVariable(cursor.token())) {
        throw cursor.refused(
            "%s stands where WHEN or a variable must: %s"
                .formatted(cursor.token().shown(), CASE_FORM));
      }
      of = Optional.of(scope.variable(cursor));
    }
    List<When> whens = new ArrayList<>();
    cursor.expect("when");
    do {
      count();
      Condition condition =
          of.isEmpty() ? condition(joined(false)) : compared(of.get(), "=", value());
      cursor.expect("then");
      Expression value = value();
      whens.add(
          new When(
              condition,
              arguments.sameType(whens.isEmpty() ? value : whens.get(0).value(), value)));
    } while (cursor.takes("when"));
    Optional<Expression> otherwise = Optional.empty();
    if (cursor.takes("else")) {
      otherwise = Optional.of(arguments.sameType(whens.get(0).value(), value()));
    }
    cursor.expect("end");
    return new Case(whens, otherwise);
  }

  private Expression call(Token name) throws NotInLanguage {
    Optional<Function> function = Function.named(name.text());
    if (function.isEmpty()) {
      throw new NotInLanguage(
          name.line(),
          "%s is no function of the language; there are %s"
              .formatted(name.shown(), Function.titles()));
    }
    cursor.expect("(");
    List<Expression> values = new ArrayList<>();
    do {
      values.add(value());
    } while (cursor.takes(","));
    cursor.expect(")");
    Call call = new Call(function.get(), arguments.checked(function.get(), values));
    Optional<String> tooLong = function.get().tooLong(call.arguments());
    if (tooLong.isPresent()) {
      throw cursor.refused(tooLong.get());
    }
    return call;
  }
}
