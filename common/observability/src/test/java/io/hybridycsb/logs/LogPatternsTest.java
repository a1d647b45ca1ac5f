package io.hybridycsb.logs;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.spi.LoggingEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The servers' Logback files. */
class LogPatternsTest {
  private static final Pattern PATTERN = Pattern.compile("<pattern>(.*)</pattern>");

  /** All files of servers' modules and of those beside this one. */
  static Stream<Path> files() throws IOException {
    List<Path> files = new ArrayList<>();
    for (String folder : List.of("..", "../../servers")) {
      try (Stream<Path> modules = Files.list(Path.of(folder).toRealPath())) {
        modules
            .map(module -> module.resolve("src/main/resources"))
            .filter(Files::isDirectory)
            .flatMap(LogPatternsTest::logback)
            .forEach(files::add);
      }
    }
    assertThat(files).hasSizeGreaterThan(1);
    return files.stream();
  }

  private static Stream<Path> logback(Path resources) {
    try (Stream<Path> files = Files.list(resources)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("logback-"))
          .toList()
          .stream();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void noMessageLooksLikeTwo(Path file) throws IOException {
    String text =
        layout(file, "first\nERROR second\r\nthird", new IOException("fourth\nERROR fifth"));

    assertThat(text).contains(": first | ERROR second | third\n").endsWith("\n");
    assertThat(text.lines().skip(1))
        .allMatch(
            line ->
                line.startsWith("\t") || line.equals("java.io.IOException: fourth | ERROR fifth"));
  }

  private static String layout(Path file, String message, Throwable thrown) throws IOException {
    Matcher pattern = PATTERN.matcher(Files.readString(file));
    assertThat(pattern.find()).isTrue();
    LoggerContext context = new LoggerContext();
    PatternLayout layout = new PatternLayout();
    layout.setContext(context);
    layout.setPattern(pattern.group(1));
    layout.start();
    return layout.doLayout(
        new LoggingEvent("", context.getLogger("x"), Level.INFO, message, thrown, new Object[0]));
  }
}
