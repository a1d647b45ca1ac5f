package io.hybridycsb.harness.report;

import io.hybridycsb.harness.files.Markup;
import io.hybridycsb.harness.results.runs.MeasuredRun;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The files of a report, all in one directory.
 *
 * @param page the page that a person reads
 * @param counters what else was counted
 * @param archive the figures as files, and the results; written only if it was asked for
 * @param claims the papers' claims with their verdicts, for programs
 * @param archived what the archive's paths are relative to; empty if there is no archive
 */
record PageFiles(Path page, Path counters, Path archive, Path claims, Optional<Path> archived) {
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
          out.resolve("claims.json"),
          Optional.empty());
    }
    String stem = name.substring(0, name.length() - HTML.length());
    return new PageFiles(
        out,
        out.resolveSibling(stem + "-counters.html"),
        out.resolveSibling(stem + "-figures.zip"),
        out.resolveSibling(stem + "-claims.json"),
        Optional.empty());
  }

  /** With an archive of these runs. */
  PageFiles withArchiveOf(List<MeasuredRun> runs) {
    return new PageFiles(page, counters, archive, claims, Optional.of(Archive.root(runs)));
  }

  /**
   * A cell for a raw file: its path in the archive, if there is one, or else a link to the file.
   * Pages with an archive may be moved without the files.
   *
   * @param pages the pages' directory
   */
  void raw(Markup page, Path pages, Path file, String text) {
    page.open("td");
    if (archived.isPresent()) {
      page.text(Archive.name(archived.get(), file));
    } else if (Files.exists(file)) {
      page.element("a", text, "href", relative(pages, file));
    } else {
      page.text("–");
    }
    page.close();
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
  private static String relative(Path directory, Path file) {
    StringBuilder link = new StringBuilder();
    for (Path name : directory.relativize(file)) {
      link.append(link.length() == 0 ? "" : "/").append(encoded(name.toString()));
    }
    return link.toString();
  }

  /** A colon would make what is before it a scheme, such as that of a script. */
  private static String encoded(String name) {
    try {
      return new URI(null, null, "/" + name, null).getRawPath().substring(1).replace(":", "%3A");
    } catch (URISyntaxException e) {
      throw new IllegalStateException("no path: " + name, e);
    }
  }
}
