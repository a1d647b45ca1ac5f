package io.hybridycsb.logs;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.ConsoleAppender;
import io.hybridycsb.logs.JsonLine.JsonLineEncoder;
import io.hybridycsb.logs.JsonLine.JsonLineFormatter;
import io.hybridycsb.settings.SettingNames;
import io.hybridycsb.settings.SettingNames.LogFormat;
import io.hybridycsb.settings.Settings;
import java.util.Iterator;
import java.util.logging.Handler;
import org.slf4j.LoggerFactory;

/**
 * The form of a server's log, as its property {@code log.format} says:
 *
 * <ul>
 *   <li>{@code text}, as the server's Logback file has it
 *   <li>{@code json}, one object on a line with {@code time} (UTC), {@code level}, {@code logger},
 *       {@code thread}, {@code message} and, where there is one, {@code error} with its stack trace
 * </ul>
 */
public final class Logs {
  private static volatile boolean json;

  private Logs() {}

  /**
   * Takes the form that the settings ask for. With {@code text} all stays as it is.
   *
   * @throws IllegalArgumentException if they ask for another one
   */
  public static void configure(Settings settings) {
    if (settings.get(SettingNames.LOG_FORMAT) == LogFormat.JSON) {
      LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
      context.getLoggerList().forEach(logger -> useJson(context, logger));
      for (Handler handler : java.util.logging.Logger.getLogger("").getHandlers()) {
        handler.setFormatter(new JsonLineFormatter());
      }
      json = true;
    }
  }

  private static void useJson(LoggerContext context, Logger logger) {
    Iterator<Appender<ILoggingEvent>> appenders = logger.iteratorForAppenders();
    while (appenders.hasNext()) {
      if (appenders.next() instanceof ConsoleAppender<ILoggingEvent> console) {
        JsonLineEncoder encoder = new JsonLineEncoder();
        encoder.setContext(context);
        encoder.start();
        console.setEncoder(encoder);
      }
    }
  }

  /**
   * Says why a program ends: one line on standard error, in the form of its log.
   *
   * @param program its name
   */
  public static void lastWords(String program, String message) {
    if (json) {
      LoggerFactory.getLogger(program).error(message);
    } else {
      System.err.println(program + ": " + message);
    }
  }
}
