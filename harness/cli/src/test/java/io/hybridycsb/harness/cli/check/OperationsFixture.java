package io.hybridycsb.harness.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.cli.CommandFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/** Histories of operations on one record. */
abstract class OperationsFixture extends CommandFixture {
  @TempDir Path dir;
  final List<String> lines = new ArrayList<>();
  long now;

  int check(Object... arguments) {
    return hybrid(Stream.concat(Stream.of("check"), Stream.of(arguments)).toArray());
  }

  /** A call of thread 0 after all before it. */
  OperationsFixture called(String op, String status, String fields) {
    return called(0, op, status, fields, ++now, ++now);
  }

  OperationsFixture called(
      int thread, String op, String status, String fields, long from, long to) {
    lines.add(
        """
        {"thread":%d,"invoked_ns":%d,"completed_ns":%d,"op":"%s","table":"t","key":"k",\
        "status":"%s","fields":{%s}}"""
            .formatted(thread, from, to, op, status, fields));
    now = Math.max(now, to);
    return this;
  }

  OperationsFixture inserted() {
    return called("insert", "OK", "\"a\":\"a1\",\"b\":\"b1\"");
  }

  OperationsFixture updated(String status, String a) {
    return called("update", status, "\"a\":\"%s\"".formatted(a));
  }

  OperationsFixture read(String a) {
    return called("read", "OK", "\"a\":\"%s\",\"b\":\"b1\"".formatted(a));
  }

  OperationsFixture scanned(String count, String rows) {
    lines.add(
        """
        {"thread":0,"invoked_ns":%d,"completed_ns":%d,"op":"scan","table":"t","key":"a",\
        "status":"OK"%s,"rows":[%s]}"""
            .formatted(++now, ++now, count, rows));
    return this;
  }

  Path killed(String process) throws IOException {
    Path file = dir.resolve(process + ".jsonl");
    List<String> all = new ArrayList<>();
    all.add(header(process, "m"));
    all.addAll(lines);
    lines.clear();
    Files.write(file, all);
    return file;
  }

  static String header(String process, String machine) {
    return """
    {"history":1,"process":"%s","machine":"%s","begun_ns":0,"wall_clock_ms":0}"""
        .formatted(process, machine);
  }

  Path history(String process) throws IOException {
    lines.add("{\"ended_ns\":%d}".formatted(++now));
    return killed(process);
  }

  void assertViolated(String... sentences) throws IOException {
    assertThat(check(history("p"))).isEqualTo(1);
    assertThat(out.toString()).contains("NOT linearizable").contains("1 of 1 record: t/k");
    assertThat(out.toString()).contains(sentences);
  }
}
