package io.hybridycsb.harness.bench.steady;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.bench.plan.RunSettings;
import io.hybridycsb.harness.bench.plan.TestExperiments;
import io.hybridycsb.harness.results.RunWarning;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HalvesTest {
  private static final Stretch FIRST = new Stretch(15, 15_000, 15);

  @TempDir Path directory;

  private Optional<String> drift(String settings, Stretch first, Stretch second) {
    RunSettings run =
        new TestExperiments(directory)
            .points("name: a\ntitle: A\n" + settings, "etcd")
            .get(0)
            .run();
    return new Halves(first, second).drift(run).map(RunWarning::text);
  }

  private Optional<String> closed(Stretch second) {
    return drift("clients: 8\n", FIRST, second);
  }

  @Test
  void aClosedLoopThatGetsSlowerOrDearerIsNoSteadyState() {
    assertThat(closed(new Stretch(15, 11_550, 11.55)))
        .contains(
            "no steady state, from the first to the second half of what counts: throughput fell by"
                + " 23 % (from 1,000 to 770 operations/s)");
    assertThat(closed(new Stretch(15, 15_000, 20)))
        .contains(
            "no steady state, from the first to the second half of what counts: CPU time per"
                + " operation rose by 33 % (from 1.00 to 1.33 ms)");
    assertThat(closed(new Stretch(15, 18_000, 15)))
        .hasValueSatisfying(
            text -> assertThat(text).contains("throughput rose by 20 %", ", CPU time per"));
  }

  @Test
  void aTenthIsNoChange() {
    assertThat(closed(new Stretch(15, 13_600, 13.6))).isEmpty();
    assertThat(closed(new Stretch(15, 16_400, 15))).isEmpty();
  }

  @Test
  void theThroughputOfAnOpenLoopIsGivenAndOnlyItsCostIsCompared() {
    String open = "clients: 8\ntarget: 1000\n";

    assertThat(drift(open, FIRST, new Stretch(15, 11_550, 11.55))).isEmpty();
    assertThat(drift(open, FIRST, new Stretch(15, 15_000, 20))).isPresent();
  }

  @Test
  void oneAnswerMoreOrLessOfEachClientIsNoChange() {
    Stretch first = new Stretch(15, 1_500, 15);
    Stretch second = new Stretch(15, 1_300, 15);

    assertThat(drift("clients: 256\n", first, second)).isEmpty();
    assertThat(drift("clients: 8\n", first, second)).isPresent();
  }

  @Test
  void theHalvesOfEightSecondsAreComparedThoughOneIsAShadeShorter() {
    assertThat(closed(new Stretch(3.9, 2_000, 2))).isPresent();
  }

  @Test
  void halvesOfFewSecondsTellNothing() {
    assertThat(drift("clients: 8\n", new Stretch(2.5, 2_500, 2.5), new Stretch(2.5, 500, 2.5)))
        .isEmpty();
    assertThat(closed(new Stretch(15, 0, 15))).isEmpty();
  }
}
