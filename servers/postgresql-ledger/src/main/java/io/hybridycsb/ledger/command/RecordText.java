package io.hybridycsb.ledger.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** A record for people. */
final class RecordText {
  private static final String BYTES = "\\x";
  private static final ObjectMapper JSON = new ObjectMapper();

  private RecordText() {}

  /**
   * A line for each field that isn't null, as {@code name=value}.
   *
   * @param contents the record as JSON, its bytes as PostgreSQL writes them
   */
  static List<String> lines(String contents) {
    List<String> lines = new ArrayList<>();
    read(contents)
        .fields()
        .forEachRemaining(
            field -> {
              if (!field.getValue().isNull()) {
                lines.add("  " + field.getKey() + "=" + value(field.getValue()));
              }
            });
    return lines;
  }

  private static JsonNode read(String contents) {
    try {
      return JSON.readTree(contents);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("a record is no JSON", e);
    }
  }

  private static String value(JsonNode value) {
    String text = value.isValueNode() ? value.asText() : value.toString();
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
