package io.hybridycsb.ycsb.workload.load;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads one JSON object from a line. Values are texts, numbers as texts, Boolean, List, Map, or
 * null. YCSB's class path has no reader of JSON that all its versions share.
 */
final class JsonObject {
  private static final int DEPTH_MAX = 16;

  private final String text;
  private int at;

  private JsonObject(String text) {
    this.text = text;
  }

  /**
   * @throws IllegalArgumentException if the text isn't one JSON object
   */
  static Map<String, Object> parse(String text) {
    JsonObject reader = new JsonObject(text);
    try {
      reader.expect('{');
      Map<String, Object> object = reader.object(0);
      reader.skipBlanks();
      if (reader.at == text.length()) {
        return object;
      }
    } catch (IndexOutOfBoundsException | NumberFormatException e) {
      // It is cut off, or has a wrong escape.
    }
    throw new IllegalArgumentException("not a JSON object, or cut off");
  }

  private Map<String, Object> object(int depth) {
    Map<String, Object> object = new LinkedHashMap<>();
    if (next('}')) {
      return object;
    }
    do {
      expect('"');
      String name = string();
      expect(':');
      object.put(name, value(depth + 1));
    } while (next(','));
    expect('}');
    return object;
  }

  private List<Object> list(int depth) {
    List<Object> list = new ArrayList<>();
    if (next(']')) {
      return list;
    }
    do {
      list.add(value(depth + 1));
    } while (next(','));
    expect(']');
    return list;
  }

  private Object value(int depth) {
    if (depth > DEPTH_MAX) {
      throw new IllegalArgumentException("JSON deeper than " + DEPTH_MAX);
    }
    if (next('"')) {
      return string();
    }
    if (next('{')) {
      return object(depth);
    }
    if (next('[')) {
      return list(depth);
    }
    int begin = at;
    while ("+-.".indexOf(text.charAt(at)) >= 0 || Character.isLetterOrDigit(text.charAt(at))) {
      at++;
    }
    String word = text.substring(begin, at);
    return switch (word) {
      case "true" -> true;
      case "false" -> false;
      case "null" -> null;
      default -> number(word);
    };
  }

  private static String number(String word) {
    Double.parseDouble(word);
    return word;
  }

  /** A string whose first quote was read. */
  private String string() {
    StringBuilder string = new StringBuilder();
    for (char c = text.charAt(at++); c != '"'; c = text.charAt(at++)) {
      string.append(c == '\\' ? escaped() : c);
    }
    return string.toString();
  }

  private char escaped() {
    char c = text.charAt(at++);
    switch (c) {
      case 'b':
        return '\b';
      case 'f':
        return '\f';
      case 'n':
        return '\n';
      case 'r':
        return '\r';
      case 't':
        return '\t';
      case 'u':
        at += 4;
        return (char) Integer.parseInt(text.substring(at - 4, at), 16);
      default:
        return c;
    }
  }

  private boolean next(char c) {
    skipBlanks();
    boolean found = text.charAt(at) == c;
    at += found ? 1 : 0;
    return found;
  }

  private void expect(char c) {
    if (!next(c)) {
      throw new IllegalArgumentException("expected %s at character %d".formatted(c, at + 1));
    }
  }

  private void skipBlanks() {
    while (at < text.length() && " \t\r".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }
}
