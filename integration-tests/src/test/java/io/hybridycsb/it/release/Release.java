package io.hybridycsb.it.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The release archive, with that of databases over it, which the build has unpacked once for all
 * tests; they don't use the source tree.
 */
public final class Release implements AutoCloseable {
  private static final String JAVA_HOME = System.getProperty("it.java.home", "");

  private final Path temporary;
  private final Path home = Path.of(System.getProperty("it.home")).toAbsolutePath().normalize();

  private Release() {
    assertThat(home).as("the unpacked release; './mvnw verify' makes it").isDirectory();
    try {
      temporary = Files.createTempDirectory("hybrid-it");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The release of this JVM's tests; their directories are removed when the last has ended. */
  public static Release of(ExtensionContext context) {
    return context
        .getStore(ExtensionContext.StoreScope.LAUNCHER_SESSION, ExtensionContext.Namespace.GLOBAL)
        .getOrComputeIfAbsent(Release.class, unused -> new Release(), Release.class);
  }

  /** Whether its commands and servers run on another JVM than the tests. */
  public static boolean hasItsOwnJvm() {
    return !JAVA_HOME.isEmpty();
  }

  /** A new directory for a cluster's run directories. */
  public Path newDirectory() {
    try {
      return Files.createTempDirectory(temporary, "run");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Path home() {
    return home;
  }

  public String script(String name) {
    return home.resolve("bin").resolve(name).toString();
  }

  public String page(String name) throws IOException {
    return Files.readString(home.resolve("docs").resolve(name));
  }

  /** The JVM that the release's commands use. */
  public static String java() {
    String javaHome = JAVA_HOME.isEmpty() ? System.getProperty("java.home") : JAVA_HOME;
    return Path.of(javaHome, "bin", "java").toString();
  }

  /** Runs a command to its end; a command that doesn't end in time is killed and fails the test. */
  public static Ended run(
      Path directory, Map<String, String> variables, Duration timeout, List<String> command) {
    String text = String.join(" ", command);
    try {
      Path out = Files.createTempFile(directory, "out", ".txt");
      Path err = Files.createTempFile(directory, "err", ".txt");
      ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(command));
      builder.environment().putAll(variables);
      if (!JAVA_HOME.isEmpty()) {
        builder.environment().put("JAVA_HOME", JAVA_HOME);
      }
      Process process =
          builder
              .directory(directory.toFile())
              .redirectInput(new File("/dev/null"))
              .redirectOutput(out.toFile())
              .redirectError(err.toFile())
              .start();
      boolean ended;
      try {
        ended = process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
      } finally {
        process.destroyForcibly();
      }
      String said = Files.readString(out);
      String complained = Files.readString(err);
      Files.delete(out);
      Files.delete(err);
      assertThat(ended)
          .as("'%s' has not ended after %s; it said:%n%s%s", text, timeout, said, complained)
          .isTrue();
      return new Ended(text, process.exitValue(), said, complained);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while '" + text + "' ran", e);
    }
  }

  @Override
  public void close() throws IOException {
    delete(temporary);
  }

  public static void delete(Path directory) throws IOException {
    Files.walkFileTree(
        directory,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path dir, IOException failure)
              throws IOException {
            Files.delete(dir);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
