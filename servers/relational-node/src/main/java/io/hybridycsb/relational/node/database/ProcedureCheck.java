package io.hybridycsb.relational.node.database;

import io.hybridycsb.relational.node.database.SqlTokens.Kind;
import io.hybridycsb.relational.node.database.SqlTokens.Token;
import io.hybridycsb.relational.proto.Parameter;
import io.hybridycsb.relational.proto.ProcedureDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Whether the text of a procedure has the same effect on every node, and comes to an end. It
 * consists of declarations and of these statements, whatever else its language has:
 *
 * <pre>
 * PL/pgSQL                                       MariaDB
 * DECLARE v_a bigint; ... BEGIN ... END          BEGIN DECLARE v_a BIGINT; ... END
 * a text is a varchar(16383)                     a TEXT CHARACTER SET utf8mb4
 * v_a := expression;                             SET v_a = expression;
 * IF e THEN ... ELSIF e THEN ... ELSE ... END IF;  the same, with ELSEIF
 * FOR v_i IN 1 .. 15 LOOP ... END LOOP;          FOR v_i IN 1 .. 15 DO ... END FOR;
 * RAISE EXCEPTION 'text';                        SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'text';
 * RETURN expression;                             the same
 * SELECT ... INTO v_a ... [FOR UPDATE];          the same
 * INSERT ...; UPDATE ...; DELETE ...;            the same
 * </pre>
 *
 * <p>Statements and expressions are checked as SQL is ({@link SqlCheck}). So there is no dynamic
 * SQL, no other schema, no setting and none of the node's own tables, for want of a word for them.
 */
final class ProcedureCheck {
  private static final int NESTED_MAX = 20;

  /** Of a statement or an expression: commas stand between the arguments of functions, too. */
  private static final int COMMAS_MAX = 100;

  /** Of a loop; of one in another, times the rounds of that. */
  private static final int ROUNDS_MAX = 1_000;

  /** What MariaDB's TEXT holds, if each character has four bytes. */
  private static final String VARCHAR_LENGTH = "16383";

  private static final Set<String> STATEMENTS = Set.of("select", "insert", "update", "delete");

  /**
   * What differs between the databases.
   *
   * @param words of types and conversions
   */
  private record Language(
      boolean declaresFirst,
      String elseIf,
      String beginsLoop,
      String endsLoop,
      Set<String> types,
      Set<String> words,
      Set<String> functions) {}

  private static final Language POSTGRESQL =
      new Language(
          true,
          "elsif",
          "loop",
          "loop",
          // One of unlimited length could be doubled until a server has no memory.
          Set.of("bigint", "varchar"),
          Set.of("into", "bigint", "integer", "text"),
          Set.of(
              "cast",
              "convert_from",
              "convert_to",
              "concat",
              "substr",
              "char_length",
              "replace",
              "split_part",
              "strpos"));

  private static final Language MARIADB =
      new Language(
          false,
          "elseif",
          "do",
          "for",
          Set.of("bigint", "text"),
          Set.of("into", "signed", "char"),
          Set.of(
              "cast", "concat", "substr", "char_length", "replace", "substring_index", "locate"));

  private final Language language;
  private final List<Token> tokens;

  /** Of tables, fields, parameters and variables. */
  private final Set<String> names;

  private final Set<String> variables = new TreeSet<>();
  private int at;
  private long rounds = 1;

  private ProcedureCheck(
      Language language, String text, Set<String> names, List<Parameter> parameters)
      throws CallFailed {
    this.language = language;
    tokens = SqlTokens.ofProcedure(text);
    this.names = new TreeSet<>(names);
    parameters.forEach(parameter -> this.names.add(parameter.getName()));
  }

  /**
   * Checks both texts of a procedure.
   *
   * @throws CallFailed if one is refused; says why
   */
  static void check(ProcedureDefinition procedure, Definitions definitions) throws CallFailed {
    check(POSTGRESQL, procedure.getPostgresql(), procedure, definitions);
    check(MARIADB, procedure.getMariadb(), procedure, definitions);
  }

  private static void check(
      Language language, String text, ProcedureDefinition procedure, Definitions definitions)
      throws CallFailed {
    new ProcedureCheck(language, text, definitions.names(), procedure.getParametersList())
        .checkBlock();
  }

  private void checkBlock() throws CallFailed {
    if (language.declaresFirst()) {
      if (takes("declare")) {
        while (!takes("begin")) {
          declare();
        }
      } else {
        expect("begin");
      }
    } else {
      expect("begin");
      while (takes("declare")) {
        declare();
      }
    }
    statements(0);
    expect("end");
    takes(";");
    if (at < tokens.size()) {
      throw unexpected("nothing after END");
    }
  }

  private void declare() throws CallFailed {
    Token name = next();
    if (!name.text().matches("v_[a-z0-9_]+") || !names.add(name.text())) {
      throw SqlTokens.refused(
          "%s is no name for a variable: these begin with v_, in lower case, and differ"
              .formatted(name.written()));
    }
    variables.add(name.text());
    Token type = next();
    if (type.kind() != Kind.WORD || !language.types().contains(type.text())) {
      throw SqlTokens.refused(
          "%s is no type of a variable; known are %s"
              .formatted(type.written(), String.join(", ", new TreeSet<>(language.types()))));
    }
    if (type.is("varchar")) {
      expect("(");
      expect(VARCHAR_LENGTH);
      expect(")");
    } else if (type.is("text") && takes("character")) {
      expect("set");
      expect("utf8mb4");
    }
    expect(";");
  }

  /** Up to the word that ends them, which is left. */
  private void statements(int nested) throws CallFailed {
    if (nested > NESTED_MAX) {
      throw SqlTokens.refused("there are more than " + NESTED_MAX + " statements in each other");
    }
    while (!(sees("end") || sees("else") || sees(language.elseIf()))) {
      statement(nested);
    }
  }

  private void statement(int nested) throws CallFailed {
    if (takes("if")) {
      condition(nested);
    } else if (takes("for")) {
      loop(nested);
    } else if (takes("return")) {
      expression(";");
    } else if (language.declaresFirst() && takes("raise")) {
      expect("exception");
      text();
      expect(";");
    } else if (!language.declaresFirst() && takes("signal")) {
      signal();
    } else if (!language.declaresFirst() && takes("set")) {
      variable();
      expect("=");
      expression(";");
    } else if (at < tokens.size() && variables.contains(tokens.get(at).text())) {
      variable();
      expect(language.declaresFirst() ? ":=" : "SET");
      expression(";");
    } else {
      sql();
    }
  }

  private void condition(int nested) throws CallFailed {
    expression("then");
    statements(nested + 1);
    while (takes(language.elseIf())) {
      expression("then");
      statements(nested + 1);
    }
    if (takes("else")) {
      statements(nested + 1);
    }
    expect("end");
    expect("if");
    expect(";");
  }

  private void loop(int nested) throws CallFailed {
    Token name = next();
    if (!name.text().matches("v_[a-z0-9_]+") || !names.add(name.text())) {
      throw SqlTokens.refused(
          "%s is no name for a loop's variable: these begin with v_, and differ"
              .formatted(name.written()));
    }
    expect("in");
    expect("1");
    expect("..");
    long before = rounds;
    rounds *= rounds(next());
    if (rounds > ROUNDS_MAX) {
      throw SqlTokens.refused("loops in each other make more than " + ROUNDS_MAX + " rounds");
    }
    expect(language.beginsLoop());
    statements(nested + 1);
    rounds = before;
    names.remove(name.text());
    expect("end");
    expect(language.endsLoop());
    expect(";");
  }

  private static int rounds(Token last) throws CallFailed {
    if (last.kind() != Kind.NUMBER || !last.text().matches("[0-9]{1,4}")) {
      throw SqlTokens.refused(
          "a loop goes from 1 to a number of at most four digits, not to " + last.written());
    }
    return Integer.parseInt(last.text());
  }

  private void signal() throws CallFailed {
    expect("sqlstate");
    if (!next().text().equals("'45000'")) {
      throw SqlTokens.refused("SIGNAL has SQLSTATE '45000'");
    }
    expect("set");
    expect("message_text");
    expect("=");
    text();
    expect(";");
  }

  private void text() throws CallFailed {
    if (next().kind() != Kind.TEXT) {
      at--;
      throw unexpected("a text");
    }
  }

  private void variable() throws CallFailed {
    if (!variables.contains(next().text())) {
      at--;
      throw unexpected("a variable");
    }
  }

  private void sql() throws CallFailed {
    if (at >= tokens.size() || !STATEMENTS.contains(tokens.get(at).text())) {
      throw unexpected("a statement that is known to be the same on every node");
    }
    boolean selects = sees("select");
    List<Token> statement = until(";");
    if (selects) {
      int last = statement.size() - 1;
      if (last > 1 && statement.get(last).is("update") && statement.get(last - 1).is("for")) {
        statement = statement.subList(0, last - 1);
      }
      checkInto(statement);
    }
    checkPart(statement);
  }

  private void checkPart(List<Token> part) throws CallFailed {
    SqlCheck.checkPart(part, names, language.words(), language.functions());
    if (part.stream().filter(token -> token.is(",")).count() > COMMAS_MAX) {
      throw SqlTokens.refused("there are more than " + COMMAS_MAX + " commas in a statement");
    }
    for (int i = 0; i < part.size(); i++) {
      if (part.get(i).is("replace")) {
        checkReplace(part, i + 1);
      }
    }
  }

  /** By something longer it could make a text longer than a server has memory for. */
  private static void checkReplace(List<Token> part, int open) throws CallFailed {
    int depth = 0;
    for (int i = open; i < part.size(); i++) {
      depth += part.get(i).is("(") ? 1 : part.get(i).is(")") ? -1 : 0;
      if (depth == 0) {
        if (part.get(i - 1).text().equals("''") && part.get(i - 2).is(",")) {
          return;
        }
        break;
      }
    }
    throw SqlTokens.refused("replace replaces by '', and nothing else");
  }

  /** Otherwise a database has no place for what is found, or another one than meant. */
  private void checkInto(List<Token> select) throws CallFailed {
    for (int i = 0; i + 1 < select.size(); i++) {
      if (select.get(i).is("into") && variables.contains(select.get(i + 1).text())) {
        return;
      }
    }
    throw SqlTokens.refused("SELECT puts what it finds INTO variables");
  }

  private void expression(String end) throws CallFailed {
    List<Token> expression = until(end);
    if (expression.isEmpty()) {
      throw unexpected("an expression");
    }
    for (Token token : expression) {
      if (STATEMENTS.contains(token.text()) || token.is("into")) {
        throw SqlTokens.refused("%s stands in no expression".formatted(token.written()));
      }
    }
    checkPart(expression);
  }

  /** What stands before a word or sign, which is taken; CASE has its own THEN and END. */
  private List<Token> until(String end) throws CallFailed {
    List<Token> part = new ArrayList<>();
    int cases = 0;
    while (at < tokens.size() && !(cases == 0 && sees(end))) {
      Token token = next();
      cases += token.is("case") ? 1 : token.is("end") ? -1 : 0;
      if (token.is(";") || token.is(":=") || token.is("..")) {
        at--;
        throw unexpected(end);
      }
      part.add(token);
    }
    expect(end);
    return part;
  }

  private boolean sees(String word) {
    return at < tokens.size()
        && (tokens.get(at).is(word)
            || tokens.get(at).kind() == Kind.NUMBER && tokens.get(at).text().equals(word));
  }

  private boolean takes(String word) {
    boolean seen = sees(word);
    at += seen ? 1 : 0;
    return seen;
  }

  private void expect(String word) throws CallFailed {
    if (!takes(word)) {
      throw unexpected(word);
    }
  }

  private Token next() throws CallFailed {
    if (at >= tokens.size()) {
      throw SqlTokens.refused("a procedure ends with END");
    }
    return tokens.get(at++);
  }

  private CallFailed unexpected(String expected) {
    String found = at < tokens.size() ? tokens.get(at).written() : "its end";
    return SqlTokens.refused(
        "in a procedure, %s must stand where %s does".formatted(expected, found));
  }
}
