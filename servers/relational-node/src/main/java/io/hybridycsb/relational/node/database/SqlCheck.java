package io.hybridycsb.relational.node.database;

import io.hybridycsb.relational.node.database.SqlTokens.Kind;
import io.hybridycsb.relational.node.database.SqlTokens.Token;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Whether an SQL statement has the same effect on every node. It may consist of words, functions
 * and signs that are known to be so, and of the names of defined tables and fields; whatever else
 * there is in a database, clocks, random numbers, sequences, settings and the node's own tables
 * among it, is refused by not being known.
 */
final class SqlCheck {
  /** So that no server's stack is too small for one. */
  private static final int DEPTH_MAX = 20;

  private static final int OPERATORS_MAX = 100;

  /**
   * How often values are joined to longer ones. Each is a field or a text, so that no value is
   * longer than 15 rows may be: at the default of 1 MiB that is what MariaDB's default packet
   * holds.
   */
  static final int JOINED_MAX = 14;

  /** Of a text that isn't a field's: so many characters of four bytes each. */
  static final int TEXT_BYTES_MAX = 4 * SqlTokens.LENGTH_MAX;

  private static final Set<String> FIRST = Set.of("insert", "update", "delete");

  private static final Set<String> KEYWORDS =
      Set.of(
          "insert",
          "into",
          "values",
          "update",
          "set",
          "delete",
          "from",
          "where",
          "and",
          "or",
          "not",
          "null",
          "is",
          "in",
          "between",
          "like",
          "case",
          "when",
          "then",
          "else",
          "end",
          "exists",
          "select",
          "distinct",
          "as",
          "order",
          "by",
          "asc",
          "desc",
          "limit",
          "group",
          "having",
          "inner",
          "left",
          "join",
          "on",
          "true",
          "false");

  /** What may stand before a parenthesis beside functions. */
  private static final Set<String> BEFORE_PARENTHESIS =
      Set.of(
          "values",
          "set",
          "where",
          "and",
          "or",
          "not",
          "in",
          "between",
          "like",
          "case",
          "when",
          "then",
          "else",
          "exists",
          "select",
          "distinct",
          "from",
          "by",
          "having",
          "on",
          "join");

  /** They depend on their arguments alone, and not on how a database sorts or rounds. */
  private static final Set<String> FUNCTIONS =
      Set.of("count", "sum", "min", "max", "abs", "coalesce", "nullif", "octet_length");

  /** Values that need no parentheses; a field of such a name can't be told from them. */
  private static final Set<String> VALUES_LIKE_NAMES =
      Set.of(
          "current_catalog",
          "current_date",
          "current_path",
          "current_role",
          "current_schema",
          "current_time",
          "current_timestamp",
          "current_user",
          "localtime",
          "localtimestamp",
          "session_user",
          "system_user",
          "user",
          "utc_date",
          "utc_time",
          "utc_timestamp",
          "sysdate",
          "rownum",
          "default",
          "_rowid");

  /** What tables stand after; and what ends the list of them, of which a join's ON is a part. */
  private static final Set<String> BEGIN_TABLES = Set.of("from", "join", "update");

  private static final Set<String> END_TABLES =
      Set.of("where", "set", "group", "having", "order", "limit");

  private static final Set<String> OPERATORS =
      Set.of("+", "-", "*", "%", "||", "not", "case", "like", "between");

  private final List<Token> tokens;
  private final Set<String> names;
  private final Set<String> moreWords;
  private final Set<String> functions;

  /**
   * @param names that may be used beside words
   * @param moreWords beside those of a statement
   * @param moreFunctions beside those that every statement may use
   */
  private SqlCheck(
      List<Token> tokens, Set<String> names, Set<String> moreWords, Set<String> moreFunctions) {
    this.tokens = tokens;
    this.names = names;
    this.moreWords = moreWords;
    functions = new TreeSet<>(FUNCTIONS);
    functions.addAll(moreFunctions);
  }

  /**
   * Checks a statement.
   *
   * @throws CallFailed if it is refused; says why
   */
  static void check(String sql, Definitions definitions) throws CallFailed {
    SqlCheck check = new SqlCheck(SqlTokens.of(sql), definitions.names(), Set.of(), Set.of());
    check.checkBegin();
    check.checkAll();
  }

  /**
   * Checks a statement of a procedure, or an expression.
   *
   * @param words of the procedure's language, which may stand in it
   * @param functions of that language
   * @throws CallFailed if it is refused; says why
   */
  static void checkPart(
      List<Token> part, Set<String> names, Set<String> words, Set<String> functions)
      throws CallFailed {
    SqlCheck check = new SqlCheck(part, names, words, functions);
    check.checkRest();
    check.checkAll();
  }

  private void checkAll() throws CallFailed {
    checkWords();
    checkShape();
    checkJoined();
    checkFrom();
    checkLimits();
  }

  private void checkBegin() throws CallFailed {
    if (tokens.isEmpty()
        || tokens.get(0).kind() != Kind.WORD
        || !FIRST.contains(tokens.get(0).text())) {
      throw SqlTokens.refused(
          "a statement is INSERT, UPDATE or DELETE; tables are defined by definitions, and read by"
              + " reads");
    }
    checkRest();
  }

  private void checkRest() throws CallFailed {
    for (int i = 1; i < tokens.size(); i++) {
      if (FIRST.contains(tokens.get(i).text()) && tokens.get(i).kind() == Kind.WORD) {
        throw SqlTokens.refused("%s stands at the beginning".formatted(tokens.get(i).text()));
      }
    }
  }

  private void checkWords() throws CallFailed {
    for (int i = 0; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      boolean calls = i + 1 < tokens.size() && tokens.get(i + 1).is("(");
      if (token.kind() == Kind.NAME) {
        checkName(token, i, calls);
      } else if (token.kind() == Kind.WORD) {
        checkWord(token, i, calls);
      }
    }
  }

  private void checkName(Token name, int at, boolean calls) throws CallFailed {
    if (!names.contains(name.text())) {
      throw SqlTokens.refused("there is no table or field \"%s\"".formatted(name.text()));
    }
    if (calls && !isInsertedInto(at)) {
      throw SqlTokens.refused("\"%s\" is no function".formatted(name.text()));
    }
  }

  private void checkWord(Token token, int at, boolean calls) throws CallFailed {
    String word = token.text();
    if (VALUES_LIKE_NAMES.contains(word)) {
      throw SqlTokens.refused(
          "%s is not the same on every node; a field of that name stands in double quotes"
              .formatted(word));
    }
    if (calls && !isInsertedInto(at)) {
      if (!functions.contains(word) && !BEFORE_PARENTHESIS.contains(word)) {
        throw SqlTokens.refused(
            "the function %s is not known to be the same on every node; known are %s"
                .formatted(word, String.join(", ", functions)));
      }
    } else if (!KEYWORDS.contains(word)
        && !moreWords.contains(word)
        && !(names.contains(word) && token.written().equals(word))
        && !isAlias(word)) {
      throw SqlTokens.refused(
          "%s is no word that is known to be the same on every node, no table and no field; an"
                  .formatted(token.written())
              + " alias is one letter and digits, and names in upper case stand in double quotes");
    }
  }

  /** There is no function without parentheses of such a name. */
  private static boolean isAlias(String word) {
    return word.matches("[a-z][0-9]*");
  }

  private boolean isInsertedInto(int at) {
    return at > 0 && tokens.get(at - 1).is("into");
  }

  private void checkShape() throws CallFailed {
    int depth = 0;
    int operators = 0;
    for (Token token : tokens) {
      if (token.is("(") && ++depth > DEPTH_MAX) {
        throw SqlTokens.refused("there are more than " + DEPTH_MAX + " parentheses in each other");
      }
      if (token.is(")")) {
        depth--;
      }
      if (token.kind() != Kind.TEXT
          && token.kind() != Kind.NAME
          && OPERATORS.contains(token.text())
          && ++operators > OPERATORS_MAX) {
        throw SqlTokens.refused("there are more than " + OPERATORS_MAX + " operators");
      }
    }
  }

  /** Otherwise a statement could make a value that no server has the memory for. */
  private void checkJoined() throws CallFailed {
    Deque<String> open = new ArrayDeque<>();
    int joined = 0;
    for (int i = 0; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      if (token.is("(")) {
        String function = i > 0 && tokens.get(i - 1).kind() == Kind.WORD ? before(i) : "";
        // It makes bytes of a text, which as a text again are twice as long.
        if (function.equals("convert_to") && open.contains(function)) {
          throw SqlTokens.refused("convert_to stands in no other convert_to");
        }
        open.push(function);
      } else if (token.is(")")) {
        open.poll();
      }
      joined += token.is("||") || token.is(",") && "concat".equals(open.peek()) ? 1 : 0;
    }
    if (joined > JOINED_MAX) {
      throw SqlTokens.refused("values are joined more than " + JOINED_MAX + " times");
    }
  }

  private String before(int i) {
    return tokens.get(i - 1).text();
  }

  /**
   * A SELECT in FROM gives what it has joined a name, under which the next one joins it again: a
   * few of them in each other make a value of any length.
   */
  private void checkFrom() throws CallFailed {
    Deque<Boolean> outer = new ArrayDeque<>();
    boolean tables = false;
    for (Token token : tokens) {
      if (token.is("(")) {
        outer.push(tables);
      } else if (token.is(")")) {
        tables = !outer.isEmpty() && outer.pop();
      } else if (token.is("select")) {
        if (!outer.isEmpty() && outer.peek()) {
          throw SqlTokens.refused("FROM and JOIN have tables, and no SELECT, in ON neither");
        }
        tables = false;
      } else if (token.kind() == Kind.WORD) {
        tables =
            BEGIN_TABLES.contains(token.text()) || tables && !END_TABLES.contains(token.text());
      }
    }
  }

  /** Of rows that are equal by the order, any may be first: only the key tells all apart. */
  private void checkLimits() throws CallFailed {
    boolean changes = tokens.get(0).is("update") || tokens.get(0).is("delete");
    int depth = 0;
    for (int i = 0; i < tokens.size(); i++) {
      depth += tokens.get(i).is("(") ? 1 : tokens.get(i).is(")") ? -1 : 0;
      if (changes && depth == 0 && (tokens.get(i).is("limit") || tokens.get(i).is("order"))) {
        throw SqlTokens.refused("an UPDATE or a DELETE has no ORDER BY and no LIMIT of its own");
      }
      if (tokens.get(i).is("limit") && !isOrderedByKey(i)) {
        throw SqlTokens.refused(
            "which rows LIMIT takes is the same on every node only after ORDER BY ... ycsb_key");
      }
    }
  }

  private boolean isOrderedByKey(int limit) {
    int last = limit - 1;
    if (last >= 0 && (tokens.get(last).is("asc") || tokens.get(last).is("desc"))) {
      last--;
    }
    boolean key = last >= 1 && tokens.get(last).text().equals(Dialect.KEY);
    if (!key || !(tokens.get(last - 1).is(",") || tokens.get(last - 1).is("by"))) {
      return false;
    }
    int depth = 0;
    for (int i = last - 1; i >= 0 && depth <= 0; i--) {
      depth += tokens.get(i).is("(") ? 1 : tokens.get(i).is(")") ? -1 : 0;
      if (depth == 0 && tokens.get(i).is("order")) {
        return true;
      }
      if (depth == 0 && (tokens.get(i).is("select") || tokens.get(i).is("limit"))) {
        return false;
      }
    }
    return false;
  }
}
