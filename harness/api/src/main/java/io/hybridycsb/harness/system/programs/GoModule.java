package io.hybridycsb.harness.system.programs;

import io.hybridycsb.harness.files.Resource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A module of ours in which programs in Go are built. It fixes the version and the checksum of each
 * module that they are made of.
 *
 * @param requirements the text of its go.mod file, with all modules that are needed
 * @param sums the text of its go.sum file
 */
public record GoModule(String requirements, String sums) {
  /**
   * One that comes with the harness or with a system.
   *
   * @param name of its directory below {@code go}, beside this class. Those that images are built
   *     in, too, are in {@code docker} of the system's folder in the source tree.
   */
  public static GoModule named(String name) {
    return new GoModule(
        Resource.text(GoModule.class, "go/" + name + "/go.mod"),
        Resource.text(GoModule.class, "go/" + name + "/go.sum"));
  }

  void write(Path directory) throws IOException {
    Files.writeString(directory.resolve("go.mod"), requirements);
    Files.writeString(directory.resolve("go.sum"), sums);
  }

  /** Has the copy of a module in a directory built in its place. */
  static void replace(Path directory, String module, String copy) throws IOException {
    Files.writeString(
        directory.resolve("go.mod"),
        "\nreplace %s => ./%s\n".formatted(module, copy),
        StandardOpenOption.APPEND);
  }
}
