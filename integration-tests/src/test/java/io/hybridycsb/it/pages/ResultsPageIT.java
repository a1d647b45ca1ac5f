package io.hybridycsb.it.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.pages.shell.PageShell;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The published results: a reader can check them against the raw files beside them. */
@Tag("pages")
class ResultsPageIT {
  private static final Pattern RUN = Pattern.compile("<td>(results/[^<]+/run\\.json)</td>");

  @RegisterExtension private final PageShell shell = new PageShell();

  @Test
  void thePagesAreMadeAnewOfTheRawFilesAndNameEachRunInTheirArchive() {
    requireThatItIsMadeAnew("docs/results/README.md: The raw files");
  }

  @Test
  @Tag("campaign")
  void thePagesOnTransactionsAreMadeAnewOfTheirRawFiles() {
    requireThatItIsMadeAnew("docs/results/transactions/README.md: The raw files");
  }

  private void requireThatItIsMadeAnew(String block) {
    // A copy, since nothing may be written to the release's own pages.
    shell.run("cp -rL docs copy && rm docs && mv copy docs").requireSuccess();
    String results = block.replaceFirst("/README.md: .*", "");
    assertThat(shell.commands(block)).hasSize(2);
    List<String> published = runs(results);
    shell.run("rm %1$s/index.html %1$s/counters.html".formatted(results)).requireSuccess();

    shell.runAll(block).requireSuccess();

    assertThat(runs(results)).isEqualTo(published);
    assertThat(shell.read(results + "/index.html"))
        .containsPattern(
            "<dd>(%1$d|[0-9]+, shown in %1$d places); none of these failed</dd>"
                .formatted(published.size()));
    Path pages = shell.directory().resolve(results);
    assertThat(published).allSatisfy(run -> assertThat(pages.resolve(run)).isNotEmptyFile());
  }

  /** What the page of all runs names in the archive, one file for each. */
  private List<String> runs(String results) {
    return RUN.matcher(shell.read(results + "/counters.html"))
        .results()
        .map(file -> file.group(1))
        .toList();
  }
}
