package io.hybridycsb.harness.bench.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.CorrectnessException;
import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.bench.clients.Clients;
import io.hybridycsb.harness.bench.clients.YcsbCommand;
import io.hybridycsb.harness.bench.plan.RunSettings;
import io.hybridycsb.harness.bench.plan.TestExperiments;
import io.hybridycsb.harness.bench.probe.Probe;
import io.hybridycsb.harness.results.RunWarning;
import io.hybridycsb.harness.results.RunWarning.Kind;
import io.hybridycsb.harness.system.Model;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
  private Optional<Model> promised = Optional.of(Model.COMMITTED);
  private PromiseCheck.Limits limits = PromiseCheck.Limits.DEFAULT;
  private boolean scansToo = true;
  private boolean checkFails;
  private int rounds;
  private int failsFrom = Integer.MAX_VALUE;
  private final List<Duration> pauses = new ArrayList<>();
  private final List<String> said = new ArrayList<>();

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

    assertThat(reading.length().operations()).isEqualTo(7);
    assertThat(reading.workload()).isEqualTo("workloadc");
    assertThat(reading.fault()).isEmpty();
    assertThat(properties)
        .containsEntry("requestdistribution", "sequential")
        .containsEntry("recordcount", "7")
        .containsEntry("updateproportion", "0")
        .doesNotContainKey(RunSettings.CONSTANT);
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
                "crash: records not read back", 0.0,
                "crash: records with a broken promise", 0.0,
                "crash: records undecided", 0.0));
    assertThat(findings.warnings()).isEmpty();
    assertThat(List.of(client, readBack, page())).noneMatch(Files::exists);
    assertThat(said)
        .containsExactly(
            "checking the histories of 2 operations: are the records committed?",
            "1 acknowledged writes, none lost; committed: all 1 records");
  }

  private Path page() {
    return directory.resolve(PromiseCheck.PAGE);
  }

  /** The lost value was there before the kill, and a later update has replaced the older one. */
  private void aLossThatWasOverwritten() {
    write(
        client,
        line("insert", "OK", "0", 1)
            + line("update", "OK", "1", 10)
            + line("read", "OK", "0", 100)
            + line("update", "OK", "2", 200));
    values.add("2");
  }

  @Test
  void anAcknowledgedWriteThatWasLostAndOverwrittenBreaksThePromise() throws Exception {
    promised = Optional.of(Model.LINEARIZABLE);
    aLossThatWasOverwritten();

    Probe.Findings findings = findings();

    assertThat(findings.counters())
        .containsEntry("crash: acknowledged writes lost", 0.0)
        .containsEntry("crash: records with a broken promise", 1.0);
    assertThat(findings.warnings())
        .containsExactly(Kind.BROKEN_PROMISE.of("etcd", "linearizable", 1, 1, "usertable/user1"));
    assertThat(List.of(client, readBack, page())).allMatch(Files::exists);
    assertThat(page()).content().contains("NOT linearizable", "usertable/user1");
  }

  @Test
  void aSystemThatPromisesNoModelIsNotHeldToOne() throws Exception {
    promised = Optional.empty();
    aLossThatWasOverwritten();

    assertThat(findings().warnings()).isEmpty();
    assertThat(List.of(client, readBack, page())).noneMatch(Files::exists);
  }

  @Test
  void anUndecidedCheckIsToldAndItsHistoriesAreKept() throws Exception {
    limits = new PromiseCheck.Limits(0, Duration.ofMinutes(1), Duration.ofMinutes(1), 1 << 20);
    values.add("new");

    Probe.Findings findings = findings();

    assertThat(findings.counters()).containsEntry("crash: records undecided", 1.0);
    assertThat(findings.warnings())
        .containsExactly(Kind.UNDECIDED_PROMISE.of("etcd", "committed", 1, 1));
    assertThat(List.of(client, readBack, page())).allMatch(Files::exists);
  }

  @Test
  void historiesThatMemoryHasNoRoomForAreKeptUncheckedAndThatIsTold() throws Exception {
    limits = new PromiseCheck.Limits(1, Duration.ofMinutes(1), Duration.ofMinutes(1), 100);
    values.add("new");

    Probe.Findings findings = findings();

    assertThat(findings.counters()).containsEntry("crash: acknowledged writes lost", 0.0);
    assertThat(findings.warnings())
        .singleElement()
        .satisfies(
            warning -> {
              assertThat(warning.kind()).isEqualTo(Kind.UNCHECKED_PROMISE);
              assertThat(warning.text()).contains("give a larger heap");
            });
    assertThat(List.of(client, readBack)).allMatch(Files::exists);
  }

  @Test
  void aStaleReadAfterTheRunBreaksThePromiseEvenIfALaterOneIsFresh() throws Exception {
    promised = Optional.of(Model.LINEARIZABLE);
    write(client, line("insert", "OK", "old", 1) + line("update", "OK", "new", 10));
    values.addAll(List.of("old", "new"));

    assertThat(findings().counters())
        .containsEntry("crash: acknowledged writes lost", 0.0)
        .containsEntry("crash: records with a broken promise", 1.0);
  }

  @Test
  void whatALaterReadShowsIsNotLost() throws Exception {
    values.addAll(List.of("old", "new"));

    assertThat(findings().counters()).containsEntry("crash: acknowledged writes lost", 0.0);
  }

  @Test
  void aLossIsToldAndItsHistoriesAreKept() throws Exception {
    values.addAll(List.of("old", "old", "old", "old", "old", "old"));

    Probe.Findings findings = findings();

    assertThat(findings.counters()).containsEntry("crash: acknowledged writes lost", 1.0);
    assertThat(findings.warnings()).first().isEqualTo(Kind.LOST_WRITES.of(1));
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
              if (++rounds >= failsFrom) {
                throw new Clients.Failed(false, false, "no server answers");
              }
              reading = settings;
              properties = given;
              assertThat(given).containsEntry("hybrid.history", directory.toString());
              write(
                  YcsbCommand.history(directory, name + "1"),
                  line("read", status, values.remove(), 1_000));
            },
            new PromiseCheck("etcd", promised, scansToo, limits, this::say),
            pauses::add,
            said::add)
        .findings();
  }

  private void say(String line) {
    if (checkFails) {
      throw new UsageException("the scans have found too many rows");
    }
    said.add(line);
  }

  @Test
  void aCheckThatFailsLeavesWhatIsKnownOfLostWrites() throws Exception {
    checkFails = true;
    values.addAll(List.of("old", "old", "old", "old", "old", "old"));

    Probe.Findings findings = findings();

    assertThat(findings.counters()).containsEntry("crash: acknowledged writes lost", 1.0);
    assertThat(findings.warnings())
        .containsExactly(
            Kind.LOST_WRITES.of(1),
            Kind.UNCHECKED_PROMISE.of("etcd", "the scans have found too many rows"));
    assertThat(said)
        .containsExactly(
            "1 acknowledged writes, 1 lost; not checked",
            "warning: client histories were not checked against what etcd promises: the scans have"
                + " found too many rows");
    assertThat(List.of(client, readBack)).allMatch(Files::exists);
  }

  @Test
  void whatTheRunHasInsertedIsNotAskedForAndThatIsNoFailure() throws Exception {
    write(
        client,
        line("update", "OK", "new", 10) + line("insert", "OK", "x", 20).replace("user1", "user2"));
    values.add("new");

    Probe.Findings findings = findings();

    assertThat(findings.counters())
        .containsEntry("crash: records not read back", 0.0)
        .containsEntry("crash: acknowledged writes", 1.0);
    assertThat(findings.warnings()).containsExactly(Kind.INSERTED_UNREAD.of(1));
    assertThat(List.of(client, readBack)).noneMatch(Files::exists);
  }

  @Test
  void whereWritesWereOnlyAcceptedNoneCanBeCalledLost() throws Exception {
    write(client, line("update", "BATCHED_OK", "new", 10));
    values.add("old");

    Probe.Findings findings = findings();

    assertThat(findings.counters()).containsEntry("crash: acknowledged writes lost", 0.0);
    assertThat(findings.warnings()).containsExactly(Kind.NOTHING_TO_LOSE.of());
    assertThat(said).last().asString().startsWith("warning: no write");
  }

  @Test
  void aReadThatMayBeOldGetsTimeToCatchUp() throws Exception {
    values.addAll(List.of("old", "old", "old", "old", "new"));

    assertThat(findings().counters()).containsEntry("crash: acknowledged writes lost", 0.0);
    assertThat(pauses).containsExactly(Duration.ofSeconds(10), Duration.ofSeconds(10));
  }

  @Test
  void aReadThatMustNotBeOldGetsNone() throws Exception {
    promised = Optional.of(Model.LINEARIZABLE);
    values.addAll(List.of("old", "old", "old"));

    assertThat(findings().counters()).containsEntry("crash: acknowledged writes lost", 1.0);
    assertThat(pauses).isEmpty();
  }

  @Test
  void whereNothingCanBeReadBackTheClientsOwnReadsStillAccuseTheSystem() {
    promised = Optional.of(Model.LINEARIZABLE);
    write(
        client,
        line("insert", "OK", "old", 1)
            + line("update", "OK", "new", 10)
            + line("read", "OK", "old", 100));
    failsFrom = 1;

    assertThatThrownBy(this::findings)
        .isInstanceOf(CorrectnessException.class)
        .hasMessageContaining("usertable/user1; not read back: no server answers");
    assertThat(List.of(client, page())).allMatch(Files::exists);
  }

  @Test
  void withoutAContradictionTheReadingsFailureIsTheRuns() {
    failsFrom = 1;

    assertThatThrownBy(this::findings)
        .isInstanceOf(Clients.Failed.class)
        .hasMessage("no server answers");
  }

  @Test
  void whatOneReadingMissedIsLostIfTheNextReadingFails() throws Exception {
    values.add("old");
    failsFrom = 2;

    assertThat(findings().counters()).containsEntry("crash: acknowledged writes lost", 1.0);
  }

  /** The row was never written. */
  @Test
  void rowsOfScansOfWhichNothingIsPromisedAreLeftOut() throws Exception {
    String scan =
        """
        {"thread":0,"invoked_ns":20,"completed_ns":25,"op":"scan","table":"usertable","key":"user1",\
        "count":1,"status":"OK","rows":[{"key":"user1","fields":{"field0":"never"}}]}
        """;
    String written = line("insert", "OK", "new", 10) + scan;
    write(client, written);
    values.add("new");
    assertThat(findings().counters()).containsEntry("crash: records with a broken promise", 1.0);

    scansToo = false;
    write(client, written);
    values.add("new");
    assertThat(findings().counters()).containsEntry("crash: records with a broken promise", 0.0);
  }

  private static String line(String op, String status, String value, long invokedNs) {
    return """
    {"thread":0,"invoked_ns":%d,"completed_ns":%d,"op":"%s","table":"usertable","key":"user1",\
    "status":"%s","fields":{"field0":"%s"}}
    """
        .formatted(invokedNs, invokedNs + 5, op, status, value);
  }

  private static void write(Path file, String line) {
    String first =
        "{\"history\":1,\"process\":\"%s\",\"machine\":\"m\",\"begun_ns\":1}\n"
            .formatted(file.getFileName());
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
    assertThat(findings.warnings())
        .extracting(RunWarning::kind)
        .containsExactly(Kind.UNREAD_RECORDS, Kind.NOTHING_TO_LOSE, Kind.UNCHECKED_PROMISE);
  }
}
