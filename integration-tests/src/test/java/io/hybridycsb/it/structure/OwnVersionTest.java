package io.hybridycsb.it.structure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Where pages name our version, they name the poms': a release's are found by it and changed. */
class OwnVersionTest {
  private static final Path ROOT = Path.of("..");

  private static final Pattern VERSION = Pattern.compile("(?m)^  <version>(.*)</version>$");

  /** Archives, images, and the modules that others depend on. */
  private static final Pattern NAMED =
      Pattern.compile(
          "hybrid-ycsb(?:-databases)?-([0-9][0-9A-Za-z.-]*?)(?=[.]tar|[^0-9A-Za-z.-]|[.]?$)"
              + "|hybrid-ycsb/[a-z-]+:([0-9][0-9A-Za-z.-]*)"
              + "|<groupId>io[.]hybridycsb</groupId>\\s*<artifactId>[a-z-]+</artifactId>"
              + "\\s*<version>([^<]*)<",
          Pattern.MULTILINE);

  /** Results are of the version that was measured; the other tells how any release is made. */
  private static final List<String> OTHERS = List.of("docs/results/", "docs/releasing.md");

  private static List<Path> pages() throws IOException {
    try (Stream<Path> files = Files.walk(ROOT.resolve("docs"))) {
      return Stream.concat(files, Stream.of(ROOT.resolve("README.md")))
          .filter(file -> file.toString().endsWith(".md"))
          .filter(file -> OTHERS.stream().noneMatch(file.toString()::contains))
          .toList();
    }
  }

  @Test
  void pagesNameTheVersionOfThePoms() throws IOException {
    String own =
        VERSION
            .matcher(Files.readString(ROOT.resolve("pom.xml")))
            .results()
            .findFirst()
            .orElseThrow()
            .group(1);
    List<String> named = new ArrayList<>();
    for (Path page : pages()) {
      NAMED
          .matcher(Files.readString(page))
          .results()
          .map(
              found ->
                  Stream.of(found.group(1), found.group(2), found.group(3))
                      .filter(Objects::nonNull)
                      .findFirst()
                      .orElseThrow())
          .filter(version -> !version.equals(own))
          .forEach(version -> named.add(page + ": " + version));
    }

    assertThat(named).isEmpty();
  }
}
