package io.hybridycsb.it.veritas;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.cluster.ClusterDirectory;
import io.hybridycsb.harness.process.ProcessIdentity;
import io.hybridycsb.it.release.Ended;
import io.hybridycsb.it.release.Release;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What is started after {@code hybrid prepare} loads its classes from archives. */
@Tag("veritas-kafka")
@Tag("campaign")
class PrepareIT {
  private static final Duration TIMEOUT = Duration.ofMinutes(10);
  private static final String SYSTEM = "veritas-kafka";

  private static Release release;

  @RegisterExtension
  static final BeforeAllCallback UNPACKED = context -> release = Release.of(context);

  private Path directory;
  private Path home;

  /** A release of the test's own, since archives change what all others start. */
  @BeforeEach
  void aReleaseOfLinks() throws IOException {
    directory = release.newDirectory();
    home = Files.createDirectory(directory.resolve("release"));
    for (Path entry : entries(release.home())) {
      Path own = home.resolve(entry.getFileName());
      if (!entry.endsWith("bin")) {
        Files.createSymbolicLink(own, entry);
        continue;
      }
      // Not a link, because scripts find their release from where they really are.
      Files.createDirectory(own);
      for (Path script : entries(entry)) {
        Files.copy(script, own.resolve(script.getFileName()));
      }
    }
  }

  @AfterEach
  void leaveNothing() throws IOException {
    if (cluster().load().isPresent()) {
      run("hybrid", Map.of(), "down", "--purge").requireSuccess();
    }
    Release.delete(directory);
  }

  private static List<Path> entries(Path directory) throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.toList();
    }
  }

  private Ended run(String script, Map<String, String> variables, String... arguments) {
    SortedMap<String, String> all = new TreeMap<>(variables);
    all.put("HYBRID_DIR", directory.resolve("run").toString());
    List<String> command = new ArrayList<>(List.of(home.resolve("bin/" + script).toString()));
    command.addAll(List.of(arguments));
    return Release.run(directory, all, TIMEOUT, command);
  }

  private ClusterDirectory cluster() {
    return ClusterDirectory.of(directory.resolve("run"), SYSTEM);
  }

  /** The files that the processes of the cluster have mapped, by process. */
  private String mappedBy(String process) throws IOException {
    ProcessIdentity identity = cluster().load().orElseThrow().started().get(process);
    return Files.readString(Path.of("/proc/%d/maps".formatted(identity.pid())));
  }

  @Test
  void serversAndClientsLoadTheirClassesFromArchivesThatAreMadeOnce() throws IOException {
    Ended prepared = run("hybrid", Map.of(), "prepare", SYSTEM).requireSuccess();

    assertThat(prepared.err()).isEmpty();
    for (String part : List.of("client-veritas-kafka", "hybrid", "kafka", SYSTEM)) {
      assertThat(prepared.out()).contains("archived the classes of " + part + ": ");
    }
    assertThat(directory.resolve("run/prepare")).doesNotExist();

    Ended up = run("hybrid", Map.of(), "up", SYSTEM, "--nodes", "1", "--timeout", "300");
    up.requireSuccess();
    assertThat(mappedBy("node1")).contains("class-archives/veritas-kafka.archive");
    assertThat(mappedBy("tso")).contains("class-archives/veritas-kafka.archive");
    assertThat(mappedBy("kafka1")).contains("class-archives/kafka.archive");

    Ended load =
        run(
            "ycsb",
            Map.of("JAVA_OPTS", "-Xlog:class+load"),
            "load",
            SYSTEM,
            "-P",
            "workloads/workloada",
            "-p",
            "recordcount=50");
    load.requireSuccess();
    assertThat(load.out())
        .containsPattern("VeritasKafkaClient source: shared objects file")
        .contains("[INSERT], Return=OK, 50");
  }
}
