package io.hybridycsb.logs;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hybridycsb.logs.JsonLine.JsonLineEncoder;
import io.hybridycsb.logs.JsonLine.JsonLineFormatter;
import io.hybridycsb.settings.SettingNames;
import io.hybridycsb.settings.Settings;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

final class LogsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String HARD = "quoted \"x\", a\\b,\ttab,\nline, \u0001, é, 日本";

  /** What the program below is told, and logs. */
  public static final class Program {
    private Program() {}

    public static void main(String[] args) {
      Settings settings =
          Settings.read(new SettingNames(List.of()), List.of(), Map.of(), List.of(args));
      Logs.configure(settings);
      LoggerFactory.getLogger("io.example.One").info("size {}", 7);
      LoggerFactory.getLogger("io.example.One").warn("failed", new IOException("disk"));
      java.util.logging.Logger.getLogger("io.grpc").log(java.util.logging.Level.SEVERE, HARD);
      Logs.lastWords("program", "it ends");
    }
  }

  private static List<String> run(String... args) throws IOException, InterruptedException {
    List<String> command =
        new java.util.ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "-Dlogback.configurationFile=logback-of-logs-test.xml",
                Program.class.getName()));
    command.addAll(List.of(args));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
      return output.lines().toList();
    } finally {
      process.waitFor();
    }
  }

  @Test
  void eachLineIsOneObject() throws IOException, InterruptedException {
    List<String> lines = run("log.format=json");
    assertThat(lines).hasSize(4);
    JsonNode first = JSON.readTree(lines.get(0));
    assertThat(first.fieldNames())
        .toIterable()
        .containsExactly("time", "level", "logger", "thread", "message");
    assertThat(Instant.parse(first.get("time").asText())).isAfter(Instant.EPOCH);
    assertThat(first.get("level").asText()).isEqualTo("INFO");
    assertThat(first.get("logger").asText()).isEqualTo("io.example.One");
    assertThat(first.get("thread").asText()).isEqualTo("main");
    assertThat(first.get("message").asText()).isEqualTo("size 7");
    assertThat(JSON.readTree(lines.get(1)).get("error").asText())
        .startsWith("java.io.IOException: disk")
        .contains("\tat " + Program.class.getName());
    JsonNode ofTheJdk = JSON.readTree(lines.get(2));
    assertThat(ofTheJdk.get("level").asText()).isEqualTo("ERROR");
    assertThat(ofTheJdk.get("logger").asText()).isEqualTo("io.grpc");
    JsonNode last = JSON.readTree(lines.get(3));
    assertThat(last.get("level").asText()).isEqualTo("ERROR");
    assertThat(last.get("message").asText()).isEqualTo("it ends");
  }

  @Test
  void textIsAsTheServersFileHasIt() throws IOException, InterruptedException {
    assertThat(run())
        .startsWith("INFO One: size 7", "WARN One: failed")
        .endsWith("program: it ends");
  }

  @Test
  void everyMessageCanBeReadAgain() throws IOException {
    LoggerContext context = new LoggerContext();
    LoggingEvent event =
        new LoggingEvent("", context.getLogger("x"), Level.ERROR, HARD, null, new Object[0]);
    event.setInstant(Instant.parse("2026-11-21T08:00:00Z"));
    String line = new String(new JsonLineEncoder().encode(event), StandardCharsets.UTF_8);
    assertThat(line).endsWith("}\n").containsOnlyOnce("\n");
    assertThat(JSON.readTree(line).get("message").asText()).isEqualTo(HARD);
    assertThat(JSON.readTree(line).get("time").asText()).isEqualTo("2026-11-21T08:00:00.000Z");
    LogRecord record = new LogRecord(java.util.logging.Level.WARNING, HARD);
    record.setThrown(new IllegalStateException(HARD));
    JsonNode parsed = JSON.readTree(new JsonLineFormatter().format(record));
    assertThat(parsed.get("message").asText()).isEqualTo(HARD);
    assertThat(parsed.get("level").asText()).isEqualTo("WARN");
    assertThat(parsed.get("error").asText()).contains(HARD);
  }
}
