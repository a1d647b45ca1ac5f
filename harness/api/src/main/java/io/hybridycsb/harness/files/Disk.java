package io.hybridycsb.harness.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Files and directories; what fails is a HarnessException, in one line. */
public final class Disk {
  private Disk() {}

  public static String read(Path file) {
    return Attempt.get("read " + file, () -> Files.readString(file));
  }

  /** Writes a text into a file, which may be half written for a moment. */
  public static void write(Path file, CharSequence text) {
    Attempt.to("write " + file, () -> Files.writeString(file, text));
  }

  public static long size(Path file) {
    return Attempt.get("read " + file, () -> Files.size(file));
  }

  /** Copies a file in place of one that is there; makes the directory if needed. */
  public static void copy(Path from, Path to) {
    makeDirectory(to.getParent());
    Attempt.to(
        "copy %s to %s".formatted(from, to),
        () -> Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING));
  }

  /** Makes a directory and its missing parents, unless they exist. */
  public static void makeDirectory(Path directory) {
    Attempt.to("make " + directory, () -> Files.createDirectories(directory));
  }

  /** A new directory among temporary files, which only its owner can read. */
  public static Path newDirectory(String prefix) {
    return Attempt.get("make a temporary directory", () -> Files.createTempDirectory(prefix));
  }

  /** What is in a directory, in the order of the names. */
  public static List<Path> list(Path directory) {
    return Attempt.get("read " + directory, () -> sorted(Files.list(directory)));
  }

  /**
   * A directory with all that is below it, in the order of the names: each before what is in it.
   */
  public static List<Path> walk(Path directory) {
    return Attempt.get("read " + directory, () -> sorted(Files.walk(directory)));
  }

  private static List<Path> sorted(Stream<Path> paths) {
    try (paths) {
      return paths.sorted().toList();
    }
  }

  /** Removes a file, or a directory with all that is in it, if it is there. */
  public static void remove(Path fileOrDirectory) {
    if (Files.exists(fileOrDirectory, LinkOption.NOFOLLOW_LINKS)) {
      Attempt.to("remove " + fileOrDirectory, () -> removeTree(fileOrDirectory));
    }
  }

  private static void removeTree(Path fileOrDirectory) throws IOException {
    try (Stream<Path> entries = Files.walk(fileOrDirectory)) {
      for (Path entry : entries.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(entry);
      }
    }
  }
}
