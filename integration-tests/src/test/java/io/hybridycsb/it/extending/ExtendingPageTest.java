package io.hybridycsb.it.extending;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The files and classes to which the page on extending refers contributors exist. */
class ExtendingPageTest {
  private static final Path SOURCE = Path.of("..");
  private static final Pattern QUOTED = Pattern.compile("`([^`\\n]+)`");
  private static final Pattern CLASS = Pattern.compile("[A-Z]\\w*[a-z]\\w*");
  private static final Pattern FILE = Pattern.compile("[\\w.-]+(/[\\w.-]+)+");

  /** The code in the text for contributors that has this form. */
  private static List<String> quoted(Pattern form) throws IOException {
    String contributors =
        Files.readString(SOURCE.resolve("docs/extending.md"))
            .split("(?m)^## A system in the harness$", 2)[1];
    return QUOTED
        .matcher(contributors)
        .results()
        .map(found -> found.group(1))
        .filter(form.asMatchPredicate())
        .distinct()
        .toList();
  }

  @Test
  void everyFileThatItNamesExists() throws IOException {
    assertThat(quoted(FILE))
        .hasSizeGreaterThan(10)
        .allSatisfy(file -> assertThat(SOURCE.resolve(file)).exists());
  }

  @Test
  void everyClassThatItNamesExists() throws IOException {
    assertThat(sourceFiles()).containsAll(quoted(CLASS).stream().map(n -> n + ".java").toList());
    assertThat(quoted(CLASS)).hasSizeGreaterThan(20);
  }

  private static Set<String> sourceFiles() throws IOException {
    Set<String> names = new HashSet<>();
    Files.walkFileTree(
        SOURCE,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes unused) {
            return directory.endsWith("target") || directory.endsWith(".git")
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes unused) {
            names.add(file.getFileName().toString());
            return FileVisitResult.CONTINUE;
          }
        });
    return names;
  }
}
