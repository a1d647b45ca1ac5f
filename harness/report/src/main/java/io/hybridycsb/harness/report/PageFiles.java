package io.hybridycsb.harness.report;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;

/**
 * The files of a report, all in one directory.
 *
 * @param page the page that a person reads
 * @param counters what else was counted
 * @param archive the figures as files, and the results; written only if it was asked for
 * @param claims the papers' claims with their verdicts, for programs
 */
record PageFiles(Path page, Path counters, Path archive, Path claims) {
  private static final String HTML = ".html";

  /**
   * For a report that is to be written to a file whose name ends in .html, or into a directory,
   * where the page becomes index.html.
   */
  static PageFiles at(Path out) {
    String name = out.getFileName().toString();
    if (!name.endsWith(HTML)) {
      return new PageFiles(
          out.resolve("index.html"),
          out.resolve("counters.html"),
          out.resolve("figures.zip"),
          out.resolve("claims.json"));
    }
    String stem = name.substring(0, name.length() - HTML.length());
    return new PageFiles(
        out,
        out.resolveSibling(stem + "-counters.html"),
        out.resolveSibling(stem + "-figures.zip"),
        out.resolveSibling(stem + "-claims.json"));
  }

  Path directory() {
    return page.toAbsolutePath().normalize().getParent();
  }

  String pageLink() {
    return link(page);
  }

  String countersLink() {
    return link(counters);
  }

  String archiveLink() {
    return link(archive);
  }

  private static String link(Path file) {
    return encoded(file.getFileName().toString());
  }

  /** A link that stays right if pages and results are moved together. */
  static String relative(Path directory, Path file) {
    StringBuilder link = new StringBuilder();
    for (Path name : directory.relativize(file)) {
      link.append(link.length() == 0 ? "" : "/").append(encoded(name.toString()));
    }
    return link.toString();
  }

  private static String encoded(String name) {
    try {
      return new URI(null, null, "/" + name, null).getRawPath().substring(1);
    } catch (URISyntaxException e) {
      throw new IllegalStateException("no path: " + name, e);
    }
  }
}
