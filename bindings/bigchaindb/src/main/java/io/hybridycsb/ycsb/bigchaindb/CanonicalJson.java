package io.hybridycsb.ycsb.bigchaindb;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * JSON in the one form that BigchainDB signs and hashes: names sorted by code points, no blanks,
 * nothing escaped but what must be.
 */
final class CanonicalJson {
  private static final JsonFactory FACTORY = new JsonFactory();

  private CanonicalJson() {}

  /**
   * The text of a value.
   *
   * @param value a map with texts as names, a list, a text, a whole number, a boolean or null
   */
  static String text(Object value) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(text)) {
      write(value, json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private static void write(Object value, JsonGenerator json) throws IOException {
    if (value instanceof Map<?, ?> map) {
      List<String> names =
          map.keySet().stream().map(String.class::cast).sorted(CanonicalJson::compare).toList();
      json.writeStartObject();
      for (String name : names) {
        json.writeFieldName(name);
        write(map.get(name), json);
      }
      json.writeEndObject();
    } else if (value instanceof List<?> list) {
      json.writeStartArray();
      for (Object element : list) {
        write(element, json);
      }
      json.writeEndArray();
    } else if (value instanceof String string) {
      json.writeString(string);
    } else if (value instanceof Integer number) {
      json.writeNumber(number);
    } else if (value instanceof Boolean truth) {
      json.writeBoolean(truth);
    } else if (value == null) {
      json.writeNull();
    } else {
      throw new IllegalArgumentException("no canonical JSON for a " + value.getClass());
    }
  }

  /** By code points; Java's own order differs from that above U+FFFF. */
  private static int compare(String one, String other) {
    return Arrays.compare(one.codePoints().toArray(), other.codePoints().toArray());
  }
}
