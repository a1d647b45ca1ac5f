package io.hybridycsb.harness.files;

import java.util.ArrayList;
import java.util.List;

/** Comma-separated values by RFC 4180. */
public final class Csv {
  private Csv() {}

  /** One line, with its end. */
  public static String line(List<String> fields) {
    return String.join(",", fields.stream().map(Csv::quoted).toList()) + "\n";
  }

  private static String quoted(String field) {
    return field.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r')
        ? '"' + field.replace("\"", "\"\"") + '"'
        : field;
  }

  /** The fields of a line; a quoted field may hold commas and doubled quotes. */
  public static List<String> fields(String line) {
    List<String> fields = new ArrayList<>();
    StringBuilder field = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (quoted && c == '"' && i + 1 < line.length() && line.charAt(i + 1) == '"') {
        field.append('"');
        i++;
      } else if (c == '"') {
        quoted = !quoted;
      } else if (c == ',' && !quoted) {
        fields.add(field.toString());
        field.setLength(0);
      } else {
        field.append(c);
      }
    }
    fields.add(field.toString());
    return fields;
  }
}
