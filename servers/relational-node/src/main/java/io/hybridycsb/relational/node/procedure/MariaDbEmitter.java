package io.hybridycsb.relational.node.procedure;

import io.hybridycsb.relational.node.procedure.Condition.Comparison;
import io.hybridycsb.relational.node.procedure.Expression.Call;
import io.hybridycsb.relational.node.procedure.Expression.Field;
import io.hybridycsb.relational.node.procedure.Expression.Number;
import io.hybridycsb.relational.node.procedure.Expression.Operation;
import io.hybridycsb.relational.node.procedure.Expression.Text;
import io.hybridycsb.relational.node.procedure.Expression.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Writes MariaDB's SQL. All texts have one character set and one collation. What is frequent and
 * can't fail is written where it stands; else the node's own functions are called ({@link
 * MariaDbFunctions}), which cost some microseconds each.
 */
public final class MariaDbEmitter extends Emitter {
  static final String COLLATED = " COLLATE utf8mb4_nopad_bin";

  /** The session's variable that counts the bytes of fields that a call goes through. */
  public static final String PASSED = "@relational_passed";

  /** The session's variable that counts the bytes of rows that a call has written. */
  public static final String WRITTEN = "@relational_written";

  /** What that was after the last statement that has not failed. */
  public static final String KEPT = "@relational_kept";

  private static final String FOUND = "found:";
  private static final String NOTHING = "_utf8mb4''" + COLLATED;

  private static final Words WORDS =
      new Words(
          '`',
          "SET %s = %s;",
          "BEGIN END;",
          "ELSEIF",
          "FOR %s IN 1 .. %d DO",
          "END FOR;",
          PASSED,
          "SET %s = %s;".formatted(KEPT, WRITTEN));

  private MariaDbEmitter() {
    super(WORDS);
  }

  /** Makes what procedures' functions call. */
  public static List<String> ownFunctions() {
    return MariaDbFunctions.all();
  }

  /** A function's parameters, as it declares them. */
  public static String parameters(Procedure procedure) {
    return new MariaDbEmitter().parametersOf(procedure);
  }

  /** The same, as another function passes them on. */
  public static String arguments(Procedure procedure) {
    return procedure.parameters().stream()
        .map(each -> WORDS.quoted(name(each.name())))
        .collect(Collectors.joining(", ", "(", ")"));
  }

  /** The body of a function with these parameters, which returns a BIGINT. */
  public static String bodyOf(Procedure procedure) {
    return new MariaDbEmitter().body(procedure);
  }

  @Override
  String title(Type type) {
    return switch (type) {
      case NUMBER -> "BIGINT";
      // What is too long for a variable is told by the procedure's own function, everywhere.
      case TEXT -> MariaDbFunctions.TEXT;
      case BYTES -> "LONGBLOB";
    };
  }

  @Override
  String block(Map<String, Type> variables, String statements) {
    String declarations =
        variables.entrySet().stream()
            .map(
                each -> "DECLARE %s %s;\n".formatted(quoted(each.getKey()), title(each.getValue())))
            .collect(Collectors.joining());
    return "BEGIN\n" + declarations + statements + "END";
  }

  /** It doesn't compute the right value if the left one is null. */
  @Override
  String comparison(Comparison comparison) {
    Expression left = comparison.left();
    Expression right = comparison.right();
    if (!right.canFail()) {
      return super.comparison(comparison);
    }
    if (!left.canFail()) {
      return super.comparison(comparison.turned());
    }
    return "%s(%s, %s) %s 0"
        .formatted(
            left.type() == Type.NUMBER
                ? MariaDbFunctions.COMPARE_NUMBERS
                : MariaDbFunctions.COMPARE_TEXTS,
            value(left),
            value(right),
            comparison.operator());
  }

  /** MariaDB computes the first value of its own function twice. */
  private String nullIf(List<Expression> values) {
    Expression second = values.get(1);
    String function =
        isShort(values.get(0)) && !second.canFail()
            ? "NULLIF"
            : second.type() == Type.NUMBER
                ? MariaDbFunctions.NULL_IF_NUMBER
                : MariaDbFunctions.NULL_IF_TEXT;
    return "%s(%s)".formatted(function, values(values));
  }

  private String replace(List<Expression> texts) {
    return texts.get(1).canFail()
        ? "%s(%s, %s)".formatted(MariaDbFunctions.REMOVE, value(texts.get(0)), value(texts.get(1)))
        : "REPLACE(%s, %s, '')".formatted(value(texts.get(0)), value(texts.get(1)));
  }

  @Override
  String raise(String message) {
    return "SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = '%s';".formatted(message.replace("'", "''"));
  }

  @Override
  String returned(String value) {
    return "RETURN " + value + ";";
  }

  /** A SELECT without a row leaves its variables as they are. */
  @Override
  String read(Map<String, String> variables, String from) {
    return variables.values().stream().collect(Collectors.joining(" = NULL, ", "SET ", " = NULL; "))
        + super.read(variables, from);
  }

  @Override
  String readIfThere(Map<String, String> variables, String from) {
    String found = more(FOUND, Type.NUMBER);
    List<String> columns = new ArrayList<>(List.of("1"));
    variables.keySet().forEach(name -> columns.add(quoted(name)));
    List<String> into = new ArrayList<>(List.of(found));
    into.addAll(variables.values());
    return "SET %1$s = NULL; SELECT %2$s INTO %3$s%4$s; IF %1$s IS NOT NULL THEN"
        .formatted(found, String.join(", ", columns), String.join(", ", into), from);
  }

  @Override
  String number(long value) {
    return value < 0 ? "(" + value + ")" : Long.toString(value);
  }

  @Override
  String text(String value) {
    return "_utf8mb4'%s'%s".formatted(value.replace("'", "''"), COLLATED);
  }

  @Override
  String round(String quotedVariable) {
    return quotedVariable;
  }

  @Override
  String comparedText(String value) {
    return value;
  }

  @Override
  String operation(Operation operation) {
    String left = value(operation.left());
    String right = value(operation.right());
    if (operation.isChecked()) {
      return checked(operation, left, right);
    }
    String operator = operation.operator().equals("/") ? "DIV" : operation.operator();
    return "(%s %s %s)".formatted(left, operator, right);
  }

  private static String checked(Operation operation, String left, String right) {
    return switch (operation.operator()) {
      case "/" -> "%s(%s, %s)".formatted(MariaDbFunctions.DIVIDE, left, right);
      case "%" -> "%s(%s, %s)".formatted(MariaDbFunctions.REMAINDER, left, right);
      default ->
          operation.left() instanceof Number
              ? "(-1 * %s)".formatted(right)
              : isShort(operation.left()) && isShort(operation.right())
                  ? MariaDbFunctions.minus(left, right)
                  : "%s(%s, %s)".formatted(MariaDbFunctions.MINUS, left, right);
    };
  }

  @Override
  String call(Call call) {
    List<Expression> arguments = call.arguments();
    Expression first = arguments.get(0);
    return switch (call.function()) {
      case COALESCE -> "COALESCE(%s)".formatted(values(arguments));
      case NULLIF -> nullIf(arguments);
      case ABS -> "ABS(%s)".formatted(value(first));
      case CHAR_LENGTH -> "CHAR_LENGTH(%s)".formatted(value(first));
      case OCTET_LENGTH -> "LENGTH(%s)".formatted(value(first));
      case STRPOS -> "LOCATE(%s, %s)".formatted(value(arguments.get(1)), value(first));
      case CONCAT ->
          arguments.stream().map(this::joined).collect(Collectors.joining(", ", "CONCAT(", ")"));
      case REPLACE -> replace(arguments);
      case SUBSTR -> substr(arguments);
      case SPLIT_PART -> splitPart(arguments);
      case CONVERT_FROM -> convertFrom(first);
      case CONVERT_TO -> "CAST(%s AS BINARY)".formatted(value(first));
      case TO_NUMBER -> toNumber(first);
      case TO_INTEGER ->
          "%s(%s, %d, %d)"
              .formatted(
                  MariaDbFunctions.BETWEEN, value(first), Integer.MIN_VALUE, Integer.MAX_VALUE);
      case TO_TEXT -> "CAST(%s AS CHAR CHARACTER SET utf8mb4)%s".formatted(value(first), COLLATED);
    };
  }

  private String joined(Expression value) {
    return value instanceof Text
        ? value(value)
        : "COALESCE(%s, %s)".formatted(value(value), NOTHING);
  }

  private String place(Expression value, long least) {
    String written = value(value);
    return value.isWithin(least, Language.PLACE_MAX)
        ? written
        : "%s(%s, %d, %d)".formatted(MariaDbFunctions.BETWEEN, written, least, Language.PLACE_MAX);
  }

  private String substr(List<Expression> arguments) {
    String text = value(arguments.get(0));
    boolean inside = arguments.get(1).isWithin(1, Language.PLACE_MAX);
    String start = place(arguments.get(1), -Language.PLACE_MAX);
    if (arguments.size() == 2) {
      return "%s(%s, %s)".formatted(inside ? "SUBSTR" : MariaDbFunctions.REST, text, start);
    }
    return "%s(%s, %s, %s)"
        .formatted(
            inside ? "SUBSTR" : MariaDbFunctions.SUBSTR, text, start, place(arguments.get(2), 0));
  }

  /** A place after the last part would be that part, but for the part before being all. */
  private String splitPart(List<Expression> arguments) {
    String text = value(arguments.get(0));
    String separator = value(arguments.get(1));
    String place = place(arguments.get(2), 1);
    boolean isShort =
        arguments.get(1) instanceof Text literal
            && !literal.value().isEmpty()
            && isShort(arguments.get(0))
            && isShort(arguments.get(2))
            && arguments.get(2).isWithin(1, Language.PLACE_MAX);
    if (!isShort) {
      return "%s(%s, %s, %s)".formatted(MariaDbFunctions.SPLIT_PART, text, separator, place);
    }
    return MariaDbFunctions.splitPart(text, separator, place);
  }

  /** Whether it may be written twice. */
  private static boolean isShort(Expression value) {
    return value.parts().isEmpty();
  }

  private String convertFrom(Expression value) {
    String bytes = value(value);
    return value instanceof Field
        ? "(CASE WHEN %1$s RLIKE '[^\\x01-\\x7f]' THEN %2$s(%1$s) ELSE CONVERT(%1$s USING utf8mb4)%3$s END)"
            .formatted(bytes, MariaDbFunctions.TO_TEXT, COLLATED)
        : "%s(%s)".formatted(MariaDbFunctions.TO_TEXT, bytes);
  }

  /** The digits of bytes are known to be UTF-8. */
  private String toNumber(Expression text) {
    Expression digits =
        text instanceof Call call && call.function() == Function.CONVERT_FROM
            ? call.argument(0)
            : text;
    String written = value(digits);
    boolean isShort =
        isShort(digits)
            || digits instanceof Call call
                && call.function() == Function.SPLIT_PART
                && call.arguments().stream().allMatch(MariaDbEmitter::isShort);
    return isShort
        ? "(CASE WHEN %1$s RLIKE '\\A-?[0-9]{1,18}\\z' THEN CAST(%1$s AS SIGNED) ELSE %2$s(%1$s) END)"
            .formatted(written, MariaDbFunctions.TO_NUMBER)
        : "%s(%s)".formatted(MariaDbFunctions.TO_NUMBER, written);
  }
}
