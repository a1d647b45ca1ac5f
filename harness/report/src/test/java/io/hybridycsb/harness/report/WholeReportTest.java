package io.hybridycsb.harness.report;

import static io.hybridycsb.harness.report.ReportTest.names;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.results.runs.SyntheticRuns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report of all kinds of experiments at once. */
class WholeReportTest {
  @TempDir private static Path everything;
  private static Report.Written ofEverything;

  /** More than twice as many runs as one full report of all experiments has. */
  @BeforeAll
  static void reportEverything() {
    new SyntheticRuns(everything.resolve("results")).all();
    ofEverything =
        Report.write(List.of(everything.resolve("results")), everything.resolve("out"), true);
  }

  @Test
  void aReportOfEverythingIsTwoPagesAndTheOneToReadIsSmall() throws IOException {
    assertThat(ofEverything.experiments()).isEqualTo(16);
    assertThat(ofEverything.runs().all()).isGreaterThan(215);
    assertThat(names(everything.resolve("out")))
        .containsExactlyInAnyOrder("index.html", "counters.html", "figures.zip");
    assertThat(Files.size(ofEverything.page())).isLessThan(1_000_000);
  }

  @Test
  void everyLinkLeadsSomewhere() throws IOException {
    Map<Path, String> bodies = new HashMap<>();
    for (Path page : List.of(ofEverything.page(), ofEverything.counters())) {
      bodies.put(page, body(page));
    }
    for (Path page : bodies.keySet()) {
      Matcher links = Pattern.compile("href=\"([^\"#]*)(?:#([^\"]+))?\"").matcher(bodies.get(page));
      while (links.find()) {
        String file = links.group(1).isEmpty() ? page.toUri().getPath() : links.group(1);
        Path target = Path.of(page.toUri().resolve(file));
        assertThat(target).exists();
        if (links.group(2) != null) {
          assertThat(bodies.get(target)).contains("id=\"" + links.group(2) + "\"");
        }
      }
    }
    assertThat(bodies.get(ofEverything.counters()).split("/run.json</td>", -1))
        .as("one for each run")
        .hasSize(ofEverything.runs().all() + 1);
  }

  /** Without the markers that charts share. */
  private static String body(Path page) throws IOException {
    return Files.readString(page).replaceAll("<use[^>]*>", "");
  }

  @Test
  void everyFigureHasATitleAndEveryMetricItsNumbers() throws IOException {
    int figures = 0;
    for (Path page : List.of(ofEverything.page(), ofEverything.counters())) {
      Matcher each =
          Pattern.compile("<figure id=\"([^\"]*)\".*?</figure>", Pattern.DOTALL)
              .matcher(Files.readString(page));
      while (each.find()) {
        figures++;
        assertThat(each.group())
            .as(each.group(1))
            .containsPattern("<figcaption><b>[^<]+</b>")
            .containsPattern("role=\"img\" aria-label=\"[^\"]+\"");
        if (!each.group(1).matches(".*(percentiles|timeline|load-curve|warm-up).*")) {
          assertThat(each.group()).as(each.group(1)).contains("<summary>Numbers</summary>");
        }
      }
    }
    assertThat(figures).as("all but the headline").isEqualTo(ofEverything.figures() - 1);
  }
}
