package io.hybridycsb.ycsb.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.hybridycsb.ycsb.record.Row;
import io.hybridycsb.ycsb.support.BindingDb;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import site.ycsb.Status;

class SignalsTest {
  @TempDir Path directory;
  private Optional<Process> started = Optional.empty();

  /** A system that takes all and finds nothing. */
  public static final class NewRecords extends BindingDb {
    /** For YCSB. */
    public NewRecords() {
      super("new-records");
    }

    @Override
    protected void open(Properties properties) {}

    @Override
    protected Optional<Map<String, byte[]>> readRecord(
        String table, String key, Set<String> fields) {
      return Optional.of(Map.of());
    }

    @Override
    protected List<Row> scanRecords(String table, String startKey, int count, Set<String> fields) {
      return List.of();
    }

    @Override
    protected Status insertRecord(String table, String key, Map<String, byte[]> fields) {
      return Status.OK;
    }

    @Override
    protected Status updateRecord(String table, String key, Map<String, byte[]> fields) {
      return Status.OK;
    }

    @Override
    protected Status deleteRecord(String table, String key) {
      return Status.OK;
    }
  }

  @AfterEach
  void nothingStays() {
    started.ifPresent(Process::destroyForcibly);
  }

  /** Such as a job that a shell has put into the background: its processes ignore it, too. */
  private static boolean ignores(int signal) throws IOException {
    String mask =
        Files.readAllLines(Path.of("/proc/self/status")).stream()
            .filter(line -> line.startsWith("SigIgn:"))
            .findFirst()
            .orElseThrow()
            .substring("SigIgn:".length())
            .strip();
    return (Long.parseUnsignedLong(mask, 16) >> (signal - 1) & 1) == 1;
  }

  @ParameterizedTest
  @CsvSource({"INT, 130", "TERM, 143"})
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void aSignalEndsARunWithItsResultsMarkedAndItsHistoryClosed(String signal, int status)
      throws Exception {
    assumeFalse(ignores(status - 128), "whoever runs this test has it ignore SIG" + signal);
    Path history = directory.resolve("history.jsonl");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                ClientMain.class.getName(),
                "-t",
                "-s",
                "-threads",
                "2",
                "-target",
                "200",
                "-db",
                NewRecords.class.getName(),
                "-p",
                "workload=site.ycsb.workloads.CoreWorkload",
                "-p",
                "recordcount=10",
                "-p",
                "operationcount=100000000",
                "-p",
                "status.interval=1",
                "-p",
                "hybrid.history=" + history)
            .redirectOutput(directory.resolve("out").toFile())
            .start();
    started = Optional.of(process);
    try (BufferedReader errors = process.errorReader()) {
      assertThat(errors.lines().anyMatch(line -> line.matches(".* [1-9][0-9]* operations;.*")))
          .isTrue();
      new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().waitFor();
      assertThat(errors.lines()).anyMatch(line -> line.contains("ycsb: SIG" + signal));
    }

    assertThat(process.waitFor()).isEqualTo(status);
    assertThat(Files.readString(directory.resolve("out"), StandardCharsets.UTF_8))
        .contains("[READ], Operations", "[INTERRUPTED], Return=SIG" + signal + ", 1");
    List<String> lines = Files.readAllLines(history);
    assertThat(new ObjectMapper().readTree(lines.get(lines.size() - 1)).has("ended_ns"))
        .as(lines.get(lines.size() - 1))
        .isTrue();
  }
}
