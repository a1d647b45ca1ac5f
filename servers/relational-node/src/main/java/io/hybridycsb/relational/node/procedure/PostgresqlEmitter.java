package io.hybridycsb.relational.node.procedure;

import io.hybridycsb.relational.node.procedure.Expression.Call;
import io.hybridycsb.relational.node.procedure.Expression.Operation;
import io.hybridycsb.relational.node.procedure.Expression.Type;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Writes PL/pgSQL. What it computes are expressions without a table, which PostgreSQL doesn't
 * compute before they are come to. Functions are those of {@code pg_catalog} or the node's own,
 * whatever others there are.
 */
public final class PostgresqlEmitter extends Emitter {
  private static final String BETWEEN = "relational_between";
  private static final String TO_NUMBER = "relational_number";
  private static final String PASSED = "\"passed:\"";

  /** What was written; the setting itself goes back with what has failed. */
  private static final String KEPT = "\"written:\"";

  private static final String BYTES =
      "(LEAST(%s, %d) + %s)".formatted(PASSED, Language.PASSED_BYTES_MAX, KEPT);

  /** The setting that counts the bytes of rows that a call has written. */
  public static final String WRITTEN = "relational.written";

  private PostgresqlEmitter() {
    super(
        new Words(
            '"',
            "%s := %s;",
            "NULL;",
            "ELSIF",
            "FOR %s IN 1 .. %d LOOP",
            "END LOOP;",
            PASSED,
            "%s := current_setting('%s')::bigint;".formatted(KEPT, WRITTEN)));
  }

  /** Makes what procedures' functions call. */
  public static List<String> ownFunctions() {
    return List.of(
        function(
            BETWEEN + "(n bigint, low bigint, high bigint)",
            "bigint",
            "IF n < low OR n > high THEN RAISE EXCEPTION 'a number is not between % and %',"
                + " low, high; END IF; RETURN n;"),
        function(
            TO_NUMBER + "(t text)",
            "bigint",
            "IF t COLLATE \"C\" !~ '^-?[0-9]{1,19}$' THEN"
                + " RAISE EXCEPTION 'a text is no whole number'; END IF;"
                + " RETURN CAST(t AS bigint);"));
  }

  /** Those that may fail are not computed before they are come to. */
  private static String function(String head, String returns, String statements) {
    return "CREATE OR REPLACE FUNCTION %s RETURNS %s LANGUAGE plpgsql STABLE STRICT AS '%s'"
        .formatted(head, returns, ("BEGIN " + statements + " END").replace("'", "''"));
  }

  /**
   * Makes a procedure's function, whatever there was. It returns the procedure's value and how many
   * bytes of fields and of rows it went through. If it fails, the error's hint is that number.
   */
  public static List<String> functions(String function, Procedure procedure) {
    PostgresqlEmitter emitter = new PostgresqlEmitter();
    return List.of(
        "CREATE OR REPLACE FUNCTION %s%s RETURNS bigint[] LANGUAGE plpgsql AS '%s'"
            .formatted(
                emitter.quoted(function),
                emitter.parametersOf(procedure),
                emitter.body(procedure).replace("'", "''")));
  }

  @Override
  String title(Type type) {
    return switch (type) {
      case NUMBER -> "bigint";
      case TEXT -> "text";
      case BYTES -> "bytea";
    };
  }

  @Override
  String block(Map<String, Type> variables, String statements) {
    String declarations =
        variables.entrySet().stream()
            .map(each -> "%s %s;\n".formatted(quoted(each.getKey()), title(each.getValue())))
            .collect(Collectors.joining());
    // A field may have the name of a variable of PL/pgSQL's own.
    return "#variable_conflict use_column\nDECLARE\n%s bigint := 0;\n%s bigint := 0;\n"
            .formatted(PASSED, KEPT)
        + declarations
        + "BEGIN\n"
        + statements
        + "EXCEPTION WHEN OTHERS THEN RAISE EXCEPTION USING ERRCODE = SQLSTATE,"
        + " MESSAGE = SQLERRM, HINT = %s::text;\nEND".formatted(BYTES);
  }

  @Override
  String raise(String message) {
    return "RAISE EXCEPTION " + quotedText(message) + ";";
  }

  @Override
  String returned(String value) {
    return "RETURN ARRAY[(%s)::bigint, %s];".formatted(value, BYTES);
  }

  @Override
  String readIfThere(Map<String, String> variables, String from) {
    String read = variables.isEmpty() ? "PERFORM 1" + from + ";" : read(variables, from);
    return read + " IF FOUND THEN";
  }

  @Override
  String number(long value) {
    return "(%d)::bigint".formatted(value);
  }

  @Override
  String text(String value) {
    return quotedText(value) + "::text";
  }

  private static String quotedText(String value) {
    return "'" + value.replace("'", "''") + "'";
  }

  @Override
  String round(String quotedVariable) {
    return quotedVariable + "::bigint";
  }

  @Override
  String operation(Operation operation) {
    return "(%s %s %s)"
        .formatted(value(operation.left()), operation.operator(), value(operation.right()));
  }

  @Override
  String comparedText(String value) {
    return "(" + value + ") COLLATE \"C\"";
  }

  @Override
  String call(Call call) {
    List<Expression> arguments = call.arguments();
    Expression first = arguments.get(0);
    return switch (call.function()) {
      case COALESCE -> "COALESCE(%s)".formatted(values(arguments));
      case NULLIF -> "NULLIF(%s, %s)".formatted(compared(first), value(arguments.get(1)));
      case ABS -> "pg_catalog.abs(%s)".formatted(value(first));
      case CHAR_LENGTH -> "pg_catalog.char_length(%s)::bigint".formatted(value(first));
      case OCTET_LENGTH -> "pg_catalog.octet_length(%s)::bigint".formatted(value(first));
      case STRPOS ->
          "pg_catalog.strpos(%s, %s)::bigint"
              .formatted(comparedText(value(first)), value(arguments.get(1)));
      case CONCAT -> "pg_catalog.concat(%s)".formatted(values(arguments));
      case REPLACE ->
          "pg_catalog.replace(%s, %s, '')"
              .formatted(comparedText(value(first)), value(arguments.get(1)));
      case SUBSTR ->
          arguments.size() == 2
              ? "pg_catalog.substr(%s, %s)".formatted(value(first), start(arguments))
              : "pg_catalog.substr(%s, %s, %s)"
                  .formatted(value(first), start(arguments), place(arguments.get(2), 0));
      case SPLIT_PART ->
          "pg_catalog.split_part(%s, %s, %s)"
              .formatted(
                  comparedText(value(first)), value(arguments.get(1)), place(arguments.get(2), 1));
      case CONVERT_FROM -> "pg_catalog.convert_from(%s, 'UTF8')".formatted(value(first));
      case CONVERT_TO -> "pg_catalog.convert_to(%s, 'UTF8')".formatted(value(first));
      case TO_NUMBER -> "%s(%s)".formatted(TO_NUMBER, value(first));
      case TO_INTEGER ->
          "%s(%s, %d, %d)".formatted(BETWEEN, value(first), Integer.MIN_VALUE, Integer.MAX_VALUE);
      case TO_TEXT -> "(%s)::text".formatted(value(first));
    };
  }

  private String start(List<Expression> arguments) {
    return place(arguments.get(1), -Language.PLACE_MAX);
  }

  private String place(Expression value, long least) {
    String written = value(value);
    return value.isWithin(least, Language.PLACE_MAX)
        ? "(%s)::integer".formatted(written)
        : "%s(%s, %d, %d)::integer".formatted(BETWEEN, written, least, Language.PLACE_MAX);
  }
}
