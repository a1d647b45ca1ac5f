package io.hybridycsb.records;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.TreeMap;

/** Records for people. */
public final class RecordText {
  private static final int SHOWN_CHARS = 100;

  private RecordText() {}

  /**
   * A line for each field, sorted by name, but for hidden ones, whose names begin with a zero byte.
   *
   * @param record as {@link RecordCodec} has it
   */
  public static List<String> lines(byte[] record) {
    return new TreeMap<>(RecordCodec.decode(record))
        .entrySet().stream()
            .filter(field -> !field.getKey().startsWith("\0"))
            .map(field -> "  " + field.getKey() + "=" + shown(field.getValue()))
            .toList();
  }

  private static String shown(byte[] value) {
    String text = new String(value, UTF_8).replaceAll("\\p{Cntrl}", ".");
    return text.length() <= SHOWN_CHARS
        ? text
        : text.substring(0, SHOWN_CHARS) + "… (" + value.length + " bytes)";
  }
}
