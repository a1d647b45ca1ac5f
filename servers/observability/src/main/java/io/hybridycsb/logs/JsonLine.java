package io.hybridycsb.logs;

import ch.qos.logback.core.encoder.JsonEscapeUtil;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** An event of a log as one JSON object on one line. */
final class JsonLine {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  private final StringBuilder text = new StringBuilder(256).append('{');

  private JsonLine() {}

  /**
   * @param error with its stack trace, or null if there is none
   */
  static String of(
      Instant time, String level, String logger, String thread, String message, String error) {
    JsonLine line = new JsonLine();
    line.add("time", TIME.format(time));
    line.add("level", level);
    line.add("logger", logger);
    line.add("thread", thread);
    line.add("message", message);
    if (error != null) {
      line.add("error", error);
    }
    return line.text.append("}\n").toString();
  }

  private void add(String name, String value) {
    if (text.length() > 1) {
      text.append(',');
    }
    text.append('"').append(name).append("\":\"");
    text.append(JsonEscapeUtil.jsonEscapeString(String.valueOf(value))).append('"');
  }
}
