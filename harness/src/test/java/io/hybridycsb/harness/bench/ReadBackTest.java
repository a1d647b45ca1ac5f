package io.hybridycsb.harness.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.bench.clients.YcsbCommand;
import io.hybridycsb.harness.bench.plan.RunSettings;
import io.hybridycsb.harness.bench.plan.TestExperiments;
import io.hybridycsb.harness.bench.probe.Probe;
import io.hybridycsb.harness.results.RunWarning.Kind;
import io.hybridycsb.harness.ycsb.BenchWorkload;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With clients that write their histories as if they had run. */
class ReadBackTest {
  @TempDir Path directory;
  private Path client;
  private Path readBack;
  private final Deque<String> values = new ArrayDeque<>();
  private String status = "OK";
  private RunSettings reading;
  private SortedMap<String, String> properties;

  @BeforeEach
  void aWriteThatWasAcknowledged() {
    client = directory.resolve("client1-history.jsonl");
    readBack = directory.resolve("readback1-history.jsonl");
    write(client, line("update", "OK", "new", 10));
  }

  @Test
  void eachRecordIsReadOnceByAWorkloadThatWritesNothing() throws Exception {
    values.add("new");
    findings();

    assertThat(reading.operations()).isEqualTo(7);
    assertThat(reading.workload()).isEqualTo("workloadc");
    assertThat(reading.fault()).isEmpty();
    assertThat(properties)
        .containsEntry("requestdistribution", "sequential")
        .containsEntry("recordcount", "7")
        .containsEntry("updateproportion", "0")
        .doesNotContainKey(BenchWorkload.CONSTANT);
  }

  @Test
  void historiesOfARunThatHasLostNothingAreRemoved() throws Exception {
    values.add("new");

    Probe.Findings findings = findings();

    assertThat(findings.counters())
        .isEqualTo(
            Map.of(
                "crash: acknowledged writes", 1.0,
                "crash: acknowledged writes lost", 0.0,
                "crash: records not read back", 0.0));
    assertThat(findings.warnings()).isEmpty();
    assertThat(List.of(client, readBack)).noneMatch(Files::exists);
  }

  @Test
  void whatALaterReadShowsIsNotLost() throws Exception {
    values.addAll(List.of("old", "new"));

    assertThat(findings().counters()).containsEntry("crash: acknowledged writes lost", 0.0);
  }

  @Test
  void aLossIsToldAndItsHistoriesAreKept() throws Exception {
    values.addAll(List.of("old", "old", "old"));

    Probe.Findings findings = findings();

    assertThat(findings.counters()).containsEntry("crash: acknowledged writes lost", 1.0);
    assertThat(findings.warnings()).containsExactly(Kind.LOST_WRITES.of(1));
    assertThat(values).isEmpty();
    assertThat(List.of(client, readBack)).allMatch(Files::exists);
  }

  private Probe.Findings findings() throws InterruptedException {
    String experiment = "name: a\ntitle: A\nclients: 4\nrecords: 7\nskew: 0.5\nkill: node2\n";
    RunSettings run = new TestExperiments(directory).points(experiment, "etcd").get(0).run();
    return new ReadBack(
            directory,
            run,
            7,
            (name, settings, given) -> {
              reading = settings;
              properties = given;
              assertThat(given).containsEntry("hybrid.history", directory.toString());
              write(
                  YcsbCommand.history(directory, name + "1"),
                  line("read", status, values.remove(), 1_000));
            })
        .findings();
  }

  private static String line(String op, String status, String value, long invokedNs) {
    return """
    {"thread":0,"invoked_ns":%d,"completed_ns":%d,"op":"%s","table":"usertable","key":"user1",\
    "status":"%s","fields":{"field0":"%s"}}
    """
        .formatted(invokedNs, invokedNs + 5, op, status, value);
  }

  private static void write(Path file, String line) {
    String first = "{\"history\":1,\"process\":\"1-a\",\"machine\":\"m\",\"begun_ns\":1}\n";
    try {
      Files.writeString(file, first + line + "{\"ended_ns\":2000}\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void recordsThatNobodyCouldReadAreToldForTheirWritesMayBeLost() throws Exception {
    status = "ERROR";
    values.addAll(List.of("new", "new", "new"));

    Probe.Findings findings = findings();

    assertThat(findings.counters()).containsEntry("crash: records not read back", 1.0);
    assertThat(findings.warnings()).containsExactly(Kind.UNREAD_RECORDS.of(1));
  }
}
