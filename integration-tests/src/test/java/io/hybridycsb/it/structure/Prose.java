package io.hybridycsb.it.structure;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the sentences in a page, in the comments of a source file, and in the messages of Java.
 *
 * <p>It skips headings, code blocks, HTML and {@code <pre>}. Code in a sentence counts as one word,
 * and so does a list of it.
 */
final class Prose {
  static final int SENTENCE_WORDS_MAX = 32;
  static final int CELL_WORDS_MAX = 40;
  static final int MESSAGE_WORDS_MAX = 40;

  private static final String CODE = "`[^`]*`|\\{@\\w+[^}]*\\}";
  private static final Pattern LIST_OF_CODE =
      Pattern.compile("(?:%1$s)(?:,\\s+(?:%1$s))*".formatted(CODE));
  private static final Pattern SENTENCE_END =
      Pattern.compile(CODE + "|(?<=[.!?:;])(\\s+)(?=[A-Z`\"(*{])");
  private static final Pattern LIST_ITEM = Pattern.compile("\\s*(?:[-*]|\\d+\\.)\\s+(.*)");
  private static final Pattern CELL_END = Pattern.compile("(?<!\\\\)\\|");
  private static final Pattern LINK = Pattern.compile("\\[([^\\]]*)\\]\\([^)]*\\)");
  private static final Pattern STAR = Pattern.compile("^\\s*\\*+ ?");
  private static final Pattern SLASHES = Pattern.compile("^\\s*// ?");
  private static final Pattern JAVADOC_BLOCK = Pattern.compile("</?(?:p|ul|ol|li)>|^@\\w+");
  private static final Pattern JAVA =
      Pattern.compile(
          "/\\*(?<block>.*?)\\*/|(?<line>//[^\\n]*(?:\\n\\s*//[^\\n]*)*)"
              + "|\"\"\"(?<text>.*?)\"\"\"|\"(?<string>[^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+)\""
              + "|'(?:\\\\.|[^'\\\\])+'",
          Pattern.DOTALL);

  /** What stands between two literals that are one message, comments left out. */
  private static final Pattern JOINED =
      Pattern.compile("\\s*\\+(?:(?:[^;,{}()]|\\((?:[^;{}()]|\\([^;{}()]*\\))*\\))*\\+)?\\s*");

  private static final Pattern SQL =
      Pattern.compile("\\b(?:SELECT|CREATE|SET|BEGIN|INSERT|UPDATE|DELETE)\\b");
  private static final Pattern SPLIT = Pattern.compile("[\\s)]*\\.split\\(");
  private static final Pattern NEW_LINE = Pattern.compile("\\\\n|%n|\\n");

  private final List<Sentence> found = new ArrayList<>();
  private final StringBuilder paragraph = new StringBuilder();
  private int begin;

  private Prose() {}

  /** A sentence, a cell or a message; the line where it begins; how many words it may have. */
  record Sentence(int line, String text, int wordsMax) {
    /** The text with an X for each piece of code. */
    String withoutCode() {
      return LIST_OF_CODE.matcher(text).replaceAll("X");
    }
  }

  static List<Sentence> ofPage(String page) {
    Prose prose = new Prose();
    boolean fenced = false;
    int number = 0;
    for (String line : page.lines().toList()) {
      number++;
      String text = line.strip();
      Matcher item = LIST_ITEM.matcher(line);
      if (text.startsWith("```")) {
        fenced = !fenced;
        prose.endParagraph();
      } else if (fenced || line.matches("(?:#|<| {4}).*")) {
        prose.endParagraph();
      } else if (text.startsWith("|")) {
        prose.endParagraph();
        for (String cell : CELL_END.split(text)) {
          String shown = LINK.matcher(cell.strip()).replaceAll("$1");
          prose.found.add(new Sentence(number, shown, CELL_WORDS_MAX));
        }
      } else {
        if (item.matches()) {
          prose.endParagraph();
          text = item.group(1);
        }
        prose.add(number, text);
      }
    }
    prose.endParagraph();
    return prose.found;
  }

  /** Of the comments of YAML, shell and Python: lines that begin with a {@code #}. */
  static List<Sentence> ofHashComments(String source) {
    Prose prose = new Prose();
    int number = 0;
    for (String line : source.lines().toList()) {
      String text = line.strip();
      prose.add(++number, text.matches("#[^!].*") ? text.substring(1) : "");
    }
    prose.endParagraph();
    return prose.found;
  }

  /**
   * @param messages whether the file's string literals are messages: those with spaces, not SQL
   */
  static List<Sentence> ofJava(String source, boolean messages) {
    Prose prose = new Prose();
    StringBuilder between = new StringBuilder();
    StringBuilder message = new StringBuilder();
    int messageLine = 0;
    int number = 1;
    int end = 0;
    Matcher token = JAVA.matcher(source);
    while (token.find()) {
      between.append(source, end, token.start());
      number += newLines(source, end, token.start());
      end = token.end();
      String literal = token.group("text") == null ? token.group("string") : token.group("text");
      if (token.group("block") != null) {
        prose.comment(number, token.group("block"), STAR);
      } else if (token.group("line") != null) {
        prose.comment(number, token.group("line"), SLASHES);
      } else if (literal == null) {
        between.append("' '");
      } else {
        if (messages && !JOINED.matcher(between).matches()) {
          prose.message(messageLine, message, between);
          message.setLength(0);
          messageLine = number;
        } else if (!between.toString().strip().equals("+")) {
          message.append('…');
        }
        message.append(literal);
        between.setLength(0);
      }
      number += newLines(source, token.start(), end);
    }
    if (messages) {
      prose.message(messageLine, message, between);
    }
    return prose.found;
  }

  private void comment(int line, String comment, Pattern leader) {
    boolean laidOut = false;
    int number = line;
    for (String raw : comment.split("\n")) {
      String text = leader.matcher(raw).replaceFirst("").strip();
      Matcher block = JAVADOC_BLOCK.matcher(text);
      laidOut |= text.contains("<pre>");
      if (block.find() || laidOut) {
        endParagraph();
      }
      add(number++, laidOut ? "" : JAVADOC_BLOCK.matcher(text).replaceAll(""));
      laidOut &= !text.contains("</pre>");
    }
    endParagraph();
  }

  private void message(int line, CharSequence message, CharSequence after) {
    if (SQL.matcher(message).find() || SPLIT.matcher(after).lookingAt()) {
      return;
    }
    for (String text : NEW_LINE.split(message)) {
      if (text.strip().contains(" ")) {
        found.add(new Sentence(line, text, MESSAGE_WORDS_MAX));
      }
    }
  }

  private void add(int line, String text) {
    if (text.isBlank()) {
      endParagraph();
      return;
    }
    if (paragraph.isEmpty()) {
      begin = line;
    }
    paragraph.append(text.strip()).append('\n');
  }

  private void endParagraph() {
    String text = LINK.matcher(paragraph).replaceAll("$1");
    paragraph.setLength(0);
    int from = 0;
    Matcher end = SENTENCE_END.matcher(text);
    while (end.find()) {
      if (end.group(1) != null) {
        sentence(text, from, end.start());
        from = end.end();
      }
    }
    sentence(text, from, text.length());
  }

  private void sentence(String of, int from, int to) {
    String text = of.substring(from, to).strip().replace('\n', ' ');
    int line = begin + newLines(of, 0, from);
    if (!text.isEmpty()) {
      found.add(new Sentence(line, text, SENTENCE_WORDS_MAX));
    }
  }

  private static int newLines(CharSequence text, int from, int to) {
    int found = 0;
    for (int i = from; i < to; i++) {
      found += text.charAt(i) == '\n' ? 1 : 0;
    }
    return found;
  }
}
