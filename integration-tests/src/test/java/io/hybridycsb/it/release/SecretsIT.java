package io.hybridycsb.it.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hybridycsb.harness.results.RunFiles;
import io.hybridycsb.harness.results.RunResult;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A password, wherever a user can give one, is looked for in all that others can see. */
@Tag("campaign")
@Tag("experiments")
class SecretsIT {
  private static final Duration TIMEOUT = Duration.ofMinutes(30);
  private static final String SYSTEM = "veritas-kafka";
  private static final String CANARY = "canary-5cf0a5b7";

  private static final String EXPERIMENT =
      """
      name: small
      title: A small experiment
      systems: [veritas-kafka]
      nodes: 1
      records: 200
      clients: 4
      repeats: 1
      warm-up: 0
      operations: 400
      properties: {canary.password: canary-5cf0a5b7}
      load-properties: {canary.of-load.password: canary-5cf0a5b7}
      """;

  private static Release release;

  @RegisterExtension
  static final BeforeAllCallback UNPACKED = context -> release = Release.of(context);

  private Path directory;
  private Path root;

  /** The command lines with the canary that were seen, by process. */
  private final Map<String, String> seen = new TreeMap<>();

  @BeforeEach
  void newDirectory() {
    directory = release.newDirectory();
    root = directory.resolve(".hybrid");
  }

  @AfterEach
  void nothingStays() throws IOException {
    if (Files.exists(root)) {
      hybrid("down", SYSTEM, "--purge").requireSuccess();
    }
    Release.delete(directory);
  }

  private Ended hybrid(String... arguments) {
    List<String> command =
        Stream.concat(Stream.of(release.script("hybrid")), Stream.of(arguments)).toList();
    return Release.run(directory, Map.of(), TIMEOUT, command);
  }

  @Test
  void noPasswordOfALocalOrAnAttachedClusterIsSeenByOthers() throws Exception {
    Files.writeString(directory.resolve("settings"), "--set node.sql.password=" + CANARY);

    Ended up = hybrid("up", SYSTEM, "--nodes", "1", "@settings").requireSuccess();
    look();

    assertThat(up.toString()).doesNotContain(CANARY);
    assertThat(Files.readString(root.resolve(SYSTEM).resolve("node1/node.properties")))
        .contains(CANARY);
    requireHidden(root);
    for (Path closed : List.of(root, root.resolve(SYSTEM))) {
      assertThat(permissions(closed)).isEqualTo("rwx------");
    }

    Files.writeString(
        directory.resolve("mine.yaml"),
        """
        system: veritas-kafka
        nodes: 1
        ycsb: .hybrid/veritas-kafka/ycsb.properties
        properties: {canary.attached.password: canary-5cf0a5b7}
        """);
    RunResult result = bench(EXPERIMENT, "--attach", "mine.yaml");

    assertThat(result.setup().settings().properties())
        .containsEntry("canary.password", "(hidden)")
        .containsEntry("load.canary.of-load.password", "(hidden)");
    assertThat(seen).isEmpty();
  }

  @Test
  void noPasswordOfAnExperimentIsSeenByOthers() throws Exception {
    RunResult result = bench(EXPERIMENT + "options: {node.sql.password: " + CANARY + "}\n");

    assertThat(result.setup().settings().options()).containsEntry("node.sql.password", "(hidden)");
    assertThat(seen).isEmpty();
  }

  /** Looks at everything while it runs, and at what is left, the report included. */
  private RunResult bench(String experiment, String... more) throws Exception {
    Files.writeString(directory.resolve("small.yaml"), experiment);
    Path out = directory.resolve("out");
    List<String> command =
        Stream.concat(
                Stream.of(release.script("hybrid"), "bench", "small.yaml", "--out", out.toString()),
                Stream.of(more))
            .toList();
    File log = directory.resolve("bench.log").toFile();
    Process bench =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log)
            .start();
    try {
      await()
          .atMost(TIMEOUT)
          .pollInterval(Duration.ofMillis(50))
          .until(
              () -> {
                look();
                requireHidden(out);
                return !bench.isAlive();
              });
    } finally {
      bench.destroyForcibly();
    }
    String said = Files.readString(log.toPath());
    assertThat(bench.exitValue()).as(said).isZero();
    assertThat(said).doesNotContain(CANARY);
    Path report = directory.resolve("report");
    hybrid("report", out.toString(), "--out", report.toString(), "--archive").requireSuccess();
    for (Path open : List.of(out, report)) {
      assertThat(files(open).filter(SecretsIT::hasCanary)).as("files with a password").isEmpty();
    }
    return RunFiles.read(RunFiles.below(out).get(0));
  }

  /** Remembers the command lines of all processes that have the password. */
  private void look() {
    for (File process : new File("/proc").listFiles(file -> file.getName().matches("[0-9]+"))) {
      try {
        String line =
            Files.readString(process.toPath().resolve("cmdline"), StandardCharsets.ISO_8859_1);
        if (line.contains(CANARY)) {
          seen.put(process.getName(), line.replace('\0', ' '));
        }
      } catch (IOException e) {
        // It has ended.
        continue;
      }
    }
  }

  /** Files with the password may be there for their owner only. */
  private static void requireHidden(Path directory) throws IOException {
    for (Path file : files(directory).filter(SecretsIT::hasCanary).toList()) {
      assertThat(permissions(file)).as(file.toString()).isIn("rw-------", "gone");
    }
  }

  private static String permissions(Path file) throws IOException {
    try {
      return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    } catch (NoSuchFileException e) {
      return "gone";
    }
  }

  private static Stream<Path> files(Path directory) {
    File[] entries = directory.toFile().listFiles();
    return entries == null
        ? Stream.empty()
        : Stream.of(entries)
            .flatMap(
                entry -> entry.isDirectory() ? files(entry.toPath()) : Stream.of(entry.toPath()))
            .filter(Files::isRegularFile);
  }

  private static boolean hasCanary(Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1).contains(CANARY);
    } catch (NoSuchFileException e) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
