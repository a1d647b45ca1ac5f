package io.hybridycsb.harness.bench.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExpectedDurationsTest {
  @TempDir Path directory;
  private TestExperiments files;

  @BeforeEach
  void files() {
    files = new TestExperiments(directory);
  }

  @Test
  void aRunThatHasMoreTimeTakesSoMuchLonger() {
    double longer = seconds("operations: 1000000", "seconds: 50");
    double shorter = seconds("operations: 1000000", "seconds: 20");

    assertThat(longer - shorter).isEqualTo(30, Offset.offset(1e-6));
  }

  @Test
  void aRunMayEndBeforeItsTimeIsUp() {
    assertThat(seconds("operations: 1", "seconds: 50", "warm-up: 0")).isLessThan(50);
  }

  @Test
  void aFurtherClusterTakesLongerThanAFurtherRun() {
    double one = seconds("seconds: 5");
    double runs = seconds("seconds: 5", "vary: {clients: [1, 2]}");
    double clusters = seconds("seconds: 5", "vary: {nodes: [3, 4]}");

    assertThat(runs).isGreaterThan(one);
    assertThat(clusters).isGreaterThan(runs);
  }

  @Test
  void moreNodesThanCoresTakeLongerToStart() {
    assertThat(seconds("seconds: 5", "nodes: 8")).isGreaterThan(seconds("seconds: 5", "nodes: 4"));
  }

  private double seconds(String... settings) {
    String text = "name: a\ntitle: A\nrepeats: 1\nrecords: 1000\n" + String.join("\n", settings);
    return Estimate.expected(files.plan(text + "\n", "etcd").groups());
  }
}
