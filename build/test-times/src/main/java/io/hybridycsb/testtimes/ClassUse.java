package io.hybridycsb.testtimes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;

/**
 * What a class of the integration tests has used. They leave a file for each class, since several
 * of their JVMs may run at a time.
 *
 * @param system the system whose cluster it ran on; empty if it had none
 * @param cpu empty where the platform doesn't report it
 */
public record ClassUse(Optional<String> system, Optional<Used> cpu) {
  private static final String DIRECTORY = "class-use";
  private static final String SYSTEM = "system";
  private static final String PROCESSES = "processes.cpu.seconds";
  private static final String SERVERS = "servers.cpu.seconds";

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
    return target.resolve(DIRECTORY).resolve(className + ".properties");
  }

  /**
   * Leaves the file.
   *
   * @param target the module's directory for what is built
   */
  public void write(Path target, String className) throws IOException {
    StringBuilder text = new StringBuilder();
    system.ifPresent(name -> text.append(SYSTEM + "=" + name + "\n"));
    cpu.ifPresent(
        used ->
            text.append(line(PROCESSES, used.processes())).append(line(SERVERS, used.servers())));
    Path file = file(target, className);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private static String line(String key, double seconds) {
    return String.format(Locale.ROOT, "%s=%.2f%n", key, seconds);
  }

  /** What {@link #write} has left; empty if nothing has. */
  static Optional<ClassUse> read(Path target, String className) throws IOException {
    Path file = file(target, className);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    Properties read = new Properties();
    try (var in = Files.newBufferedReader(file)) {
      read.load(in);
    }
    return Optional.of(
        new ClassUse(
            Optional.ofNullable(read.getProperty(SYSTEM)),
            Optional.ofNullable(read.getProperty(PROCESSES))
                .map(Double::parseDouble)
                .map(
                    processes ->
                        new Used(processes, Double.parseDouble(read.getProperty(SERVERS))))));
  }
}
