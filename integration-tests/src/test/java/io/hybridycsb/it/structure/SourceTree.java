package io.hybridycsb.it.structure;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The files of the source tree, without what builds and runs leave in it. */
final class SourceTree {
  private static final Path ROOT = Path.of("..");
  private static final Path RESULTS = ROOT.resolve("results");
  private static final Pattern NO_SOURCES = Pattern.compile("target|\\.(?!\\.?$|ci$).*");

  private SourceTree() {}

  static List<Path> files() throws IOException {
    List<Path> files = new ArrayList<>();
    Files.walkFileTree(
        ROOT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes is) {
            return NO_SOURCES.matcher(directory.getFileName().toString()).matches()
                    || directory.equals(RESULTS)
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes is) {
            files.add(file);
            return FileVisitResult.CONTINUE;
          }
        });
    return files;
  }

  /** The file's path from the root of the tree. */
  static Path name(Path file) {
    return ROOT.relativize(file);
  }
}
