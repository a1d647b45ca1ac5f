package io.hybridycsb.logs;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import ch.qos.logback.core.encoder.JsonEscapeUtil;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;

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

  /** Writes Logback's events as {@link JsonLine}s. */
  static final class JsonLineEncoder extends EncoderBase<ILoggingEvent> {
    private static final byte[] NOTHING = {};

    @Override
    public byte[] headerBytes() {
      return NOTHING;
    }

    @Override
    public byte[] encode(ILoggingEvent event) {
      IThrowableProxy error = event.getThrowableProxy();
      return JsonLine.of(
              event.getInstant(),
              event.getLevel().toString(),
              event.getLoggerName(),
              event.getThreadName(),
              event.getFormattedMessage(),
              error == null ? null : ThrowableProxyUtil.asString(error))
          .getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public byte[] footerBytes() {
      return NOTHING;
    }
  }

  /** Writes the JDK's own log records, which gRPC uses, as {@link JsonLine}s. */
  static final class JsonLineFormatter extends Formatter {
    @Override
    public String format(LogRecord event) {
      return JsonLine.of(
          event.getInstant(),
          level(event.getLevel()),
          event.getLoggerName(),
          Thread.currentThread().getName(),
          formatMessage(event),
          event.getThrown() == null ? null : trace(event.getThrown()));
    }

    /** The names that the rest of the log has. */
    private static String level(Level level) {
      if (level.intValue() >= Level.SEVERE.intValue()) {
        return "ERROR";
      }
      if (level.intValue() >= Level.WARNING.intValue()) {
        return "WARN";
      }
      return level.intValue() >= Level.INFO.intValue() ? "INFO" : "DEBUG";
    }

    private static String trace(Throwable error) {
      StringWriter text = new StringWriter();
      error.printStackTrace(new PrintWriter(text));
      return text.toString();
    }
  }
}
