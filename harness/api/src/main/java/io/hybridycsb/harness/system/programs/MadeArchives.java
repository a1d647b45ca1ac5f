package io.hybridycsb.harness.system.programs;

import io.hybridycsb.harness.HarnessException;
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
    try {
      return Files.exists(option) && areOf(thisJvm())
          ? List.of(Files.readString(option).strip())
          : List.of();
    } catch (IOException e) {
      throw unusable(e);
    }
  }

  /** Begins an archive: until {@link #add} this part has none, nor has any part of another JVM. */
  public Path begin(ClassPart part) {
    try {
      if (!areOf(thisJvm())) {
        Disk.remove(directory);
        Files.createDirectories(directory);
        Files.writeString(jvm(), thisJvm() + "\n");
      }
      Files.deleteIfExists(option(part));
      Path archive = directory.resolve(part.name() + ".archive");
      Files.deleteIfExists(archive);
      return archive;
    } catch (IOException e) {
      throw unusable(e);
    }
  }

  /** From now on JVMs are started with this part's archive. */
  public void add(ClassPart part, String option) {
    try {
      Files.writeString(option(part), option + "\n");
    } catch (IOException e) {
      throw unusable(e);
    }
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

  private HarnessException unusable(IOException e) {
    return new HarnessException(
        "cannot use " + directory + ": " + e + "; remove it, and 'hybrid prepare' makes it again",
        e);
  }
}
