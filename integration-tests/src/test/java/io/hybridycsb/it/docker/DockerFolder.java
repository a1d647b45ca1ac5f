package io.hybridycsb.it.docker;

import static java.nio.file.StandardCopyOption.COPY_ATTRIBUTES;
import static java.nio.file.StandardOpenOption.APPEND;

import io.hybridycsb.it.release.Release;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The release's folder {@code docker}: what all systems share, and what each has in its folder
 * below {@code bindings}. It is gathered here as the release gathers it, so that these tests need
 * no release.
 */
public final class DockerFolder {
  private static final Path SOURCE = Path.of("..");

  /** Where the folder is, as if it were a release's root. */
  public static final Path ROOT = gathered();

  public static final Path PATH = ROOT.resolve("docker");

  private DockerFolder() {}

  /** The folders {@code docker} of all systems. */
  static List<Path> ofSystems() throws IOException {
    try (Stream<Path> systems = Files.list(SOURCE.resolve("bindings"))) {
      return systems
          .map(system -> system.resolve("docker"))
          .filter(Files::isDirectory)
          .sorted()
          .toList();
    }
  }

  private static Path gathered() {
    try {
      Path root = Files.createTempDirectory("release").toRealPath();
      Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(root)));
      Path docker = root.resolve("docker");
      copy(SOURCE.resolve("docker"), docker);
      for (Path folder : ofSystems()) {
        copy(folder, docker);
      }
      return root;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path root) {
    try {
      Release.delete(root);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Copies files; none may be there but the Dockerfile, to which a system's stages are added. */
  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path copy = to.resolve(from.relativize(file).toString());
        Files.createDirectories(copy.getParent());
        if (copy.equals(to.resolve("Dockerfile")) && Files.exists(copy)) {
          Files.write(copy, Files.readAllBytes(file), APPEND);
        } else {
          Files.copy(file, copy, COPY_ATTRIBUTES);
        }
      }
    }
  }
}
