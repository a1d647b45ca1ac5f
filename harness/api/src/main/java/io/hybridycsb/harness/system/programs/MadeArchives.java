package io.hybridycsb.harness.system.programs;

import io.hybridycsb.harness.files.Attempt;
import io.hybridycsb.harness.files.Disk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The archives that {@code hybrid prepare} has made in a release for one JVM. Scripts read the same
 * files:
 *
 * <ul>
 *   <li>{@code jvm}: the path of its {@code java}, without symbolic links;
 *   <li>{@code PART.option}: the option by which that uses the part's archive.
 * </ul>
 */
public final class MadeArchives implements ClassArchives {
  private final Path directory;

  MadeArchives(Path release) {
    this.directory = release.resolve("class-archives");
  }

  @Override
  public List<String> options(ClassPart part) {
    Path option = option(part);
    return using(
        () ->
            Files.exists(option) && areOf(thisJvm())
                ? List.of(Files.readString(option).strip())
                : List.of());
  }

  /** Begins an archive: until {@link #add} this part has none, nor has any part of another JVM. */
  public Path begin(ClassPart part) {
    return using(
        () -> {
          if (!areOf(thisJvm())) {
            Disk.remove(directory);
            Files.createDirectories(directory);
            Files.writeString(jvm(), thisJvm() + "\n");
          }
          Files.deleteIfExists(option(part));
          Path archive = directory.resolve(part.name() + ".archive");
          Files.deleteIfExists(archive);
          return archive;
        });
  }

  /** From now on JVMs are started with this part's archive. */
  public void add(ClassPart part, String option) {
    using(() -> Files.writeString(option(part), option + "\n"));
  }

  private boolean areOf(String jvm) throws IOException {
    return Files.exists(jvm()) && Files.readString(jvm()).strip().equals(jvm);
  }

  private static String thisJvm() throws IOException {
    return Path.of(System.getProperty("java.home"), "bin", "java").toRealPath().toString();
  }

  private Path jvm() {
    return directory.resolve("jvm");
  }

  private Path option(ClassPart part) {
    return directory.resolve(part.name() + ".option");
  }

  private <T> T using(Attempt.Work<T, RuntimeException> what) {
    return Attempt.get(
        "use %s, which 'hybrid prepare' makes again if it is removed".formatted(directory), what);
  }
}
