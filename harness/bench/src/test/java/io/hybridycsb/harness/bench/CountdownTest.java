package io.hybridycsb.harness.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.bench.plan.Plan;
import io.hybridycsb.harness.bench.plan.TestExperiments;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CountdownTest {
  @TempDir Path directory;

  /** Three were done earlier; one of them at a rate that is another by now. */
  @Test
  void aRunThatIsDoneAgainCountsOnceAtTheEnd() {
    String text = "name: a\ntitle: A\n";
    Plan.Run run = new Plan.Run(new TestExperiments(directory).points(text, "etcd").get(0), 1, 1);
    Countdown counter = new Countdown(2, List.of());
    counter.more(List.of(run));
    counter.again(List.of(run));

    assertThat(counter.places(3)).isEqualTo(6);
    assertThat(counter.next(run)).startsWith("[1/4] ");
  }

  @Test
  void whoInterruptsACommandIsToldHowManyRunsHaveAResult() {
    Plan.Run run =
        new Plan.Run(
            new TestExperiments(directory).points("name: a\ntitle: A\n", "etcd").get(0), 1, 1);
    Countdown counter = new Countdown(5, List.of());
    counter.done();
    counter.done();
    counter.failed(run, "it failed");

    assertThat(counter.interrupted(3))
        .isEqualTo(
            "interrupted: 4 of 8 runs have a result; the same command goes on with the others");
  }
}
