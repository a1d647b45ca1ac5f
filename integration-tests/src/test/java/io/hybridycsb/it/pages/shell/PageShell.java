package io.hybridycsb.it.pages.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hybridycsb.harness.cluster.ClusterDirectory;
import io.hybridycsb.harness.cluster.ClusterState;
import io.hybridycsb.harness.process.ProcessIdentity;
import io.hybridycsb.it.release.Ended;
import io.hybridycsb.it.release.Release;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The shell of a reader who copies commands from the pages in the directory of an unpacked release.
 * The directory is new for each test, with links to the release's files, so that commands leave
 * nothing in the release. Clusters end with the test.
 */
public final class PageShell implements BeforeEachCallback, AfterEachCallback {
  /** The first start of a system on a machine may build programs. */
  private static final Duration TIMEOUT = Duration.ofMinutes(20);

  /** Several JVMs share a machine's cores when they start. */
  private static final String START_TIMEOUT = " --timeout 300";

  private static final String CALL_TIMEOUT = " --timeout 60000";

  /** Options that give commands with these beginnings the time of a very busy machine. */
  private final Map<Pattern, String> patient =
      new HashMap<>(
          Map.of(
              Pattern.compile("bin/hybrid (up|restart) "),
              START_TIMEOUT,
              Pattern.compile("bin/hybrid (put|get|verify|audit) veritas-"),
              CALL_TIMEOUT,
              // The system of the pages that are about no system.
              Pattern.compile("bin/ycsb (load|run) veritas-"),
              " -p veritas.timeout.ms=60000"));

  /** How long a command is tried again after a cluster's start. */
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private static final Duration KILL_TIMEOUT = Duration.ofSeconds(60);

  private final Map<String, String> variables = new HashMap<>();
  private final Thread killer = new Thread(this::killAll, "kill-clusters");
  private Path directory;
  private Pages pages;

  @Override
  public void beforeEach(ExtensionContext context) throws IOException {
    Release release = Release.of(context);
    pages = new Pages(release.home());
    directory = release.newDirectory();
    try (Stream<Path> entries = Files.list(release.home())) {
      for (Path entry : entries.toList()) {
        Files.createSymbolicLink(directory.resolve(entry.getFileName()), entry);
      }
    }
    // Clusters are in the directory, which is the default.
    variables.put("HYBRID_DIR", "");
    Runtime.getRuntime().addShutdownHook(killer);
  }

  @Override
  public void afterEach(ExtensionContext context) throws IOException {
    killAll();
    Runtime.getRuntime().removeShutdownHook(killer);
    Release.delete(directory);
  }

  private void killAll() {
    try {
      for (String below : List.of(".hybrid", "results/quick/.clusters", "results/full/.clusters")) {
        for (ClusterDirectory cluster : ClusterDirectory.all(directory.resolve(below))) {
          for (ProcessIdentity process :
              cluster.load().map(ClusterState::started).orElse(Map.of()).values()) {
            process.kill(KILL_TIMEOUT);
          }
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Gives YCSB's clients of a system more time, by this property, in milliseconds. */
  public PageShell withPatience(String system, String property) {
    patient.put(
        Pattern.compile("bin/ycsb (load|run) " + system + " "), " -p " + property + "=60000");
    return this;
  }

  /** The directory that the commands run in. */
  public Path directory() {
    return directory;
  }

  /** Sets a variable for the commands that follow. */
  public void set(String variable, String value) {
    variables.put(variable, value);
  }

  /** The commands of a block, one from each line. */
  public List<String> commands(String block) {
    return pages.block(block).commands();
  }

  /** Runs a block as a whole, as a script that ends where a command fails. */
  public Ended runAll(String block) {
    return run("set -e\n" + pages.block(block).text());
  }

  /** Runs a command, or a script without changes to its lines. */
  public Ended run(String command) {
    List<String> shell = List.of("bash", "-c", patiently(command));
    return Release.run(directory, variables, TIMEOUT, shell);
  }

  private String patiently(String command) {
    if (command.contains("\n")) {
      return command;
    }
    return command
        + patient.entrySet().stream()
            .filter(option -> option.getKey().matcher(command).lookingAt())
            .map(Map.Entry::getValue)
            .collect(Collectors.joining());
  }

  /**
   * Runs a page's command that starts processes.
   *
   * @param more further options: for fewer processes, say, than the page has
   */
  public void start(String command, String... more) {
    run(command + " " + String.join(" ", more)).requireSuccess();
  }

  /** Runs a command, again until it succeeds: nodes may still be looking for each other. */
  public Ended eventually(String command) {
    return await().atMost(PATIENCE).until(() -> run(command), ended -> ended.status() == 0);
  }

  /** Requires that these processes exist and that all processes run. */
  public void requireUp(String... processes) {
    assertThat(run("bin/hybrid status").requireSuccess().out())
        .contains(processes)
        .doesNotContain("dead");
  }

  /** Removes a cluster: the page's next command starts another. */
  public void purge(String system) {
    run("bin/hybrid down " + system + " --purge").requireSuccess();
  }

  /** The text of a file below the directory. */
  public String read(String file) {
    try {
      return Files.readString(directory.resolve(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
