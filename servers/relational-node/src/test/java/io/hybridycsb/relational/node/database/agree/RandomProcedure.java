package io.hybridycsb.relational.node.database.agree;

import io.hybridycsb.relational.node.database.agree.RandomExpressions.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A procedure of the language, made by chance.
 *
 * @param text its whole text
 * @param parameters whether each is a number, by its name
 * @param forms what of the language is in it
 */
record RandomProcedure(String text, Map<String, Boolean> parameters, Set<String> forms) {
  /** The tables of the test with their fields, of which some stand in double quotes. */
  static final Map<String, List<String>> TABLES =
      new TreeMap<>(Map.of("t", List.of("a", "b", "found"), "\"T-1\"", List.of("a", "\"D-d\"")));

  private static final int DEPTH = 3;
  private static final int STATEMENTS_MAX = 5;

  /** The language has a limit of its own, of words. */
  private static final int CHARACTERS_MAX = 8_000;

  /** Of a statement; each joins four values at most. */
  private static final int CONCATS_MAX = 3;

  static RandomProcedure make(RandomChoices choices) {
    RandomProcedure made = new Maker(choices).make();
    return made.text().length() > CHARACTERS_MAX || joinsMuch(made.text()) ? make(choices) : made;
  }

  /** The language has a limit for what a statement joins, too. */
  private static boolean joinsMuch(String text) {
    return Stream.of(text.split(";"))
        .anyMatch(each -> each.split("concat\\(", -1).length - 1 > CONCATS_MAX);
  }

  private static final class Maker {
    private final RandomChoices choices;
    private final RandomExpressions expressions;
    private final StringBuilder text = new StringBuilder();
    private List<String> numbers = List.of();
    private List<String> texts = List.of();
    private int loops;

    private Maker(RandomChoices choices) {
      this.choices = choices;
      this.expressions = new RandomExpressions(choices);
    }

    RandomProcedure make() {
      Map<String, Boolean> parameters = new TreeMap<>();
      names("p_t", 1 + choices.below(2)).forEach(each -> parameters.put(each, false));
      names("p_n", 1 + choices.below(2)).forEach(each -> parameters.put(each, true));
      numbers = names("v_n", choices.below(4));
      texts = names("v_t", choices.below(4));
      if (!numbers.isEmpty() || !texts.isEmpty()) {
        choices.form("DECLARE");
        text.append("DECLARE ");
        numbers.forEach(each -> text.append(each).append(" bigint; "));
        texts.forEach(each -> text.append(each).append(" varchar(16383); "));
      }
      Scope scope =
          new Scope(and(numbers, parameters, true), and(texts, parameters, false), List.of());
      text.append("BEGIN\n");
      // Otherwise most of them would be null to the end.
      numbers.forEach(each -> assign(each, expressions.number(scope, 1)));
      texts.forEach(each -> assign(each, expressions.text(scope, 1)));
      block(scope, DEPTH);
      choices.form("RETURN");
      text.append("RETURN ").append(expressions.number(scope, 2)).append(";\nEND");
      return new RandomProcedure(text.toString(), parameters, choices.takeForms());
    }

    private static List<String> names(String start, int count) {
      return IntStream.range(0, count).mapToObj(i -> start + i).toList();
    }

    private static List<String> and(
        List<String> variables, Map<String, Boolean> parameters, boolean isNumber) {
      return Stream.concat(
              variables.stream(),
              parameters.keySet().stream().filter(each -> parameters.get(each) == isNumber))
          .toList();
    }

    private void assign(String variable, String value) {
      choices.form(":=");
      text.append(variable).append(" := ").append(value).append(";\n");
    }

    private void block(Scope scope, int depth) {
      for (int i = 0; i <= choices.below(STATEMENTS_MAX); i++) {
        statement(scope, depth);
      }
    }

    private void statement(Scope scope, int depth) {
      switch (choices.below(depth == 0 ? 8 : 11)) {
        case 0, 1 -> assign(scope);
        case 2, 3 -> select(scope);
        case 4 -> insert(scope);
        case 5, 6 -> update(scope);
        case 7 -> delete(scope);
        case 8 -> loop(scope, depth);
        default -> ifs(scope, depth);
      }
    }

    private void assign(Scope scope) {
      if (!numbers.isEmpty() && (texts.isEmpty() || choices.oneIn(2))) {
        assign(choices.of(numbers), expressions.number(scope, DEPTH));
      } else if (!texts.isEmpty()) {
        assign(choices.of(texts), expressions.text(scope, DEPTH));
      }
    }

    private void ifs(Scope scope, int depth) {
      choices.form("IF");
      text.append("IF ").append(expressions.condition(scope, 2)).append(" THEN\n");
      branch(scope, depth);
      for (int i = 0; i < choices.below(3); i++) {
        choices.form("ELSIF");
        text.append("ELSIF ").append(expressions.condition(scope, 2)).append(" THEN\n");
        branch(scope, depth);
      }
      if (choices.oneIn(2)) {
        choices.form("ELSE");
        text.append("ELSE\n");
        branch(scope, depth);
      }
      text.append("END IF;\n");
    }

    /** One may end the procedure. */
    private void branch(Scope scope, int depth) {
      switch (choices.below(16)) {
        case 0 -> {
          choices.form("RAISE");
          text.append("RAISE EXCEPTION 'it''s so';\n");
        }
        case 1 -> {
          choices.form("RETURN NULL");
          text.append("RETURN NULL;\n");
        }
        case 2 -> {
          choices.form("RETURN");
          text.append("RETURN ").append(expressions.number(scope, 1)).append(";\n");
        }
        default -> block(scope, depth - 1);
      }
    }

    private void loop(Scope scope, int depth) {
      choices.form("FOR");
      String variable = "v_i" + loops++;
      text.append("FOR %s IN 1 .. %d LOOP\n".formatted(variable, 1 + choices.below(4)));
      block(scope.withNumber(variable), depth - 1);
      text.append("END LOOP;\n");
    }

    private String key(Scope scope) {
      return choices.oneIn(3)
          ? expressions.text(scope, 2)
          : RandomExpressions.quoted(choices.of(RandomValues.KEYS));
    }

    private void select(Scope scope) {
      if (numbers.isEmpty() && texts.isEmpty()) {
        return;
      }
      choices.form("SELECT");
      List<String> into = new ArrayList<>();
      for (String each : Stream.concat(numbers.stream(), texts.stream()).toList()) {
        if (choices.oneIn(2)) {
          into.add(each);
        }
      }
      if (into.isEmpty()) {
        into.add(numbers.isEmpty() ? texts.get(0) : numbers.get(0));
      }
      String table = choices.of(List.copyOf(TABLES.keySet()));
      Scope outside = scope.without(into);
      Scope row = outside.withRow(TABLES.get(table));
      text.append("SELECT ")
          .append(
              into.stream()
                  .map(
                      each ->
                          numbers.contains(each)
                              ? expressions.number(row, 2)
                              : expressions.text(row, 2))
                  .collect(Collectors.joining(", ")))
          .append("\n  INTO ")
          .append(String.join(", ", into))
          .append(" FROM " + table + " WHERE ycsb_key = " + key(outside));
      if (choices.oneIn(4)) {
        choices.form("FOR UPDATE");
        text.append(" FOR UPDATE");
      }
      text.append(";\n");
    }

    private void insert(Scope scope) {
      choices.form("INSERT");
      String table = choices.of(List.copyOf(TABLES.keySet()));
      List<String> fields = some(TABLES.get(table));
      text.append("INSERT INTO " + table + " (ycsb_key, ycsb_version")
          .append(fields.stream().map(each -> ", " + each).collect(Collectors.joining()))
          .append(")\n  VALUES (")
          .append(choices.oneIn(2) ? key(scope) : "concat('new', " + key(scope) + ")")
          .append(", 1");
      fields.forEach(each -> text.append(", ").append(expressions.bytes(scope, DEPTH)));
      text.append(");\n");
    }

    private void update(Scope scope) {
      choices.form("UPDATE");
      String table = choices.of(List.copyOf(TABLES.keySet()));
      Scope row = scope.withRow(TABLES.get(table));
      List<String> set = new ArrayList<>();
      for (String field : some(TABLES.get(table))) {
        set.add(field + " = " + expressions.bytes(row, DEPTH));
      }
      if (set.isEmpty() || !choices.oneIn(4)) {
        choices.form("version + 1");
        set.add("ycsb_version = ycsb_version + 1");
      }
      text.append("UPDATE " + table + " SET ")
          .append(String.join(", ", set))
          .append(" WHERE ycsb_key = " + key(scope))
          .append(";\n");
    }

    private List<String> some(List<String> fields) {
      return fields.stream().filter(each -> choices.oneIn(2)).toList();
    }

    private void delete(Scope scope) {
      choices.form("DELETE");
      text.append("DELETE FROM ")
          .append(choices.of(List.copyOf(TABLES.keySet())))
          .append(" WHERE ycsb_key = " + key(scope))
          .append(";\n");
    }
  }
}
