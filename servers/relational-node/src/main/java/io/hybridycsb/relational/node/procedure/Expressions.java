package io.hybridycsb.relational.node.procedure;

import io.hybridycsb.relational.node.procedure.Condition.All;
import io.hybridycsb.relational.node.procedure.Condition.Any;
import io.hybridycsb.relational.node.procedure.Condition.Comparison;
import io.hybridycsb.relational.node.procedure.Condition.IsNull;
import io.hybridycsb.relational.node.procedure.Expression.Call;
import io.hybridycsb.relational.node.procedure.Expression.Case;
import io.hybridycsb.relational.node.procedure.Expression.Field;
import io.hybridycsb.relational.node.procedure.Expression.Number;
import io.hybridycsb.relational.node.procedure.Expression.Operation;
import io.hybridycsb.relational.node.procedure.Expression.Text;
import io.hybridycsb.relational.node.procedure.Expression.When;
import io.hybridycsb.relational.node.procedure.Tokens.Kind;
import io.hybridycsb.relational.node.procedure.Tokens.Token;
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
  private boolean fields;
  private int nested;
  private int operators;
  private int joined;

  Expressions(Cursor cursor, Scope scope) {
    this.cursor = cursor;
    this.scope = scope;
  }

  /** What one statement joins is counted together. */
  void beginStatement() {
    joined = 0;
  }

  /** A value without fields. */
  Expression value(Type type) throws NotInLanguage {
    begin(false);
    return ofType(value(), type);
  }

  /** A record's key, where no condition may follow. */
  Expression key() throws NotInLanguage {
    begin(false);
    return ofType(value(sum()), Type.TEXT);
  }

  /** A value of a record, whose fields are checked later. */
  Expression valueOfRecord() throws NotInLanguage {
    begin(true);
    return value();
  }

  Condition condition() throws NotInLanguage {
    begin(false);
    return condition(or());
  }

  private void begin(boolean mayHaveFields) {
    fields = mayHaveFields;
    operators = 0;
  }

  private Expression value() throws NotInLanguage {
    return value(or());
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

  Expression ofType(Expression value, Type type) throws NotInLanguage {
    if (value.type() != type) {
      throw cursor.refusedLast(
          "%s stands where %s must%s"
              .formatted(value.type().title(), type.title(), hint(value.type(), type)));
    }
    return value;
  }

  private static String hint(Type found, Type needed) {
    if (found == Type.BYTES) {
      return ": convert_from(..., 'UTF8') makes a text of a field's bytes";
    }
    if (needed == Type.BYTES) {
      return ": convert_to(text, 'UTF8') makes bytes of a text";
    }
    return ": CAST(... AS %s) makes one".formatted(needed == Type.TEXT ? "text" : "bigint");
  }

  private void count() throws NotInLanguage {
    if (++operators > Language.OPERATORS_MAX) {
      throw cursor.refusedLast(
          "an expression has at most " + Language.OPERATORS_MAX + " operators and functions");
    }
  }

  private Node or() throws NotInLanguage {
    Node left = and();
    if (!cursor.sees("or")) {
      return left;
    }
    List<Condition> all = new ArrayList<>(List.of(condition(left)));
    while (cursor.takes("or")) {
      count();
      all.add(condition(and()));
    }
    return new Any(all);
  }

  private Node and() throws NotInLanguage {
    Node left = not();
    if (!cursor.sees("and")) {
      return left;
    }
    List<Condition> all = new ArrayList<>(List.of(condition(left)));
    while (cursor.takes("and")) {
      count();
      all.add(condition(not()));
    }
    return new All(all);
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
      throw cursor.refusedLast("bytes are not compared" + hint(Type.BYTES, Type.TEXT));
    }
    return variable(new Comparison(operator, left, ofType(right, left.type())));
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
            operator, ofType(value(left), Type.NUMBER), ofType(value(right), Type.NUMBER));
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
      Node node = or();
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
      ofType(value, Type.NUMBER);
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
      Condition condition = of.isEmpty() ? condition(or()) : compared(of.get(), "=", value());
      cursor.expect("then");
      Expression value = value();
      whens.add(
          new When(condition, sameType(whens.isEmpty() ? value : whens.get(0).value(), value)));
    } while (cursor.takes("when"));
    Optional<Expression> otherwise = Optional.empty();
    if (cursor.takes("else")) {
      otherwise = Optional.of(sameType(whens.get(0).value(), value()));
    }
    cursor.expect("end");
    return new Case(whens, otherwise);
  }

  private Expression sameType(Expression first, Expression value) throws NotInLanguage {
    return ofType(value, first.type());
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
    List<Expression> arguments = new ArrayList<>();
    do {
      arguments.add(value());
    } while (cursor.takes(","));
    cursor.expect(")");
    Call call = new Call(function.get(), checked(function.get(), arguments));
    Optional<String> tooLong = function.get().tooLong(call.arguments());
    if (tooLong.isPresent()) {
      throw cursor.refused(tooLong.get());
    }
    return call;
  }

  private List<Expression> checked(Function function, List<Expression> arguments)
      throws NotInLanguage {
    switch (function) {
      case ABS -> types(function, arguments, Type.NUMBER);
      case CHAR_LENGTH -> types(function, arguments, Type.TEXT);
      case OCTET_LENGTH -> types(function, arguments, Type.BYTES);
      case STRPOS -> types(function, arguments, Type.TEXT, Type.TEXT);
      case SPLIT_PART -> types(function, arguments, Type.TEXT, Type.TEXT, Type.NUMBER);
      case SUBSTR -> {
        if (arguments.size() == 2) {
          types(function, arguments, Type.TEXT, Type.NUMBER);
        } else {
          types(function, arguments, Type.TEXT, Type.NUMBER, Type.NUMBER);
        }
      }
      case REPLACE -> {
        types(function, arguments, Type.TEXT, Type.TEXT, Type.TEXT);
        requireText(arguments.get(2), "", "replace only removes: its third value is ''");
      }
      case CONVERT_FROM -> {
        return encoded(function, arguments, Type.BYTES);
      }
      case CONVERT_TO -> {
        return encoded(function, arguments, Type.TEXT);
      }
      case CONCAT -> {
        return joined(arguments);
      }
      case NULLIF -> {
        if (arguments.get(0).type() == Type.BYTES) {
          throw cursor.refusedLast("bytes are not compared" + hint(Type.BYTES, Type.TEXT));
        }
        types(function, arguments, arguments.get(0).type(), arguments.get(0).type());
      }
      default -> {
        for (Expression argument : arguments) {
          sameType(arguments.get(0), argument);
        }
      }
    }
    return arguments;
  }

  private void types(Function function, List<Expression> arguments, Type... types)
      throws NotInLanguage {
    if (arguments.size() != types.length) {
      throw cursor.refusedLast(
          "%s takes %d values, not %d".formatted(function.title(), types.length, arguments.size()));
    }
    for (int i = 0; i < types.length; i++) {
      ofType(arguments.get(i), types[i]);
    }
  }

  private void requireText(Expression argument, String text, String message) throws NotInLanguage {
    if (!argument.equals(new Text(text))) {
      throw cursor.refusedLast(message);
    }
  }

  private List<Expression> encoded(Function function, List<Expression> arguments, Type type)
      throws NotInLanguage {
    types(function, arguments, type, Type.TEXT);
    requireText(arguments.get(1), "UTF8", function.title() + " has 'UTF8' for its second value");
    return List.of(arguments.get(0));
  }

  /** Numbers are joined as texts. */
  private List<Expression> joined(List<Expression> arguments) throws NotInLanguage {
    joined += arguments.size();
    if (joined > Language.JOINED_MAX) {
      throw cursor.refusedLast("a statement joins at most " + Language.JOINED_MAX + " values");
    }
    List<Expression> texts = new ArrayList<>();
    for (Expression argument : arguments) {
      texts.add(
          argument.type() == Type.NUMBER
              ? new Call(Function.TO_TEXT, List.of(argument))
              : ofType(argument, Type.TEXT));
    }
    return texts;
  }
}
