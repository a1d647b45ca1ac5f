package io.hybridycsb.harness.report.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.report.figures.Figure;
import io.hybridycsb.harness.results.Counters;
import io.hybridycsb.harness.results.RunFiles;
import io.hybridycsb.harness.results.runs.MeasuredExperiment;
import io.hybridycsb.harness.results.runs.MeasuredRun;
import io.hybridycsb.harness.results.runs.RunLoader;
import io.hybridycsb.harness.results.runs.TestRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OfferedFiguresTest {
  @TempDir private Path directory;

  private List<Figure> figures(TestRun run, String timeline) throws IOException {
    Files.writeString(directory.resolve(RunFiles.TIMELINE), timeline);
    RunFiles.write(directory, run.result());
    List<MeasuredRun> runs = RunLoader.load(List.of(directory)).runs();
    return new OfferedFigures(new MeasuredExperiment("x", runs)).all();
  }

  @Test
  void whatWasOfferedIsDrawnBesideWhatWasDone() throws IOException {
    TestRun run =
        new TestRun()
            .system("etcd")
            .varied(Map.of("load-curve", "spike"))
            .counter(Counters.DUE, 900)
            .counter(Counters.DUE_LATE, 20);

    List<Figure> figures = figures(run, "second,READ,UPDATE,offered\n0,40,50,100\n1,0,5,800\n");

    assertThat(figures).hasSize(1);
    assertThat(figures.get(0).csv())
        .containsExactly(
            List.of("system", "second", "offered", "done"),
            List.of("etcd", "0", "100", "90"),
            List.of("etcd", "1", "800", "5"));
    assertThat(figures.get(0).note()).contains("Of 900 operations due", "20 were sent");
    assertThat(figures.get(0).title()).startsWith("Offered and done · etcd");
  }

  @Test
  void evenLoadHasNoSuchFigure() throws IOException {
    assertThat(figures(new TestRun(), "second,READ\n0,40\n")).isEmpty();
  }

  @Test
  void whatHasNoNumbersIsNotDrawn() throws IOException {
    TestRun run = new TestRun().counter(Counters.DUE, 900);
    assertThat(figures(run, "second,READ,offered\n0,NaN,1e999\n")).isEmpty();
  }
}
