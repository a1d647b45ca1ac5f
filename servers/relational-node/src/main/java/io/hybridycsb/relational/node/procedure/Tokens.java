package io.hybridycsb.relational.node.procedure;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Takes a text apart. */
final class Tokens {
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

  private Tokens() {}

  /** All of a text, and {@link Kind#END}. */
  static List<Token> of(String text) throws NotInLanguage {
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
}
