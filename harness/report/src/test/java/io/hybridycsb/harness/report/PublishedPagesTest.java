package io.hybridycsb.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The pages of results that are published with the documentation. */
class PublishedPagesTest {
  private static final Path RESULTS = Path.of("../../docs/results");
  private static final Pattern LINK = Pattern.compile("(?:href|src)=\"([^\"#:]+)(?:#[^\"]*)?\"");

  @Test
  void everyRelativeLinkLeadsToAFileBesideThePages() throws IOException {
    List<Path> pages;
    try (Stream<Path> files = Files.walk(RESULTS)) {
      pages = files.filter(file -> file.toString().endsWith(".html")).toList();
    }
    assertThat(pages).hasSizeGreaterThanOrEqualTo(4);
    for (Path page : pages) {
      Matcher links = LINK.matcher(Files.readString(page));
      while (links.find()) {
        assertThat(Path.of(page.toUri().resolve(links.group(1)))).as("link in %s", page).exists();
      }
    }
  }
}
