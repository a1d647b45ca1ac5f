package io.hybridycsb.harness.check.history;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** One process' history, written line by line as docs/formats.md says, and read as a file is. */
public final class TestHistory {
  private final List<String> lines = new ArrayList<>();

  private TestHistory(String header) {
    lines.add(header);
  }

  /** Of a process whose recording began at 0 ns. */
  public static TestHistory of(String process) {
    return withHeader(
        """
        {"history":1,"process":"%s","machine":"m","begun_ns":0,"wall_clock_ms":1}"""
            .formatted(process));
  }

  public static TestHistory withHeader(String header) {
    return new TestHistory(header);
  }

  /** An operation on table t that was answered OK; {@code value} of its field f, or null. */
  public TestHistory ok(int thread, long from, long to, String op, String key, String value) {
    return call(thread, from, to, op, key, "OK", value);
  }

  /** An operation on table t. */
  public TestHistory call(
      int thread, long from, long to, String op, String key, String status, String value) {
    String fields = value == null ? "" : ",\"fields\":{\"f\":\"%s\"}".formatted(value);
    return line(
        """
        {"thread":%d,"invoked_ns":%d,"completed_ns":%d,"op":"%s","table":"t","key":"%s",\
        "status":"%s"%s}"""
            .formatted(thread, from, to, op, key, status, fields));
  }

  /** A scan of table t that found rows, each given as key=value of its field f. */
  public TestHistory scan(int thread, long from, long to, String key, int count, String... rows) {
    String found =
        Arrays.stream(rows)
            .map(row -> row.split("="))
            .map(row -> "{\"key\":\"%s\",\"fields\":{\"f\":\"%s\"}}".formatted(row[0], row[1]))
            .collect(Collectors.joining(","));
    return line(
        """
        {"thread":%d,"invoked_ns":%d,"completed_ns":%d,"op":"scan","table":"t","key":"%s",\
        "status":"OK","count":%d,"rows":[%s]}"""
            .formatted(thread, from, to, key, count, found));
  }

  public TestHistory line(String json) {
    lines.add(json);
    return this;
  }

  /** The last line of a process that wasn't killed. */
  public TestHistory ended() {
    return line("{\"ended_ns\":1000000000}");
  }

  public HistoryFile file() {
    try {
      Path file = Files.createTempFile("history", ".jsonl");
      try {
        return HistoryFile.read(Files.write(file, lines));
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** This process' history alone. */
  public RunHistory run() {
    return run(this);
  }

  public static RunHistory run(TestHistory... processes) {
    return RunHistory.of(Arrays.stream(processes).map(TestHistory::file).toList());
  }
}
