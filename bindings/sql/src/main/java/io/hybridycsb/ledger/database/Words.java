package io.hybridycsb.ledger.database;

/** Texts of the database for people, who are to take none of them for a line of the audit. */
public final class Words {
  private static final int SHOWN_MAX = 200;

  private Words() {}

  /** A text in one line: without control characters, and only the beginning of a long one. */
  public static String shown(String text) {
    StringBuilder shown = new StringBuilder();
    text.codePoints()
        .limit(SHOWN_MAX)
        .forEach(
            each -> {
              if (Character.isISOControl(each) || Character.getType(each) == Character.FORMAT) {
                shown.append("\\u%04x".formatted(each));
              } else {
                shown.appendCodePoint(each);
              }
            });
    return text.codePointCount(0, text.length()) > SHOWN_MAX ? shown + "…" : shown.toString();
  }
}
