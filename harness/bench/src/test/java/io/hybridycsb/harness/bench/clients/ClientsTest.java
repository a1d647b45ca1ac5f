package io.hybridycsb.harness.bench.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.HarnessException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClientsTest {
  private static final Duration PATIENT = Duration.ofMinutes(2);

  @TempDir Path directory;

  @Test
  void whatAllProcessesHavePrintedIsThere() throws Exception {
    Clients.Outcome outcome =
        run(
            PATIENT,
            client("client1", "echo '[OVERALL], RunTime(ms), 2000'; echo '[READ], Return=OK, 5'"),
            client("client2", "echo '[OVERALL], RunTime(ms), 2000'; echo '[READ], Return=OK, 7'"));

    assertThat(outcome.reports()).extracting(report -> report.committed()).containsExactly(5L, 7L);
    assertThat(outcome.seconds()).isGreaterThanOrEqualTo(2);
  }

  /** The cluster then tells how many records are missing, and what was answered. */
  @Test
  void aLoadOfWhichInsertsFailedHasItsReport() throws Exception {
    Clients.Outcome outcome =
        run(
            PATIENT,
            client(
                "load1",
                "echo '[OVERALL], RunTime(ms), 2000'; echo '[INSERT], Return=BAD_REQUEST, 4';"
                    + " echo 'ycsb: the load is not complete: 4 threads ended' >&2; exit 1"));

    assertThat(outcome.reports().get(0).uncommitted()).containsEntry("BAD_REQUEST", 4L);
  }

  @Test
  void aClientThatFailsFailsAllWithItsLastWords() {
    assertThatThrownBy(
            () ->
                run(
                    PATIENT,
                    client("client1", "exec sleep 600"),
                    client("client2", "echo 'no such node' >&2; echo '  at X.y(Z)' >&2; exit 3")))
        .isInstanceOf(HarnessException.class)
        .hasMessage("client2 exited with status 3: no such node");
  }

  @Test
  void aClientThatDoesNotEndInTimeIsStoppedAndFails() {
    // Told from the children of other tests by how long it sleeps.
    String hangs = "exec sleep 600.471";

    assertThatThrownBy(() -> run(Duration.ofMillis(300), client("client1", hangs)))
        .isInstanceOf(HarnessException.class)
        .hasMessageContaining("has not ended after");
    assertThat(ProcessHandle.current().children().map(child -> child.info().commandLine()))
        .noneMatch(line -> line.orElse("").contains("600.471"));
  }

  @Test
  void aClientThatPrintsNoResultFailsThoughItsStatusIsZero() {
    assertThatThrownBy(() -> run(PATIENT, client("client1", "echo 'bad distribution' >&2")))
        .isInstanceOf(HarnessException.class)
        .hasMessageContaining("printed no result: bad distribution");
  }

  @Test
  void aWatcherIsToldOfEachSecondAndDecidesWhenClientsEnd() throws Exception {
    String ycsb =
        "for i in 1 2 3; do echo \"2026-01-01 00:00:0$i:000 $i sec: $((i * 10)) operations; \" >&2;"
            + " read line; done; echo '[OVERALL], RunTime(ms), 2000'";
    List<Long> told = new ArrayList<>();
    Clients.Watcher watcher =
        (operations, clients) -> {
          assertThat(clients.pids()).containsOnlyKeys("client1");
          told.add(operations);
          return true;
        };

    Clients.Outcome outcome =
        new Clients(directory, directory, TreeMap::new)
            .run(List.of(client("client1", ycsb)), true, PATIENT, Optional.of(watcher));

    assertThat(told).containsExactly(10L);
    assertThat(outcome.reports()).hasSize(1);
  }

  @Test
  void nobodyElseSeesAClientsProperties() throws Exception {
    String script =
        "cd '%s'; cp \"$1\" seen; ls -l \"$1\" | cut -c 1-10 >permissions; ps -o args= -p $$ >words; "
                .formatted(directory)
            + "echo '[OVERALL], RunTime(ms), 2000'; echo '[READ], Return=OK, 5'";
    Path root = directory.resolve("root");

    new Clients(root, directory, TreeMap::new)
        .run(
            List.of(
                new Clients.Client(
                    "client1",
                    List.of("/bin/sh", "-c", script),
                    new TreeMap<>(Map.of("sut.password", "sesame", "sut.where", "schön")))),
            true,
            PATIENT,
            Optional.empty());

    Properties seen = new Properties();
    // As YCSB reads it.
    try (InputStream file = Files.newInputStream(directory.resolve("seen"))) {
      seen.load(file);
    }
    assertThat(seen).isEqualTo(Map.of("sut.password", "sesame", "sut.where", "schön"));
    assertThat(directory.resolve("permissions")).hasContent("-rw-------");
    assertThat(directory.resolve("words")).content().contains("-P").doesNotContain("sesame");
    assertThat(root).isEmptyDirectory();
  }

  @Test
  void statusLinesAreReadAsTheyComeAndTheNewestCounts() throws Exception {
    Path err = directory.resolve("client1.err");
    StatusLines lines = new StatusLines(err);
    assertThat(lines.read()).isFalse();

    Files.writeString(err, "Starting test.\nnow 1 sec: 10 operations; 10 current ops/sec\nnow 2 s");
    assertThat(lines.read()).isTrue();
    assertThat(lines.operations()).isEqualTo(10);

    Files.writeString(err, "ec: 25 operations; \n", StandardOpenOption.APPEND);
    assertThat(lines.read()).isTrue();
    assertThat(lines.operations()).isEqualTo(25);
    assertThat(lines.read()).isFalse();
  }

  private Clients.Outcome run(Duration timeout, Clients.Client... clients)
      throws InterruptedException {
    return new Clients(directory, directory, TreeMap::new)
        .run(List.of(clients), true, timeout, Optional.empty());
  }

  private static Clients.Client client(String name, String script) {
    return new Clients.Client(name, List.of("/bin/sh", "-c", script), new TreeMap<>());
  }
}
