package io.hybridycsb.harness.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.cli.CommandFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/**
 * Histories of transactions: their keys are "x=3" for version 3 of x, and "x" without one; "x=3!"
 * and "x!" for deletes.
 */
abstract class TransactionsFixture extends CommandFixture {
  @TempDir Path dir;
  final List<String> lines = new ArrayList<>();
  String scans = "";
  long now;

  int check(Object... arguments) {
    return hybrid(Stream.concat(Stream.of("check"), Stream.of(arguments)).toArray());
  }

  /** A transaction after all before it. */
  TransactionsFixture ran(String id, String status, String reads, String writes) {
    return ran(id, status, reads, writes, ++now, ++now);
  }

  TransactionsFixture ran(
      String id, String status, String reads, String writes, long from, long to) {
    lines.add(
        """
        {"thread":0,"invoked_ns":%d,"completed_ns":%d,"op":"transaction","id":"%s",\
        "status":"%s","reads":[%s],"writes":[%s],"scans":[%s]}"""
            .formatted(from, to, id, status, versions(reads), versions(writes), scans));
    scans = "";
    now = Math.max(now, to);
    return this;
  }

  /** What became of a transaction later. */
  TransactionsFixture decided(String id, String status, String writes) {
    lines.add(
        """
        {"thread":0,"completed_ns":%d,"op":"decided","id":"%s","status":"%s"%s}"""
            .formatted(
                ++now,
                id,
                status,
                writes == null ? "" : ",\"writes\":[%s]".formatted(versions(writes))));
    return this;
  }

  /** Gives the next transaction a scan. */
  TransactionsFixture scan(String from, String to, String rows) {
    scans =
        "{\"table\":\"t\",\"from\":\"%s\"%s,\"rows\":[%s]}"
            .formatted(from, to == null ? "" : ",\"to\":\"" + to + "\"", versions(rows));
    return this;
  }

  static String versions(String texts) {
    return Arrays.stream(texts.split(" "))
        .filter(text -> !text.isEmpty())
        .map(
            text -> {
              String[] parts = text.replace("!", "").split("=");
              String version = parts.length == 1 ? "" : ",\"version\":" + parts[1];
              String deleted = text.endsWith("!") ? ",\"deleted\":true" : "";
              return "{\"table\":\"t\",\"key\":\"%s\"%s%s}".formatted(parts[0], version, deleted);
            })
        .collect(Collectors.joining(","));
  }

  TransactionsFixture loaded() {
    return ran("load", "OK", "", "x=1 y=1");
  }

  Path killed(String process) throws IOException {
    return killed(process, ",\"deletes\":\"marked\"");
  }

  Path killed(String process, String deletes) throws IOException {
    List<String> all = new ArrayList<>();
    all.add(
        """
        {"history":1,"process":"%s","machine":"m","begun_ns":0%s}"""
            .formatted(process, deletes));
    all.addAll(lines);
    lines.clear();
    return Files.write(dir.resolve(process + ".jsonl"), all);
  }

  Path history() throws IOException {
    lines.add("{\"ended_ns\":%d}".formatted(++now));
    return killed("p");
  }

  /** One whose header doesn't say that deletes are marked. */
  Path withoutMarks() throws IOException {
    lines.add("{\"ended_ns\":%d}".formatted(++now));
    return killed("p", "");
  }

  void assertViolated(String... sentences) throws IOException {
    assertThat(check(history())).isEqualTo(1);
    assertThat(out.toString()).contains(sentences);
  }
}
