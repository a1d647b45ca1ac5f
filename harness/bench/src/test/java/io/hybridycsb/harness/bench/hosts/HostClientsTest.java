package io.hybridycsb.harness.bench.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.bench.clients.Clients;
import io.hybridycsb.harness.bench.clients.Clients.Client;
import io.hybridycsb.harness.system.programs.Home;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients on hosts that are shells of this machine; BenchClientsIT has real ones. */
class HostClientsTest {
  private static final Duration PATIENT = Duration.ofMinutes(2);
  private static final String RESULT =
      "echo '[OVERALL], RunTime(ms), 2000'; echo '[READ], Return=OK, 5'";

  /** All hosts have one clock here; a busy machine takes its time to tell it. */
  private static final double CLOCK_OFFSET_MS_MAX = 60_000;

  @TempDir Path directory;
  private final List<String> said = new ArrayList<>();
  private Path there;
  private Path output;

  @BeforeEach
  void makeDirectories() throws Exception {
    there = Files.createDirectory(directory.resolve("there"));
    output = Files.createDirectory(directory.resolve("output"));
  }

  private Clients.Outcome run(Optional<Clients.Watcher> watcher, String... scripts)
      throws InterruptedException {
    List<Client> clients = new ArrayList<>();
    for (String script : scripts) {
      clients.add(
          new Client(
              "client" + (clients.size() + 1), List.of("sh", "-c", script), new TreeMap<>()));
    }
    return run(watcher, clients);
  }

  private Clients.Outcome run(Optional<Clients.Watcher> watcher, List<Client> clients)
      throws InterruptedException {
    List<Host> hosts =
        List.of(ShellHost.called("a", "/none", there), ShellHost.called("b", "/none", there));
    return new HostClients(
            hosts,
            new Home(Path.of("/home")),
            directory,
            CLOCK_OFFSET_MS_MAX,
            Optional.empty(),
            said::add)
        .run(output, clients, true, PATIENT, watcher);
  }

  private void requireNothingLeft() throws Exception {
    await().atMost(PATIENT).until(() -> there.toFile().list().length == 0);
    assertThat(said).isEmpty();
  }

  @Test
  void whatClientsPrintAndWriteThereComesBack() throws Exception {
    Clients.Outcome outcome =
        run(
            Optional.empty(),
            "echo one >client1-file; " + RESULT,
            "echo two >client2-file; " + RESULT);

    assertThat(outcome.reports()).extracting(report -> report.committed()).containsExactly(5L, 5L);
    assertThat(output.resolve("client1-file")).hasContent("one");
    assertThat(output.resolve("client2-file")).hasContent("two");
    assertThat(outcome.use()).containsOnlyKeys("client1", "client2");
    assertThat(outcome.hosts().get("client1").name()).isEqualTo("a");
    assertThat(outcome.hosts().get("client2").name()).isEqualTo("b");
    requireNothingLeft();
  }

  @Test
  void nobodyElseSeesAClientsPropertiesThere() throws Exception {
    Path key = Files.writeString(directory.resolve("key"), "of the client");
    String script =
        "cp \"$1\" client1-seen; ls -l \"$1\" | cut -c 1-10 >client1-permissions; ls -ld \"${1%/*}\" | cut -c 1-10 >client1-of-directory; "
            + "ps -o args= -p $PPID >client1-words; ps -o args= -p $$ >>client1-words; "
            + RESULT;
    Client client =
        new Client(
            "client1",
            List.of("sh", "-c", script),
            new TreeMap<>(Map.of("sut.password", "sesame", "sut.key", key.toString())));

    run(Optional.empty(), List.of(client));

    assertThat(output.resolve("client1-seen"))
        .content()
        .contains("sut.password=sesame", "/files/0-key");
    assertThat(output.resolve("client1-permissions")).hasContent("-rw-------");
    assertThat(output.resolve("client1-of-directory")).hasContent("drwx------");
    assertThat(output.resolve("client1-words")).content().contains("-P").doesNotContain("sesame");
    requireNothingLeft();
  }

  /** Part of a client's script: goes on when the other client has come as far. */
  private String meet(int own, int other) {
    return "echo >'%1$s/here%2$d'; until [ -f '%1$s/here%3$d' ]; do sleep 0.01; done; "
        .formatted(directory, own, other);
  }

  @Test
  void noClientBeginsBeforeAllHostsAreReady() throws Exception {
    // Neither would end if they ran one after the other.
    assertThat(run(Optional.empty(), meet(1, 2) + RESULT, meet(2, 1) + RESULT).reports())
        .hasSize(2);
  }

  @Test
  void clientsEndWithTheirInputWhenTheirWatcherSaysSo() throws Exception {
    // A host tells of its client once the client's number is in a file.
    String known = "until [ -s ../client%d.pid ]; do sleep 0.01; done; ";
    String ycsb = "echo '2026-01-01 1 sec: 10 operations; ' >&2; cat >/dev/null; " + RESULT;
    List<Integer> seen = new ArrayList<>();
    Clients.Watcher watcher =
        (operations, clients) -> {
          clients.hosts().get().values().forEach(host -> seen.add(host.clients().size()));
          return true;
        };

    Clients.Outcome outcome =
        run(
            Optional.of(watcher),
            known.formatted(1) + meet(1, 2) + ycsb,
            known.formatted(2) + meet(2, 1) + ycsb);

    assertThat(outcome.reports()).hasSize(2);
    assertThat(seen).containsExactly(1, 1);
    requireNothingLeft();
  }

  @Test
  void aClientThatFailsFailsAllWithItsHostAndNothingIsLeftThere() throws Exception {
    // Told from the processes of other tests by how long it sleeps.
    String hangs = meet(1, 2) + "exec sleep 600.473";
    String fails = meet(2, 1) + "echo 'no such node' >&2; exit 3";

    assertThatThrownBy(() -> run(Optional.empty(), hangs, fails))
        .isInstanceOf(HarnessException.class)
        .hasMessage("client2 on b exited with status 3: no such node");
    await()
        .atMost(PATIENT)
        .until(
            () ->
                ProcessHandle.allProcesses()
                    .noneMatch(
                        process -> process.info().commandLine().orElse("").contains("600.473")));
    requireNothingLeft();
  }
}
