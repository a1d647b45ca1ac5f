package io.hybridycsb.relational.node.database.agree;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Random expressions and conditions of the language of procedures. */
final class RandomExpressions {
  /**
   * What an expression may use.
   *
   * @param numbers variables and parameters that are numbers
   * @param texts those that are texts
   * @param fields of the row at hand, in double quotes where they need some; none: there is no row
   */
  record Scope(List<String> numbers, List<String> texts, List<String> fields) {
    Scope withRow(List<String> row) {
      return new Scope(numbers, texts, row);
    }

    Scope withNumber(String name) {
      return new Scope(Stream.concat(numbers.stream(), Stream.of(name)).toList(), texts, fields);
    }

    /** Without variables that are filled. */
    Scope without(List<String> names) {
      return new Scope(
          numbers.stream().filter(each -> !names.contains(each)).toList(),
          texts.stream().filter(each -> !names.contains(each)).toList(),
          fields);
    }
  }

  private static final int ARGUMENTS_MAX = 4;

  private final RandomChoices choices;
  private final RandomValues values;

  RandomExpressions(RandomChoices choices) {
    this.choices = choices;
    this.values = new RandomValues(choices);
  }

  String number(Scope scope, int depth) {
    if (depth == 0 || choices.oneIn(3)) {
      return numberLeaf(scope);
    }
    String form =
        choices.formOf(
            "+",
            "-",
            "*",
            "/",
            "%",
            "chain",
            "negative",
            "CAST AS bigint",
            "CAST AS integer",
            "char_length",
            "strpos",
            "abs",
            "coalesce numbers",
            "nullif numbers",
            "octet_length",
            "CASE numbers",
            "simple CASE numbers");
    String made = numberOf(form, scope, depth);
    return form.startsWith("nullif") && isConstant(made) ? choices.of(scope.numbers()) : made;
  }

  private String numberOf(String form, Scope scope, int depth) {
    return switch (form) {
      case "chain" -> chain(scope);
      case "+", "-", "*" ->
          joined(variableNumber(scope, depth - 1), form, number(scope, depth - 1));
      case "/", "%" ->
          joined(
              variableNumber(scope, depth - 1),
              form,
              choices.oneIn(6) ? number(scope, depth - 1) : "3");
      case "negative" -> "(- " + variableNumber(scope, depth - 1) + ")";
      case "CAST AS bigint" -> "CAST(" + digits(scope, depth - 1) + " AS bigint)";
      case "CAST AS integer" -> "CAST(" + number(scope, depth - 1) + " AS integer)";
      case "char_length" -> call("char_length", text(scope, depth - 1));
      case "strpos" -> call("strpos", searched(scope), sought(scope, depth - 1));
      case "abs" -> call("abs", number(scope, depth - 1));
      case "coalesce numbers" -> coalesce(() -> number(scope, depth - 1));
      case "nullif numbers" -> call("nullif", number(scope, depth - 1), number(scope, depth - 1));
      case "octet_length" -> call("octet_length", bytes(scope, depth - 1));
      case "CASE numbers" -> searchedCase(scope, depth - 1, () -> number(scope, depth - 1));
      default -> simpleCase(scope, depth - 1, () -> number(scope, depth - 1));
    };
  }

  /** Whether neither a variable nor a field is in it: some forms need one. */
  private static boolean isConstant(String made) {
    return !made.replaceAll("'([^']|'')*'", "")
        .matches("(?s).*(\\b([pv]_\\w+|[abc]|found)\\b|\"D-d\").*");
  }

  /** As long as the language allows, or nearly so. */
  private String chain(Scope scope) {
    StringBuilder text = new StringBuilder("(").append(choices.of(scope.numbers()));
    int length = 15 + choices.below(10);
    for (int i = 0; i < length; i++) {
      text.append(choices.of(List.of(" + ", " - ", " - ", " / 3 - ", " % 7 + ")));
      text.append(choices.of(scope.numbers()));
    }
    return text.append(")").toString();
  }

  /** With brackets or without: then it may belong to a neighbour, which must be no constant. */
  private String joined(String left, String operator, String right) {
    String joined = left + " " + operator + " " + right;
    return right.matches("[pv]_\\w+") && choices.oneIn(2) ? joined : "(" + joined + ")";
  }

  private String numberLeaf(Scope scope) {
    if (!choices.oneIn(3)) {
      return choices.of(scope.numbers());
    }
    choices.form("digits");
    return choices.oneIn(20)
        ? choices.of(List.of("9223372036854775807", "4611686018427387904", "3037000500", "007"))
        : Integer.toString(choices.below(12));
  }

  /** A text that is most often a number. */
  private String digits(Scope scope, int depth) {
    return switch (choices.below(scope.fields().isEmpty() ? 4 : 6)) {
      case 0 -> text(scope, depth);
      case 1 -> "CAST(" + number(scope, depth) + " AS text)";
      case 2 -> "'" + choices.of(List.of("12", "-7", "0", "007", "9223372036854775807")) + "'";
      case 3 -> call("split_part", "'10 20 30'", "' '", small());
      default -> "convert_from(" + field(scope) + ", 'UTF8')";
    };
  }

  private String small() {
    return Integer.toString(choices.oneIn(12) ? 0 : 1 + choices.below(4));
  }

  String text(Scope scope, int depth) {
    if (depth == 0 || choices.oneIn(3)) {
      return textLeaf(scope);
    }
    String form =
        choices.formOf(
            "concat",
            "substr",
            "substr to the end",
            "replace",
            "split_part",
            "CAST AS text",
            "convert_from",
            "coalesce texts",
            "nullif texts",
            "CASE texts",
            "simple CASE texts");
    String made = textOf(form, scope, depth);
    return form.startsWith("nullif") && isConstant(made) ? choices.of(scope.texts()) : made;
  }

  private String textOf(String form, Scope scope, int depth) {
    return switch (form) {
      case "concat" -> concat(scope, depth - 1);
      case "substr" ->
          call(
              "substr",
              text(scope, depth - 1),
              number(scope, depth - 1),
              choices.oneIn(3) ? number(scope, depth - 1) : small());
      case "substr to the end" -> call("substr", text(scope, depth - 1), number(scope, depth - 1));
      case "replace" -> call("replace", searched(scope), sought(scope, depth - 1), "''");
      case "split_part" ->
          call(
              "split_part",
              searched(scope),
              choices.oneIn(2) ? "' '" : sought(scope, depth - 1),
              choices.oneIn(4) ? number(scope, depth - 1) : small());
      case "CAST AS text" -> "CAST(" + number(scope, depth - 1) + " AS text)";
      case "convert_from" -> "convert_from(" + bytes(scope, depth - 1) + ", 'UTF8')";
      case "coalesce texts" -> coalesce(() -> text(scope, depth - 1));
      case "nullif texts" -> call("nullif", text(scope, depth - 1), text(scope, depth - 1));
      case "CASE texts" -> searchedCase(scope, depth - 1, () -> text(scope, depth - 1));
      default -> simpleCase(scope, depth - 1, () -> text(scope, depth - 1));
    };
  }

  /** No text that may be longer than any variable. */
  private String searched(Scope scope) {
    return choices.oneIn(2) ? textLeaf(scope) : call("substr", textLeaf(scope), small());
  }

  private String sought(Scope scope, int depth) {
    return call("substr", text(scope, depth), small(), choices.of(List.of("1", "2", "64")));
  }

  private String concat(Scope scope, int depth) {
    List<String> parts = new ArrayList<>();
    for (int i = 0; i <= choices.below(ARGUMENTS_MAX); i++) {
      parts.add(choices.oneIn(3) ? number(scope, depth) : text(scope, depth));
    }
    return call("concat", parts.toArray(String[]::new));
  }

  private String textLeaf(Scope scope) {
    if (!choices.oneIn(3)) {
      return choices.of(scope.texts());
    }
    choices.form("'text'");
    return quoted(values.literal());
  }

  static String quoted(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  String bytes(Scope scope, int depth) {
    if (!scope.fields().isEmpty() && choices.oneIn(2)) {
      return field(scope);
    }
    if (depth == 0) {
      return toBytes(scope, 0);
    }
    return switch (choices.formOf("convert_to", "coalesce bytes", "CASE bytes")) {
      case "convert_to" -> toBytes(scope, depth - 1);
      case "coalesce bytes" -> coalesce(() -> bytes(scope, depth - 1));
      default -> searchedCase(scope, depth - 1, () -> bytes(scope, depth - 1));
    };
  }

  private String toBytes(Scope scope, int depth) {
    return "convert_to(" + text(scope, depth) + ", 'UTF8')";
  }

  private String field(Scope scope) {
    choices.form("field");
    return choices.of(scope.fields());
  }

  private String coalesce(Supplier<String> each) {
    List<String> all = new ArrayList<>();
    String last = each.get();
    int others = 1 + choices.below(2);
    for (int i = 0; i < others; i++) {
      String value = each.get();
      if (!isConstant(value)) {
        all.add(value);
      }
    }
    all.add(last);
    return call("coalesce", all.toArray(String[]::new));
  }

  private String searchedCase(Scope scope, int depth, Supplier<String> each) {
    StringBuilder text = new StringBuilder("CASE");
    for (int i = 0; i <= choices.below(2); i++) {
      text.append(" WHEN ").append(condition(scope, depth)).append(" THEN ").append(each.get());
    }
    return end(text, each);
  }

  private String simpleCase(Scope scope, int depth, Supplier<String> each) {
    boolean ofNumbers = choices.oneIn(2);
    StringBuilder text = new StringBuilder("CASE ");
    text.append(choices.of(ofNumbers ? scope.numbers() : scope.texts()));
    for (int i = 0; i <= choices.below(3); i++) {
      text.append(" WHEN ")
          .append(ofNumbers ? number(scope, depth) : text(scope, depth))
          .append(" THEN ")
          .append(each.get());
    }
    return end(text, each);
  }

  private String end(StringBuilder text, Supplier<String> each) {
    if (choices.oneIn(2)) {
      choices.form("CASE ELSE");
      text.append(" ELSE ").append(each.get());
    }
    return text.append(" END").toString();
  }

  String condition(Scope scope, int depth) {
    String form =
        depth <= 0
            ? choices.formOf("numbers compared", "texts compared")
            : choices.formOf(
                "numbers compared",
                "numbers compared",
                "texts compared",
                "texts compared",
                "IS NULL",
                "IS NOT NULL",
                "AND",
                "OR",
                "NOT");
    return switch (form) {
      case "numbers compared" ->
          "%s %s %s".formatted(variableNumber(scope, depth), compared(), number(scope, depth));
      case "texts compared" ->
          "%s %s %s".formatted(variableText(scope, depth), compared(), text(scope, depth));
      case "IS NULL", "IS NOT NULL" ->
          (choices.oneIn(2) ? variableNumber(scope, depth) : variableText(scope, depth))
              + " "
              + form;
      case "NOT" -> "NOT (" + condition(scope, depth - 1) + ")";
      default -> both(condition(scope, depth - 1), form, condition(scope, depth - 1));
    };
  }

  /** No constant, which the language doesn't compare. */
  private String variableNumber(Scope scope, int depth) {
    String variable = choices.of(scope.numbers());
    return depth == 0 || choices.oneIn(2)
        ? variable
        : joined(variable, choices.of(List.of("+", "-", "*")), number(scope, depth - 1));
  }

  private String variableText(Scope scope, int depth) {
    String variable = choices.of(scope.texts());
    return depth == 0 || choices.oneIn(2)
        ? variable
        : call("concat", variable, text(scope, depth - 1));
  }

  private String compared() {
    return choices.formOf("=", "<>", "<", "<=", ">", ">=");
  }

  private String both(String left, String operator, String right) {
    String both = left + " " + operator + " " + right;
    return choices.oneIn(2) ? both : "(" + both + ")";
  }

  private static String call(String function, String... arguments) {
    return function + "(" + String.join(", ", arguments) + ")";
  }
}
