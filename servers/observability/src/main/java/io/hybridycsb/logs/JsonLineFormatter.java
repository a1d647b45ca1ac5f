package io.hybridycsb.logs;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;

/** Writes the JDK's own log records, which gRPC uses, as {@link JsonLine}s. */
final class JsonLineFormatter extends Formatter {
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
