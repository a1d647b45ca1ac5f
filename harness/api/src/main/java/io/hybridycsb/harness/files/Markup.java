package io.hybridycsb.harness.files;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;

/**
 * Writes HTML or SVG. Every text and every value of an attribute is escaped: names, messages and
 * settings come from files that anybody may have written.
 */
public final class Markup {
  private final StringBuilder out = new StringBuilder();
  private final Deque<String> open = new ArrayDeque<>();

  /** Begins a self-contained HTML page; its body is open. */
  public static Markup page(String title, String style) {
    Markup page = new Markup().raw("<!doctype html>\n");
    page.open("html", "lang", "en").open("head");
    page.empty("meta", "charset", "utf-8");
    page.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
    page.empty("meta", "name", "color-scheme", "content", "light dark");
    page.element("title", title).open("style").raw(style).close();
    return page.close().open("body");
  }

  /**
   * Opens an element.
   *
   * @param attributes names and values in turn; a number is written with at most one decimal, an
   *     attribute whose value is null is left out
   */
  public Markup open(String name, Object... attributes) {
    tag(name, attributes);
    out.append('>');
    open.push(name);
    return this;
  }

  /** Closes the element that was opened last. */
  public Markup close() {
    out.append("</").append(open.pop()).append('>');
    return this;
  }

  /** Writes an element without content, such as a shape, that is valid in HTML and XML. */
  public Markup empty(String name, Object... attributes) {
    tag(name, attributes);
    out.append("/>");
    return this;
  }

  /** Writes an element with only a text. */
  public Markup element(String name, String text, Object... attributes) {
    return open(name, attributes).text(text).close();
  }

  public Markup text(String text) {
    out.append(escaped(text));
    return this;
  }

  /** Appends another one's content. */
  public Markup add(Markup other) {
    out.append(other.out);
    return this;
  }

  /** Writes trusted markup unescaped: our own style sheets and scripts. */
  public Markup raw(String markup) {
    out.append(markup);
    return this;
  }

  @Override
  public String toString() {
    if (!open.isEmpty()) {
      throw new IllegalStateException("still open: " + open);
    }
    return out.toString();
  }

  private void tag(String name, Object... attributes) {
    if (attributes.length % 2 != 0) {
      throw new IllegalArgumentException("an attribute of " + name + " has no value");
    }
    out.append('<').append(name);
    for (int i = 0; i < attributes.length; i += 2) {
      Object value = attributes[i + 1];
      if (value != null) {
        out.append(' ').append(attributes[i]).append("=\"").append(escaped(plain(value)));
        out.append('"');
      }
    }
  }

  private static String plain(Object value) {
    return value instanceof Double number ? coordinate(number) : String.valueOf(value);
  }

  /** A number of pixels with at most one decimal, which is as fine as a screen shows. */
  public static String coordinate(double number) {
    return tenths(Math.round(number * 10));
  }

  /** As {@link #coordinate}, of tenths of a pixel. */
  public static String tenths(long tenths) {
    return tenths % 10 == 0
        ? String.valueOf(tenths / 10)
        : String.format(
            Locale.ROOT,
            "%s%d.%d",
            tenths < 0 ? "-" : "",
            Math.abs(tenths / 10),
            Math.abs(tenths % 10));
  }

  private static String escaped(String text) {
    StringBuilder escaped = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            point -> {
              switch (point) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> escaped.appendCodePoint(allowed(point) ? point : 0xfffd);
              }
            });
    return escaped.toString();
  }

  /** Whether XML 1.0 allows this character. */
  private static boolean allowed(int point) {
    return point == '\t'
        || point == '\n'
        || point == '\r'
        || (point >= 0x20 && point <= 0xd7ff)
        || (point >= 0xe000 && point <= 0xfffd)
        || point >= 0x10000;
  }
}
