package io.hybridycsb.it.docker;

import io.hybridycsb.it.release.Ended;
import io.hybridycsb.it.release.Release;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * An engine for containers: the {@code docker} on the PATH, if a daemon answers it, with the
 * compose command that belongs to it. Where there is none, it says why.
 */
final class ContainerEngine {
  private static final Duration ANSWER_TIMEOUT = Duration.ofMinutes(1);

  /** An image of some hundred megabytes. */
  private static final Duration PULL_TIMEOUT = Duration.ofMinutes(15);

  private final Path directory;
  private final List<String> docker;
  private final List<String> compose;
  private final String missing;

  private ContainerEngine(
      Path directory, List<String> docker, List<String> compose, String missing) {
    this.directory = directory;
    this.docker = docker;
    this.compose = compose;
    this.missing = missing;
  }

  /**
   * Looks for an engine.
   *
   * @param path directories with programs, as in the variable PATH
   * @param directory where commands run, and may write
   */
  static ContainerEngine find(String path, Path directory) {
    Optional<String> program = program(path, "docker");
    if (program.isEmpty()) {
      return none(directory, "there is no docker on the PATH");
    }
    List<String> docker = List.of(program.get());
    Ended info = run(directory, ANSWER_TIMEOUT, docker, "info");
    if (info.status() != 0) {
      return none(directory, "no engine answers 'docker info': " + complaint(info));
    }
    if (run(directory, ANSWER_TIMEOUT, docker, "compose", "version").status() == 0) {
      return new ContainerEngine(directory, docker, List.of(program.get(), "compose"), "");
    }
    return program(path, "docker-compose")
        .filter(
            alone ->
                takesOurFiles(run(directory, ANSWER_TIMEOUT, List.of(alone), "version", "--short")))
        .map(alone -> new ContainerEngine(directory, docker, List.of(alone), ""))
        .orElseGet(
            () ->
                none(
                    directory,
                    "there is neither 'docker compose' nor a docker-compose of version 2"));
  }

  /** The first version knows no names of projects. */
  private static boolean takesOurFiles(Ended version) {
    return version.status() == 0 && !version.out().startsWith("1.");
  }

  /** Docker describes the client first, and the error in one of the later lines. */
  private static String complaint(Ended info) {
    return info.text()
        .lines()
        .filter(line -> line.startsWith("ERROR: "))
        .findFirst()
        .orElseGet(() -> info.text().strip().replace('\n', ' '));
  }

  private static ContainerEngine none(Path directory, String missing) {
    return new ContainerEngine(directory, List.of(), List.of(), missing);
  }

  private static Optional<String> program(String path, String name) {
    return Stream.of(path.split(":"))
        .filter(part -> !part.isEmpty())
        .map(part -> Path.of(part, name))
        .filter(Files::isExecutable)
        .map(Path::toString)
        .findFirst();
  }

  private static Ended run(
      Path directory, Duration timeout, List<String> command, String... arguments) {
    List<String> all = new ArrayList<>(command);
    all.addAll(List.of(arguments));
    return Release.run(directory, Map.of(), timeout, all);
  }

  /** Why no containers can run here; empty if they can. */
  String missing() {
    return missing;
  }

  /** The command that takes compose files. */
  List<String> compose() {
    return compose;
  }

  /** Runs {@code docker ...}. */
  Ended docker(Duration timeout, String... arguments) {
    return run(directory, timeout, docker, arguments);
  }

  /** Whether the engine has an image, or gets it now. */
  boolean has(String image) {
    return docker(ANSWER_TIMEOUT, "image", "inspect", image).status() == 0
        || docker(PULL_TIMEOUT, "pull", image).status() == 0;
  }
}
