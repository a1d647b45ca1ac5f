package io.hybridycsb.relational.node.procedure;

import io.hybridycsb.relational.node.procedure.Procedure.NotInLanguage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Takes a text apart, and goes through its words and signs. */
final class Cursor {
  /** To PostgreSQL they are no names, unless in double quotes. */
  private static final Set<String> RESERVED =
      Set.of(
          ("all analyse analyze and any array as asc asymmetric authorization binary both case cast"
                  + " check collate collation column concurrently constraint create cross"
                  + " current_catalog current_date current_role current_schema current_time"
                  + " current_timestamp current_user default deferrable desc distinct do else end"
                  + " except false fetch for foreign freeze from full grant group having ilike in"
                  + " initially inner intersect into is isnull join lateral leading left like limit"
                  + " localtime localtimestamp natural not notnull null offset on only or order"
                  + " outer overlaps placing primary references returning right select session_user"
                  + " similar some symmetric table tablesample then to trailing true union unique"
                  + " user using values variadic verbose when where window with")
              .split(" "));

  private static final Pattern TOKEN =
      Pattern.compile(
          "(?<space>[ \\t\\r\\n]+)"
              + "|(?<comment>--|/\\*)"
              + "|(?<word>[A-Za-z_][A-Za-z0-9_]*)"
              + "|\"(?<name>[A-Za-z_][A-Za-z0-9_-]*)\""
              + "|(?<number>[0-9]+)(?![A-Za-z0-9_]|\\.[0-9])"
              + "|'(?<text>(?:[^'\\\\\\x00]|'')*+)'"
              + "|(?<sign>:=|\\.\\.|<=|>=|<>|[-+*/%(),;=<>])");

  private static final int SHOWN_MAX = 40;

  /** What a token is. */
  enum Kind {
    /** In lower case. */
    WORD,
    /** What stood in double quotes. */
    NAME,
    NUMBER,
    /** What stood in quotes, of two quotes one. */
    TEXT,
    SIGN,
    /** After the last. */
    END
  }

  /**
   * A part of a text.
   *
   * @param written as it stands there
   */
  record Token(Kind kind, String text, String written, int line) {
    boolean is(String word) {
      return (kind == Kind.WORD || kind == Kind.SIGN || kind == Kind.NUMBER) && text.equals(word);
    }

    /** For messages. */
    String shown() {
      return written.length() > SHOWN_MAX ? written.substring(0, SHOWN_MAX) + "..." : written;
    }
  }

  private final List<Token> tokens;
  private int at;
  private String form = "";

  Cursor(String text) throws NotInLanguage {
    tokens = tokens(text);
  }

  /** All of a text, and {@link Kind#END}. */
  private static List<Token> tokens(String text) throws NotInLanguage {
    if (text.length() > Language.CHARACTERS_MAX) {
      throw new NotInLanguage(
          1, "a procedure has at most " + Language.CHARACTERS_MAX + " characters");
    }
    List<Token> tokens = new ArrayList<>();
    Matcher matcher = TOKEN.matcher(text);
    int line = 1;
    int at = 0;
    while (at < text.length()) {
      matcher.region(at, text.length());
      if (!matcher.lookingAt()) {
        throw new NotInLanguage(line, reason(text.charAt(at)));
      }
      if (matcher.group("comment") != null) {
        throw new NotInLanguage(line, "comments are not taken");
      }
      if (matcher.group("space") == null) {
        tokens.add(token(matcher, line));
      }
      line += (int) matcher.group().chars().filter(c -> c == '\n').count();
      at = matcher.end();
      if (tokens.size() > Language.TOKENS_MAX) {
        throw new NotInLanguage(
            line, "a procedure has at most " + Language.TOKENS_MAX + " words and signs");
      }
    }
    tokens.add(new Token(Kind.END, "", "its end", line));
    return tokens;
  }

  private static Token token(Matcher matcher, int line) {
    String written = matcher.group();
    if (matcher.group("word") != null) {
      return new Token(Kind.WORD, written.toLowerCase(Locale.ROOT), written, line);
    }
    if (matcher.group("name") != null) {
      return new Token(Kind.NAME, matcher.group("name"), written, line);
    }
    if (matcher.group("number") != null) {
      return new Token(Kind.NUMBER, written, written, line);
    }
    if (matcher.group("text") != null) {
      return new Token(Kind.TEXT, matcher.group("text").replace("''", "'"), written, line);
    }
    return new Token(Kind.SIGN, written, written, line);
  }

  private static String reason(char c) {
    return switch (c) {
      case '\'' -> "a text ends with its quote, and has no backslash and no character 0";
      case '"' -> "in double quotes stands a name of letters, digits, _ and -";
      case '`' -> "a name stands in double quotes, if at all";
      case '|' -> "texts are joined by concat(...), not by ||";
      case '!' -> "unequal is <>";
      case '.' -> "a name stands alone, without a schema or a table before it";
      case ':' -> "a type is given by CAST(... AS ...), not by ::";
      case '$' -> "a text stands in quotes, not in dollar signs, and a parameter has a name";
      default ->
          c >= '0' && c <= '9'
              ? "a number is whole, and a space stands after it"
              : "'%c' is not in the language".formatted(c);
    };
  }

  /** What is told where a statement isn't as it has to be. */
  void isIn(String statement) {
    form = statement;
  }

  Token token() {
    return tokens.get(at);
  }

  Token next() {
    Token token = tokens.get(at);
    at += token.kind() == Kind.END ? 0 : 1;
    return token;
  }

  boolean sees(String word) {
    return token().is(word);
  }

  /** Whether what comes after the present one is this. */
  boolean seesNext(String word) {
    return token().kind() != Kind.END && tokens.get(at + 1).is(word);
  }

  boolean takes(String word) {
    boolean seen = sees(word);
    at += seen ? 1 : 0;
    return seen;
  }

  void expect(String... words) throws NotInLanguage {
    for (String word : words) {
      if (!takes(word)) {
        throw unexpected(word.startsWith("ycsb_") ? word : word.toUpperCase(Locale.ROOT));
      }
    }
  }

  String text() throws NotInLanguage {
    if (token().kind() != Kind.TEXT) {
      throw unexpected("a text in quotes");
    }
    return next().text();
  }

  /**
   * The name of a table or a field.
   *
   * @param what for the message
   */
  String name(String what) throws NotInLanguage {
    boolean isName =
        token().kind() == Kind.NAME
            || token().kind() == Kind.WORD && !RESERVED.contains(token().text());
    if (!isName) {
      throw unexpected("the name of " + what);
    }
    return next().text();
  }

  /** What is found here is not what has to be. */
  NotInLanguage unexpected(String expected) {
    return refused(
        "%s stands where %s must%s"
            .formatted(token().shown(), expected, form.isEmpty() ? "" : ": " + form));
  }

  /** What comes next is not allowed. */
  NotInLanguage refused(String reason) {
    return new NotInLanguage(token().line(), reason);
  }

  /** What was taken last is not allowed. */
  NotInLanguage refusedLast(String reason) {
    return new NotInLanguage(tokens.get(Math.max(at - 1, 0)).line(), reason);
  }
}
