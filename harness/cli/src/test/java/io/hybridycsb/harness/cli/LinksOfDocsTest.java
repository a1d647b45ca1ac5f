package io.hybridycsb.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Pages are read in the source tree and in the unpacked release: links have to lead on in both. */
class LinksOfDocsTest {
  private static final Path ROOT =
      Path.of(System.getProperty("test.bin")).toAbsolutePath().normalize().getParent();

  /** Those that aren't in {@code docs}. */
  private static final List<String> OTHER_PAGES =
      List.of("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "smt-java/README.md");

  /** A link's target, without the place in it, if it is one of ours. */
  private static final Pattern LINK = Pattern.compile("\\]\\((?![a-z]+:)([^)#\\s]+)[^)]*\\)");

  private static final Pattern INCLUDE = Pattern.compile("<include>([^<]+)</include>");

  private record Link(Path page, Path target) {
    @Override
    public String toString() {
      return page + " -> " + target;
    }
  }

  @Test
  void everyLinkLeadsToAFileOfTheSourceTree() throws IOException {
    assertThat(links())
        .hasSizeGreaterThan(50)
        .allSatisfy(link -> assertThat(ROOT.resolve(link.target())).as("%s", link).exists());
  }

  @Test
  void everyLinkLeadsToAFileOfTheRelease() throws IOException {
    List<PathMatcher> included = included();

    assertThat(links())
        .allSatisfy(
            link ->
                assertThat(included)
                    .as("release.xml includes the target of %s", link)
                    .anyMatch(pattern -> pattern.matches(link.target())));
  }

  /** Of all pages, with paths below the root. */
  private static List<Link> links() throws IOException {
    List<Link> links = new ArrayList<>();
    for (Path page : pages()) {
      LINK.matcher(Files.readString(page))
          .results()
          .map(link -> page.resolveSibling(link.group(1)).normalize())
          .forEach(to -> links.add(new Link(ROOT.relativize(page), ROOT.relativize(to))));
    }
    return links;
  }

  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>();
    for (String page : OTHER_PAGES) {
      pages.add(ROOT.resolve(page));
    }
    try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      docs.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
    }
    return pages;
  }

  /** What the release takes from the root of the source tree; its patterns are also globs. */
  private static List<PathMatcher> included() throws IOException {
    String assembly =
        Files.readString(ROOT.resolve("distribution/src/assembly/release.xml"))
            .split("<directory>\\$\\{project.basedir}/\\.\\.</directory>", 2)[1]
            .split("</fileSet>", 2)[0];
    return INCLUDE
        .matcher(assembly)
        .results()
        .map((MatchResult include) -> include.group(1))
        .map(pattern -> FileSystems.getDefault().getPathMatcher("glob:" + pattern))
        .toList();
  }
}
