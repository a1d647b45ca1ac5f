package io.hybridycsb.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.results.RunFiles;
import io.hybridycsb.harness.results.runs.TestRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IncorrectRunsTest {
  @TempDir Path directory;

  private void add(String place, TestRun run) {
    RunFiles.write(directory.resolve("results").resolve(place), run.result());
  }

  private Report.Written written() {
    return Report.write(List.of(directory.resolve("results")), directory.resolve("out"), false);
  }

  @Test
  void nothingTellsWhetherARunWasDoneAgainIfOnlyItsEarlierDirectoryIsRead() throws IOException {
    add("default/1", new TestRun());
    add("default/2.failed-1", new TestRun().repeat(2).incorrect("12 writes were lost"));
    add("default/3", new TestRun().repeat(3).incorrect("a read was wrong"));

    assertThat(Files.readString(written().page()))
        .contains("repeat 2</th><td>12 writes were lost</td><td>–</td><td><a href=\"")
        .contains("repeat 3</th><td>a read was wrong</td><td>no</td><td><a href=\"");
  }

  @Test
  void aRunThatFailedForCorrectnessStandsAtTheHeadAlsoAfterOthersHaveSucceeded()
      throws IOException {
    String lost = "12 acknowledged writes were lost";
    add("default/1", new TestRun());
    add("default/2", new TestRun().repeat(2));
    add("default/2.failed-1", new TestRun().repeat(2).incorrect(lost));

    Report.Written written = written();
    String page = Files.readString(written.page());
    String line =
        "repeat 2</th><td>" + lost + "</td><td>yes; runs of this point that succeeded: 2</td>";
    assertThat(page).contains("Failed for correctness: 1", line, "Failed for correctness (1)");
    assertThat(page.indexOf(line)).isBetween(0, page.indexOf("class=\"experiment\""));
    assertThat(page)
        .contains("href=\"../results/default/2.failed-1\"")
        .doesNotContain("Failed, in no figure");
    assertThat(Files.readString(written.counters())).contains(">2, earlier<", "failed: " + lost);
    assertThat(written.runs().incorrect()).isEqualTo(1);
  }
}
