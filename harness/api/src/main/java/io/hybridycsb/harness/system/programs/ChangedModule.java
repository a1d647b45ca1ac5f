package io.hybridycsb.harness.system.programs;

import io.hybridycsb.harness.HarnessException;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A published module of Go with some source of ours in it. The published one is fetched as any
 * other is, copied, and changed; none of it is ours to ship.
 *
 * @param path of the module
 * @param edits of its own files
 * @param added our files, by their paths in the module
 * @param tested packages of the module whose tests have to pass before anything is built
 */
public record ChangedModule(
    String path, List<Edit> edits, Map<String, String> added, List<String> tested) {

  /** Its files are in one order, since a program's place among those built depends on its text. */
  public ChangedModule {
    added = new TreeMap<>(added);
  }

  /**
   * A place in one of the module's files.
   *
   * @param file its path in the module
   * @param before the text there, which is to be there once
   * @param after what takes its place
   */
  public record Edit(String file, String before, String after) {
    private String applied(String text) {
      int at = text.indexOf(before);
      if (at < 0 || text.indexOf(before, at + 1) >= 0) {
        throw new HarnessException(
            "%s is not as expected, so it can't be changed: it is to have this once:%n%s"
                .formatted(file, before));
      }
      return text.substring(0, at) + after + text.substring(at + before.length());
    }
  }

  /**
   * The edits of a unified diff, whose paths begin with {@code a/} and {@code b/}: one for each
   * hunk. A hunk's lines tell its place, and not the numbers at its head.
   */
  public static List<Edit> edits(String diff) {
    List<Edit> edits = new ArrayList<>();
    String file = "";
    for (String part : diff.split("(?m)^(?=--- a/|@@ )")) {
      String body = part.substring(part.indexOf('\n') + 1);
      if (part.startsWith("--- a/")) {
        file = part.lines().findFirst().orElseThrow().substring("--- a/".length());
      } else if (part.startsWith("@@ ")) {
        edits.add(new Edit(file, without('+', body), without('-', body)));
      }
    }
    return edits;
  }

  /** The lines of a hunk that don't begin with a sign, each without its first character. */
  private static String without(char sign, String hunk) {
    return hunk.lines()
        .filter(line -> line.charAt(0) != sign)
        .map(line -> line.substring(1) + "\n")
        .collect(Collectors.joining());
  }

  /**
   * Makes the changed module.
   *
   * @param published the directory of the published one
   * @param directory a new directory
   * @throws HarnessException if the published one is not as expected
   */
  void make(Path published, Path directory) throws IOException {
    copy(published, directory);
    for (Edit edit : edits) {
      Path file = directory.resolve(edit.file());
      if (!Files.isRegularFile(file)) {
        throw new HarnessException(
            "%s has no %s, which is to be changed".formatted(path, edit.file()));
      }
      Files.writeString(file, edit.applied(Files.readString(file)));
    }
    for (Map.Entry<String, String> file : added.entrySet()) {
      Path target = directory.resolve(file.getKey());
      Files.createDirectories(target.getParent());
      if (Files.exists(target)) {
        throw new HarnessException(
            "%s has a %s of its own, so ours can't be added".formatted(path, file.getKey()));
      }
      Files.writeString(target, file.getValue());
    }
  }

  /** The copy is writable, though what Go has fetched is not. */
  private static void copy(Path from, Path to) throws IOException {
    Files.walkFileTree(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
              throws IOException {
            Files.createDirectories(to.resolve(from.relativize(directory).toString()));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            if (attributes.isRegularFile()) {
              Files.write(to.resolve(from.relativize(file).toString()), Files.readAllBytes(file));
            }
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
