package io.hybridycsb.relational.node.procedure;

import io.hybridycsb.relational.node.procedure.Tokens.Kind;
import io.hybridycsb.relational.node.procedure.Tokens.Token;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Goes through a text. */
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

  private final List<Token> tokens;
  private int at;
  private String form = "";

  Cursor(String text) throws NotInLanguage {
    tokens = Tokens.of(text);
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
