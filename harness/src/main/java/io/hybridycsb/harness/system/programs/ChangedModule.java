package io.hybridycsb.harness.system.programs;

import io.hybridycsb.harness.HarnessException;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

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
