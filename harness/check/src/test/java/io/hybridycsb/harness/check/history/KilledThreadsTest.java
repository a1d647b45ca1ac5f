package io.hybridycsb.harness.check.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class KilledThreadsTest {
  private static TestHistory withThreads(String process, int threads) {
    return TestHistory.withHeader(
        """
        {"history":1,"process":"%s","machine":"m","begun_ns":5,"threads":%d}"""
            .formatted(process, threads));
  }

  @Test
  void aThreadIsIdleSinceItsLastAnswerAndWithoutALineSinceTheBegin() {
    TestHistory history = withThreads("p", 3);
    history.ok(0, 10, 20, "update", "a", "1").ok(7, 11, 30, "update", "a", "2");
    history.ok(0, 21, 25, "read", "a", "1");

    assertThat(history.file().threadsNs()).containsExactlyInAnyOrder(25L, 30L, 5L);
  }

  @Test
  void withoutANumberInTheHeaderThreadsWithALineCountAndAtLeastOneDoes() {
    assertThat(TestHistory.of("p").file().threadsNs()).containsExactly(0L);
    assertThat(
            TestHistory.of("p")
                .ok(0, 1, 2, "read", "a", "1")
                .ok(1, 3, 4, "read", "a", "1")
                .file()
                .threadsNs())
        .containsExactlyInAnyOrder(2L, 4L);
  }

  @Test
  void threadsOfAllKilledClientsCountAndOfNoOther() {
    TestHistory one = withThreads("1", 2).ok(0, 1, 8, "read", "a", "1");
    TestHistory other = withThreads("2", 1).ok(0, 1, 3, "read", "a", "1");
    TestHistory whole = withThreads("3", 9).ended();
    KilledThreads killed = TestHistory.run(one, other, whole).killedThreads();

    assertThat(killed.count()).isEqualTo(3);
    assertThat(killed.earliestNs()).isEqualTo(3);
    assertThat(killed.mayBeSeenAt(3)).isFalse();
    assertThat(killed.mayBeSeenAt(4)).isTrue();
  }

  @Test
  void withoutAKilledClientNothingIsMissing() {
    KilledThreads none = TestHistory.of("p").ended().run().killedThreads();

    assertThat(none.mayBeSeenAt(Long.MAX_VALUE - 1)).isFalse();
    assertThat(none.assigned(Map.of("x", 7L))).isEmpty();
  }

  /** Compared with trying every assignment. */
  @Property(tries = 200)
  void asManyEffectsAsPossibleAreAssigned(
      @ForAll @Size(max = 4) List<@LongRange(max = 6) Long> idle,
      @ForAll @Size(max = 5) List<@LongRange(max = 6) Long> seen) {
    Map<Integer, Long> effects =
        IntStream.range(0, seen.size()).boxed().collect(Collectors.toMap(i -> i, seen::get));

    assertThat(new KilledThreads(idle).assigned(effects)).hasSize(most(idle, seen));
  }

  private static int most(List<Long> idle, List<Long> seen) {
    if (seen.isEmpty()) {
      return 0;
    }
    List<Long> rest = seen.subList(1, seen.size());
    int most = most(idle, rest);
    for (int i = 0; i < idle.size(); i++) {
      if (idle.get(i) < seen.get(0)) {
        int without = i;
        List<Long> others =
            IntStream.range(0, idle.size()).filter(j -> j != without).mapToObj(idle::get).toList();
        most = Math.max(most, 1 + most(others, rest));
      }
    }
    return most;
  }
}
