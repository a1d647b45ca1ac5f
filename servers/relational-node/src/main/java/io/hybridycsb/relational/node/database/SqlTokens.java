package io.hybridycsb.relational.node.database;

import io.hybridycsb.relational.proto.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Takes an SQL statement, or a procedure, apart. Whatever the two databases may take differently,
 * or for more than one statement, is refused: comments, variables, casts, special kinds of texts
 * and numbers. Only a procedure has semicolons, assignments and ranges.
 */
final class SqlTokens {
  static final int LENGTH_MAX = 65_536;
  private static final int TOKENS_MAX = 1_000;

  private static final int TOKENS_OF_PROCEDURE_MAX = 4_000;

  private static final String TOKEN =
      "\\G(?:(?<space>[ \\t\\r\\n]+)"
          + "|(?<word>[A-Za-z_][A-Za-z0-9_]*)"
          + "|\"(?<name>[A-Za-z_][A-Za-z0-9_-]*)\""
          + "|(?<number>[0-9]+(?:\\.[0-9]+)?)(?![A-Za-z0-9_.])"
          + "|(?<text>'(?:[^'\\\\\\x00]|'')*+')"
          + "|(?<sign>--|<=|>=|<>|!=|\\|\\||%s[-+*%%(),.=<>]))";

  private static final Pattern OF_STATEMENT = Pattern.compile(TOKEN.formatted(""));
  private static final Pattern OF_PROCEDURE = Pattern.compile(TOKEN.formatted(":=|\\.\\.|;|"));

  /** What a token is. */
  enum Kind {
    /** In lower case. */
    WORD,
    /** Without its quotes. */
    NAME,
    NUMBER,
    TEXT,
    SIGN
  }

  /**
   * A part of a statement.
   *
   * @param written as it stands there
   */
  record Token(Kind kind, String text, String written) {
    Token(Kind kind, String text) {
      this(kind, text, text);
    }

    boolean is(String word) {
      return (kind == Kind.WORD || kind == Kind.SIGN) && text.equals(word);
    }
  }

  private SqlTokens() {}

  /** Those of a statement. */
  static List<Token> of(String sql) throws CallFailed {
    return of(sql, OF_STATEMENT, TOKENS_MAX);
  }

  /** Those of a procedure's text. */
  static List<Token> ofProcedure(String text) throws CallFailed {
    return of(text, OF_PROCEDURE, TOKENS_OF_PROCEDURE_MAX);
  }

  private static List<Token> of(String sql, Pattern pattern, int tokensMax) throws CallFailed {
    if (sql.length() > LENGTH_MAX) {
      throw refused("a statement has at most " + LENGTH_MAX + " characters");
    }
    List<Token> tokens = new ArrayList<>();
    Matcher matcher = pattern.matcher(sql);
    int at = 0;
    while (at < sql.length()) {
      if (!matcher.find(at) || matcher.start() != at) {
        throw refused("at character %d: %s".formatted(at + 1, reason(sql.charAt(at))));
      }
      add(matcher, tokens);
      at = matcher.end();
      if (tokens.size() > tokensMax) {
        throw refused("there are more than " + tokensMax + " words and signs");
      }
    }
    return tokens;
  }

  private static void add(Matcher matcher, List<Token> tokens) throws CallFailed {
    if (matcher.group("word") != null) {
      String word = matcher.group("word");
      tokens.add(new Token(Kind.WORD, word.toLowerCase(Locale.ROOT), word));
    } else if (matcher.group("name") != null) {
      tokens.add(new Token(Kind.NAME, matcher.group("name")));
    } else if (matcher.group("number") != null) {
      tokens.add(new Token(Kind.NUMBER, matcher.group("number")));
    } else if (matcher.group("text") != null) {
      addText(matcher, tokens);
    } else if (matcher.group("sign") != null) {
      if (matcher.group("sign").equals("--")) {
        throw refused("comments are not taken");
      }
      tokens.add(new Token(Kind.SIGN, matcher.group("sign")));
    }
  }

  /** A letter before its quote would give it another meaning. */
  private static void addText(Matcher matcher, List<Token> tokens) throws CallFailed {
    int last = tokens.size() - 1;
    if (last >= 0 && tokens.get(last).kind() == Kind.WORD && !tokens.get(last).text().isEmpty()) {
      String before = tokens.get(last).text();
      if (before.length() == 1 || before.startsWith("_")) {
        throw refused("texts stand in plain quotes, with nothing before them");
      }
    }
    tokens.add(new Token(Kind.TEXT, matcher.group("text")));
  }

  private static String reason(char c) {
    return switch (c) {
      case ';' -> "a call is one statement, without a semicolon";
      case '\'' -> "a text ends with its quote, and has no backslash";
      case '`' -> "names stand in double quotes, if at all";
      case '/' -> "there are no comments, and no division, which databases round differently";
      case '?', '$', '@', ':' -> "there are no parameters, variables and casts";
      default -> "'" + c + "' is not taken here";
    };
  }

  static CallFailed refused(String reason) {
    return new CallFailed(Outcome.REFUSED, "SQL: " + reason);
  }
}
