package io.hybridycsb.testtimes;

import io.hybridycsb.harness.files.Disk;
import io.hybridycsb.harness.files.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What a class of the integration tests has used. They leave a file for each class, since several
 * of their JVMs may run at a time.
 *
 * @param system the system whose cluster it ran on; empty if it had none
 * @param cpu empty where the platform doesn't report it
 */
public record ClassUse(Optional<String> system, Optional<Used> cpu) {
  private static final String DIRECTORY = "class-use";

  /**
   * CPU seconds while the class ran.
   *
   * @param processes of the tests' JVM and of the commands it has waited for
   * @param servers of the cluster's servers, which are not the JVM's children
   */
  public record Used(double processes, double servers) {
    double seconds() {
      return processes + servers;
    }
  }

  private static Path file(Path target, String className) {
    return target.resolve(DIRECTORY).resolve(className + ".json");
  }

  /**
   * Leaves the file.
   *
   * @param target the module's directory for what is built
   */
  public void write(Path target, String className) {
    Path file = file(target, className);
    Disk.makeDirectory(file.getParent());
    Disk.write(file, Json.text(this));
  }

  /** What {@link #write} has left; empty if nothing has. */
  static Optional<ClassUse> read(Path target, String className) throws IOException {
    Path file = file(target, className);
    return Files.exists(file)
        ? Optional.of(Json.MAPPER.readValue(file.toFile(), ClassUse.class))
        : Optional.empty();
  }
}
