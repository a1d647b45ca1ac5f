package io.hybridycsb.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.files.Markup;
import io.hybridycsb.harness.results.Events;
import io.hybridycsb.harness.results.runs.MeasuredExperiment;
import io.hybridycsb.harness.results.runs.TestRun;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class CountedTablesTest {
  private static Events frames(double each) {
    return new Events(Events.UPDATE, 100, new TreeMap<>(Map.of(Events.CLIENT_FRAMES, each)));
  }

  private static String table(TestRun... runs) {
    Markup page = new Markup();
    new CountedTables(
            page,
            new MeasuredExperiment(
                "fig05-clients", List.of(runs).stream().map(TestRun::measured).toList()))
        .events();
    return page.toString().replaceAll("\\s+", " ");
  }

  @Test
  void aPointHasTheMeanOfItsRepeatsAndADashWhereNothingWasCounted() {
    assertThat(
            table(
                new TestRun().events(frames(11)),
                new TestRun().repeat(2).events(frames(13)),
                new TestRun().clients(8)))
        .containsPattern(
            "veritas-kafka</td> ?<td class=\"t\">clients 4</td> ?<td class=\"t\">update</td>"
                + "( ?<td>–</td>){3} ?<td>12</td>( ?<td>–</td>){4}")
        .doesNotContain("clients 8");
  }

  @Test
  void resultsOfEarlierReleasesHaveNoTable() {
    assertThat(table(new TestRun())).doesNotContain("table");
  }
}
