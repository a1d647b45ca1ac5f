package io.hybridycsb.it.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The published results: a reader can check them against the raw files beside them. */
@Tag("pages")
class ResultsPageIT {
  private static final Pattern RUN = Pattern.compile("href=\"([^\"]+/run\\.json)\"");

  @RegisterExtension private final PageShell shell = new PageShell();

  @Test
  void thePagesAreMadeAnewOfTheRawFilesAndTheirLinksLeadToEachRun() {
    // A copy, since nothing may be written to the release's own pages.
    shell.run("cp -rL docs copy && rm docs && mv copy docs").requireSuccess();
    assertThat(shell.commands("docs/results/README.md: The raw files")).hasSize(2);
    List<String> published = runs();
    shell.run("rm docs/results/index.html docs/results/counters.html").requireSuccess();

    shell.runAll("docs/results/README.md: The raw files").requireSuccess();

    assertThat(runs()).isEqualTo(published);
    assertThat(shell.read("docs/results/index.html"))
        .contains(">" + published.size() + ", none failed<");
    Path pages = shell.directory().resolve("docs/results");
    assertThat(published).allSatisfy(run -> assertThat(pages.resolve(run)).isNotEmptyFile());
  }

  /** Where the page of all runs leads, one link for each. */
  private List<String> runs() {
    return RUN.matcher(shell.read("docs/results/counters.html"))
        .results()
        .map(link -> link.group(1))
        .toList();
  }
}
