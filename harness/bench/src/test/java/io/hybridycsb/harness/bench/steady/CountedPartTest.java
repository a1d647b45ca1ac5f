package io.hybridycsb.harness.bench.steady;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.bench.plan.RunSettings;
import io.hybridycsb.harness.bench.plan.TestExperiments;
import io.hybridycsb.harness.bench.probe.RunningClients;
import io.hybridycsb.harness.bench.probe.TcpConnections;
import io.hybridycsb.harness.bench.probe.ThreadSwitches;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CountedPartTest {
  private static final long SECOND = 1_000_000_000;

  @TempDir Path directory;
  private final List<String> events = new ArrayList<>();
  private long nanos;

  private CountedPart part(String settings) {
    RunSettings run =
        new TestExperiments(directory)
            .points("name: a\ntitle: A\n" + settings, "etcd")
            .get(0)
            .run();
    return new CountedPart(
        run,
        run.length().warmUp(),
        () -> nanos,
        (operations, clients) ->
            new Snapshot(
                new Snapshot.Moment(nanos / 1_000_000, nanos),
                operations,
                new TreeMap<>(),
                new TreeMap<>(),
                TcpConnections.UNKNOWN,
                ThreadSwitches.UNKNOWN,
                0,
                List.of()),
        () -> events.add("counting"));
  }

  /** Tells of one second after the other, with a hundred operations in each, until the end. */
  private int secondsUntilTheEnd(CountedPart part) {
    for (int second = 0; second < 1_000; second++) {
      nanos = second * SECOND;
      if (part.secondEnded(second * 100L, RunningClients.here(new TreeMap<>()), Optional.empty())) {
        return second;
      }
    }
    throw new AssertionError("the run has no end");
  }

  @Test
  void afterAWarmUpOfAGivenLengthSoManySecondsCount() {
    CountedPart part = part("warm-up: 10\nseconds: 30\noperations: 100000\n");

    assertThat(secondsUntilTheEnd(part)).isEqualTo(41);
    assertThat(part.begin().orElseThrow().nanos()).isEqualTo(11 * SECOND);
    assertThat(part.end().orElseThrow().nanos()).isEqualTo(41 * SECOND);
    assertThat(part.warmUp().seconds()).isEqualTo(10);
    assertThat(part.warmUp().setting()).isEqualTo("10");
    assertThat(events).containsExactly("counting");
  }

  @Test
  void aRunEndsAsSoonAsItsOperationsHaveBeenCounted() {
    CountedPart part = part("warm-up: 10\nseconds: 30\noperations: 500\n");

    assertThat(secondsUntilTheEnd(part)).isEqualTo(16);
    assertThat(part.end().orElseThrow().operations() - part.begin().orElseThrow().operations())
        .isEqualTo(500);
  }

  @Test
  void theSecondsWithoutAnyOperationAreNoWarmUp() {
    CountedPart part = part("warm-up: 10\nseconds: 30\n");

    for (int second = 0; second < 60; second++) {
      nanos = second * SECOND;
      assertThat(part.secondEnded(0, RunningClients.here(new TreeMap<>()), Optional.empty()))
          .isFalse();
    }
    assertThat(part.begin()).isEmpty();
    assertThat(part.warmUp().windows()).isEmpty();
  }

  @Test
  void aWindowThatShowsThatARunIsSteadyCounts() {
    CountedPart part = part("seconds: 20\noperations: 100000\n");

    assertThat(secondsUntilTheEnd(part)).isEqualTo(31);
    assertThat(part.begin().orElseThrow().nanos()).isEqualTo(11 * SECOND);
    assertThat(part.warmUp().steady()).isTrue();
  }

  /** Every eight seconds come a tenth more operations, or a tenth fewer. */
  private CountedPart partWhoseWindowsDiffer(boolean secondsSeen) {
    CountedPart part = part("seconds: 32\noperations: 100000000\nwarm-up-max: 24\n");
    long operations = 0;
    for (int second = 0; second < 30; second++) {
      nanos = second * SECOND;
      long more = (second / 8 % 2 == 0 ? 1_000 : 1_100) + (second % 2 == 0 ? 400 : -400);
      operations += more;
      Optional<Stretch> last =
          secondsSeen && second > 0 ? Optional.of(new Stretch(1, more, 1)) : Optional.empty();
      part.secondEnded(operations, RunningClients.here(new TreeMap<>()), last);
    }
    return part;
  }

  @Test
  void windowsThatDifferLessThanTheirSecondsAreAlike() {
    assertThat(partWhoseWindowsDiffer(true).warmUp().steady()).isTrue();
    assertThat(partWhoseWindowsDiffer(false).warmUp().steady()).isFalse();
  }

  @Test
  void whereAProcessIsKilledCountingBeginsWhenItsTimeBegins() {
    CountedPart part = part("seconds: 20\noperations: 100000\nkill: node2\n");

    assertThat(secondsUntilTheEnd(part)).isEqualTo(36);
    assertThat(part.begin().orElseThrow().nanos()).isEqualTo(16 * SECOND);
  }
}
