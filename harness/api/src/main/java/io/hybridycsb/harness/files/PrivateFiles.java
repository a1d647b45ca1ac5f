package io.hybridycsb.harness.files;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Files and directories that only their owner reads and changes, from their creation on. */
public final class PrivateFiles {
  private static final Set<PosixFilePermission> OF_DIRECTORIES =
      PosixFilePermissions.fromString("rwx------");
  private static final FileAttribute<Set<PosixFilePermission>> OF_FILES =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private PrivateFiles() {}

  /**
   * Writes a text as {@link WholeFile#write(Path, String)} does, in a private file. The directory
   * is made private if it isn't there.
   */
  public static void write(Path file, String text) {
    makeDirectory(file.toAbsolutePath().getParent());
    WholeFile.write(file, part -> Files.writeString(part, text), OF_FILES);
  }

  /** Makes a private directory unless it exists, and its missing parents alike. */
  public static void makeDirectory(Path directory) {
    // A link to one is none for JDK 17.
    if (!Files.isDirectory(directory)) {
      FileAttribute<?> closed = PosixFilePermissions.asFileAttribute(OF_DIRECTORIES);
      Attempt.to("make " + directory, () -> Files.createDirectories(directory, closed));
    }
  }

  /** Takes all rights to an existing directory from group and others. */
  public static void close(Path directory) {
    Attempt.to(
        "close %s to others".formatted(directory),
        () -> {
          if (!Files.getPosixFilePermissions(directory).equals(OF_DIRECTORIES)) {
            Files.setPosixFilePermissions(directory, OF_DIRECTORIES);
          }
        });
  }
}
