package io.hybridycsb.it.structure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * A file, a package and a record are each small enough to be kept in mind. Tests are read as often
 * as what they test, so the limits are theirs, too.
 */
class SizesTest {
  /** What is read in one sitting: about ten minutes. */
  private static final int FILE_LINES_MAX = 415;

  /**
   * What a reader surveys in a list; a larger package has parts, which deserve names. A module's
   * main code and its tests are two lists.
   */
  private static final int PACKAGE_FILES_MAX = 20;

  /** Above it, a constructor's call no longer tells which value is which. */
  private static final int RECORD_COMPONENTS_MAX = 8;

  /** The library is one package, so that nothing of it is public that users needn't know. */
  private static final String ONE_API = "smt-java/src/main/java/io/hybridycsb/smt";

  /** Their components are keys of files that other releases read, and are mostly read by name. */
  private static final Set<String> ON_DISK = Set.of("ClusterState", "ProcessSpec", "ProcessStatus");

  private static final Pattern RECORD = Pattern.compile("\\brecord (\\w+)(?:<[^(]*>)?\\(");
  private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|//[^\n]*");

  private static List<Path> javaFiles() throws IOException {
    List<Path> files = SourceTree.files();
    files.removeIf(file -> !file.toString().matches(".*/src/(main|test)/java/.*\\.java"));
    assertThat(files).hasSizeGreaterThan(2000);
    return files;
  }

  /** The number of components of the record whose header's parenthesis was just opened. */
  static int components(String header) {
    int depth = 0;
    int commas = 0;
    for (int i = 0; i < header.length(); i++) {
      switch (header.charAt(i)) {
        case '(', '<' -> depth++;
        case '>' -> depth--;
        case ',' -> commas += depth == 0 ? 1 : 0;
        case ')' -> {
          if (depth == 0) {
            return header.substring(0, i).isBlank() ? 0 : commas + 1;
          }
          depth--;
        }
        default -> {}
      }
    }
    throw new AssertionError("no end of the record's header: " + header);
  }

  @Test
  void componentsAreCountedThroughTypeArgumentsAndAnnotations() {
    assertThat(components(") {}")).isZero();
    assertThat(components("int a) {}")).isEqualTo(1);
    assertThat(components("Map<String, List<Integer>> a, @Size(min = 1, max = 2) int b) {}"))
        .isEqualTo(2);
  }

  @Test
  void noFileIsTooLongForOneSitting() throws Exception {
    List<String> tooLong = new ArrayList<>();
    for (Path file : javaFiles()) {
      long lines = Files.readString(file).lines().count();
      if (lines > FILE_LINES_MAX) {
        tooLong.add(lines + " lines: " + SourceTree.name(file));
      }
    }
    assertThat(tooLong).as("files above %d lines", FILE_LINES_MAX).isEmpty();
  }

  @Test
  void noPackageIsTooLargeToSurvey() throws Exception {
    Map<String, Integer> files = new TreeMap<>();
    for (Path file : javaFiles()) {
      files.merge(SourceTree.name(file).getParent().toString(), 1, Integer::sum);
    }
    assertThat(files).containsKey(ONE_API);
    files.keySet().remove(ONE_API);
    files.values().removeIf(count -> count <= PACKAGE_FILES_MAX);
    assertThat(files).as("packages above %d files", PACKAGE_FILES_MAX).isEmpty();
  }

  @Test
  void noRecordHasSoManyComponentsThatTheirOrderIsForgotten() throws Exception {
    List<String> tooLarge = new ArrayList<>();
    for (Path file : javaFiles()) {
      String text = COMMENT.matcher(Files.readString(file)).replaceAll(" ");
      Matcher record = RECORD.matcher(text);
      for (MatchResult header : record.results().toList()) {
        int components = components(text.substring(header.end()));
        if (components > RECORD_COMPONENTS_MAX && !ON_DISK.contains(header.group(1))) {
          tooLarge.add(
              "%d: %s in %s".formatted(components, header.group(1), SourceTree.name(file)));
        }
      }
    }
    assertThat(tooLarge).as("records above %d components", RECORD_COMPONENTS_MAX).isEmpty();
  }
}
