package io.hybridycsb.relational.node.procedure;

import io.hybridycsb.relational.node.procedure.Condition.Comparison;
import io.hybridycsb.relational.node.procedure.Condition.IsNull;
import io.hybridycsb.relational.node.procedure.Condition.Joined;
import io.hybridycsb.relational.node.procedure.Expression.Call;
import io.hybridycsb.relational.node.procedure.Expression.Case;
import io.hybridycsb.relational.node.procedure.Expression.Field;
import io.hybridycsb.relational.node.procedure.Expression.Number;
import io.hybridycsb.relational.node.procedure.Expression.Operation;
import io.hybridycsb.relational.node.procedure.Expression.Round;
import io.hybridycsb.relational.node.procedure.Expression.Text;
import io.hybridycsb.relational.node.procedure.Expression.Type;
import io.hybridycsb.relational.node.procedure.Expression.Variable;
import io.hybridycsb.relational.node.procedure.Statement.Assign;
import io.hybridycsb.relational.node.procedure.Statement.Assigned;
import io.hybridycsb.relational.node.procedure.Statement.Branch;
import io.hybridycsb.relational.node.procedure.Statement.Delete;
import io.hybridycsb.relational.node.procedure.Statement.For;
import io.hybridycsb.relational.node.procedure.Statement.If;
import io.hybridycsb.relational.node.procedure.Statement.Insert;
import io.hybridycsb.relational.node.procedure.Statement.Into;
import io.hybridycsb.relational.node.procedure.Statement.Raise;
import io.hybridycsb.relational.node.procedure.Statement.Return;
import io.hybridycsb.relational.node.procedure.Statement.Select;
import io.hybridycsb.relational.node.procedure.Statement.Update;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes a procedure as the body of a function of one database. The names of its variables have a
 * colon, which no table and no field has. A record's fields are read into variables; what can fail
 * is computed from these, outside of SQL's statements.
 */
abstract class Emitter {
  private static final String TEXT_TOO_LONG =
      "a text has more than %d characters".formatted(Language.TEXT_CHARACTERS_MAX);
  private static final String KEY_TOO_LONG =
      "a key has more than %d characters".formatted(Language.KEY_CHARACTERS_MAX);
  private static final String MUCH =
      "a statement writes more than %d bytes".formatted(Language.WRITTEN_BYTES_MAX);
  private static final String MUCH_PASSED =
      "a call goes through more than %d bytes of fields".formatted(Language.PASSED_BYTES_MAX);
  private static final String KEY_VARIABLE = "key:";
  private static final String SIZE = "size:";

  private final Words words;
  private final StringBuilder statements = new StringBuilder();

  /** What the procedure hasn't declared itself, by name. */
  private final Map<String, Type> more = new TreeMap<>();

  /** Where the present statement's fields are. */
  private Map<String, String> fields = Map.of();

  Emitter(Words words) {
    this.words = words;
  }

  /** A function's parameters, as it declares them. */
  final String parametersOf(Procedure procedure) {
    return procedure.parameters().stream()
        .map(each -> quoted(name(each.name())) + " " + title(each.type()))
        .collect(Collectors.joining(", ", "(", ")"));
  }

  /** The body of a function with these parameters' names. */
  final String body(Procedure procedure) {
    procedure.statements().forEach(this::emit);
    Map<String, Type> variables = new LinkedHashMap<>();
    procedure
        .variables()
        .forEach(variable -> variables.put(name(variable.name()), variable.type()));
    variables.putAll(more);
    return block(variables, statements.toString());
  }

  /** The name of a variable or a parameter in the function, not quoted. */
  static String name(String variable) {
    return variable.substring(0, 1) + ":" + variable.substring(2);
  }

  // ---- What the databases write differently
  // ------------------------------------------------------

  /** A block with declarations. */
  abstract String block(Map<String, Type> variables, String statements);

  abstract String title(Type type);

  abstract String raise(String message);

  /** Ends the function. */
  abstract String returned(String value);

  /**
   * Reads fields into variables, each of which is null if there is no record.
   *
   * @param from the rest of the statement
   */
  String read(Map<String, String> variables, String from) {
    return "SELECT %s INTO %s%s;"
        .formatted(
            variables.keySet().stream().map(this::quoted).collect(Collectors.joining(", ")),
            String.join(", ", variables.values()),
            from);
  }

  /** The same, and begins an IF that there is a record. */
  abstract String readIfThere(Map<String, String> variables, String from);

  abstract String number(long value);

  abstract String text(String value);

  /** The value of a loop's variable. */
  abstract String round(String quotedVariable);

  abstract String operation(Operation operation);

  abstract String call(Call call);

  /** Compares in the order of bytes. */
  abstract String comparedText(String value);

  // ---- Statements
  // --------------------------------------------------------------------------------

  final String quoted(String name) {
    return words.quoted(name);
  }

  final String assign(String quotedVariable, String value) {
    return words.assign().formatted(quotedVariable, value);
  }

  private Emitter add(String... parts) {
    for (String part : parts) {
      statements.append(part);
    }
    return this;
  }

  private void emit(Statement statement) {
    if (statement instanceof Assign assign) {
      assign(assign.variable(), assign.value());
    } else if (statement instanceof If branches) {
      emit(branches);
    } else if (statement instanceof For loop) {
      add(words.loop().formatted(quoted(name(loop.round().name())), loop.round().rounds()), "\n");
      emit(loop.statements());
      add(words.endLoop(), "\n");
    } else if (statement instanceof Raise raise) {
      add(raise(raise.message()), "\n");
    } else if (statement instanceof Return returned) {
      add(returned(returned.value().map(this::value).orElse("NULL")), "\n");
    } else if (statement instanceof Select select) {
      emit(select);
    } else if (statement instanceof Insert insert) {
      emit(insert);
    } else if (statement instanceof Update update) {
      emit(update);
    } else if (statement instanceof Delete delete) {
      String where = where(delete.key());
      add("DELETE FROM ", quoted(delete.table()), where, "; ", words.keepWritten(), "\n");
    }
  }

  /** Where MariaDB wants one at least. */
  private void emit(List<Statement> all) {
    if (all.isEmpty()) {
      add(words.nothing(), "\n");
    }
    all.forEach(this::emit);
  }

  private void assign(Variable variable, Expression value) {
    String quoted = quoted(name(variable.name()));
    add(assign(quoted, value(value)), "\n");
    if (variable.type() == Type.TEXT && value.charactersMax() > Language.TEXT_CHARACTERS_MAX) {
      refuseLonger(quoted, Language.TEXT_CHARACTERS_MAX, TEXT_TOO_LONG);
    }
  }

  private void refuseLonger(String quoted, int most, String message) {
    add("IF char_length(%s) > %d THEN %s END IF;\n".formatted(quoted, most, raise(message)));
  }

  private void emit(If branches) {
    String word = "IF ";
    for (Branch branch : branches.branches()) {
      add(word, condition(branch.condition()), " THEN\n");
      emit(branch.statements());
      word = words.elseIf() + " ";
    }
    if (!branches.otherwise().isEmpty()) {
      add("ELSE\n");
      branches.otherwise().forEach(this::emit);
    }
    add("END IF;\n");
  }

  private void emit(Select select) {
    String where = where(select.key());
    fields = fields(select.into().stream().map(Into::value));
    add(readIfThere(fields, " FROM " + quoted(select.table()) + where), "\n");
    countPassed(select.into().stream().map(Into::value).toList());
    for (Into into : select.into()) {
      assign(into.variable(), into.value());
    }
    fields = Map.of();
    add("ELSE\n");
    for (Into into : select.into()) {
      add(assign(quoted(name(into.variable().name())), "NULL"), "\n");
    }
    add("END IF;\n");
  }

  /** Before the values are computed. */
  private void countPassed(Collection<Expression> values) {
    if (fields.isEmpty()) {
      return;
    }
    StringBuilder sum = new StringBuilder(words.passed());
    fields.forEach(
        (field, variable) ->
            sum.append(" + COALESCE(octet_length(%s), 0) * ".formatted(variable))
                .append(number(Costs.passes(field, values))));
    add(assign(words.passed(), sum.toString()));
    add(
        " IF %s > %d THEN %s END IF;\n"
            .formatted(words.passed(), Language.PASSED_BYTES_MAX, raise(MUCH_PASSED)));
  }

  private void emit(Insert insert) {
    String key = value(insert.key());
    if (insert.key().canFail() || insert.key().charactersMax() > Language.KEY_CHARACTERS_MAX) {
      key = more(KEY_VARIABLE, Type.TEXT);
      add(assign(key, value(insert.key())), "\n");
      refuseLonger(key, Language.KEY_CHARACTERS_MAX, KEY_TOO_LONG);
    }
    List<String> values = values(insert.fields());
    String columns =
        Stream.concat(
                Stream.of(Language.KEY, Language.VERSION_COLUMN),
                insert.fields().stream().map(each -> each.field().name()))
            .map(this::quoted)
            .collect(Collectors.joining(", ", " (", ")"));
    add("INSERT INTO ", quoted(insert.table()), columns, " VALUES (", key, ", 1");
    values.forEach(value -> add(", ", value));
    add("); ", words.keepWritten(), "\n");
  }

  private void emit(Update update) {
    String where = where(update.key());
    fields = fields(update.fields().stream().map(Assigned::value));
    if (!fields.isEmpty()) {
      add(read(fields, " FROM " + quoted(update.table()) + where), "\n");
      countPassed(update.fields().stream().map(Assigned::value).toList());
    }
    List<String> values = values(update.fields());
    fields = Map.of();
    List<String> assigned = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      assigned.add(quoted(update.fields().get(i).field().name()) + " = " + values.get(i));
    }
    if (update.raises()) {
      assigned.add("%1$s = %1$s + 1".formatted(quoted(Language.VERSION_COLUMN)));
    }
    add("UPDATE ", quoted(update.table()), " SET ", String.join(", ", assigned), where, "; ");
    add(words.keepWritten(), "\n");
  }

  /** What stands in a statement: what can fail is computed before. */
  private List<String> values(List<Assigned> assigned) {
    boolean isMuch = isMuch(assigned);
    String size = quoted(SIZE);
    if (isMuch) {
      add(assign(more(SIZE, Type.NUMBER), "0"), "\n");
    }
    List<String> values = new ArrayList<>();
    for (Assigned each : assigned) {
      String value = value(each.value());
      if (each.value().canFail()) {
        String variable = more("bytes:" + values.size(), Type.BYTES);
        add(assign(variable, value), "\n");
        value = variable;
      }
      values.add(value);
      if (isMuch) {
        add(assign(size, "%s + COALESCE(octet_length(%s), 0)".formatted(size, value)));
        add(
            " IF %s > %d THEN %s END IF;\n"
                .formatted(size, Language.WRITTEN_BYTES_MAX, raise(MUCH)));
      }
    }
    return values;
  }

  private static boolean isMuch(List<Assigned> assigned) {
    long characters = assigned.stream().mapToLong(each -> each.value().charactersMax()).sum();
    return characters > Language.WRITTEN_BYTES_MAX / Language.CHARACTER_BYTES_MAX;
  }

  private String where(Expression key) {
    String value = value(key);
    if (key.canFail()) {
      value = more(KEY_VARIABLE, Type.TEXT);
      add(assign(value, value(key)), "\n");
    }
    return " WHERE %s = %s".formatted(quoted(Language.KEY), comparedText(value));
  }

  /** The fields in these values, each with its variable. */
  private Map<String, String> fields(Stream<Expression> values) {
    Map<String, String> variables = new LinkedHashMap<>();
    values
        .flatMap(Node::all)
        .filter(Field.class::isInstance)
        .map(part -> ((Field) part).name())
        .forEach(
            name ->
                variables.computeIfAbsent(
                    name, each -> more("field:" + variables.size(), Type.BYTES)));
    return variables;
  }

  /** Declares a variable of the emitter's own. */
  final String more(String name, Type type) {
    more.put(name, type);
    return quoted(name);
  }

  // ---- Values
  // ------------------------------------------------------------------------------------

  final String value(Expression value) {
    if (value instanceof Number number) {
      return number(number.value());
    }
    if (value instanceof Text text) {
      return text(text.value());
    }
    if (value instanceof Variable variable) {
      return quoted(name(variable.name()));
    }
    if (value instanceof Round round) {
      return round(quoted(name(round.name())));
    }
    if (value instanceof Field field) {
      return fields.get(field.name());
    }
    if (value instanceof Operation operation) {
      return operation(operation);
    }
    if (value instanceof Case cases) {
      return cases(cases);
    }
    return call((Call) value);
  }

  final String values(Collection<Expression> values) {
    return values.stream().map(this::value).collect(Collectors.joining(", "));
  }

  private String cases(Case cases) {
    return cases.whens().stream()
            .map(
                when ->
                    "WHEN %s THEN %s".formatted(condition(when.condition()), value(when.value())))
            .collect(Collectors.joining(" ", "(CASE ", ""))
        + cases.otherwise().map(value -> " ELSE " + value(value)).orElse("")
        + " END)";
  }

  private String condition(Condition condition) {
    if (condition instanceof Comparison comparison) {
      return "(" + comparison(comparison) + ")";
    }
    if (condition instanceof IsNull isNull) {
      return "(%s IS %sNULL)".formatted(value(isNull.value()), isNull.not() ? "NOT " : "");
    }
    Joined joined = (Joined) condition;
    return inTurn(
        joined.conditions(), joined.isAnd() ? "IS NOT TRUE THEN FALSE" : "IS TRUE THEN TRUE");
  }

  /** Both values are computed, even if one is null. */
  String comparison(Comparison comparison) {
    return "%s %s %s"
        .formatted(
            compared(comparison.left()), comparison.operator(), compared(comparison.right()));
  }

  /** CASE alone is known not to compute what it doesn't need. */
  private String inTurn(List<Condition> conditions, String ends) {
    int last = conditions.size() - 1;
    return conditions.subList(0, last).stream()
            .map(each -> "WHEN %s %s".formatted(condition(each), ends))
            .collect(Collectors.joining(" ", "(CASE ", ""))
        + " ELSE %s END)".formatted(condition(conditions.get(last)));
  }

  final String compared(Expression value) {
    return value.type() == Type.TEXT ? comparedText(value(value)) : value(value);
  }
}
