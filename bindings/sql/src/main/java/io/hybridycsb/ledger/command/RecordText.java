package io.hybridycsb.ledger.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hybridycsb.ledger.audit.Contents;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** A record for people. */
final class RecordText {
  private static final String BYTES = "\\x";

  private RecordText() {}

  /**
   * A line for each field that isn't null, as {@code name=value}.
   *
   * @param contents the record as JSON, its bytes as PostgreSQL writes them
   */
  static List<String> lines(String contents) {
    List<String> lines = new ArrayList<>();
    Contents.fields(contents)
        .orElseThrow(() -> new IllegalArgumentException("a record is no JSON"))
        .forEach((name, field) -> lines.add("  " + name + "=" + value(Contents.shown(field))));
    return lines;
  }

  private static String value(String text) {
    if (!text.startsWith(BYTES)) {
      return text;
    }
    try {
      return new String(HexFormat.of().parseHex(text.substring(BYTES.length())), UTF_8);
    } catch (IllegalArgumentException e) {
      return text;
    }
  }
}
