package io.hybridycsb.harness.check.linearizability;

import static io.hybridycsb.harness.check.history.Operation.NEVER;
import static io.hybridycsb.harness.check.history.Operation.delete;
import static io.hybridycsb.harness.check.history.Operation.read;
import static io.hybridycsb.harness.check.history.Operation.write;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.check.history.Operation;
import io.hybridycsb.harness.check.history.Verdict;
import io.hybridycsb.harness.system.Model;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class LinearizabilityCheckerTest {
  private static final String KEY = "k";

  private static Verdict check(Operation... history) {
    return new LinearizabilityChecker().check(Arrays.asList(history));
  }

  @Test
  void readsOfTheLastWriteAreAllowed() {
    assertThat(
            check(
                    read("b", KEY, null, 0, 5),
                    write("a", KEY, "1", 10, 20),
                    read("b", KEY, "1", 30, 40),
                    delete("a", KEY, 50, 60),
                    read("b", KEY, null, 70, 80))
                .holds())
        .isTrue();
  }

  @Test
  void aReadDuringAWriteMaySeeEitherValue() {
    for (String seen : List.of("1", "2")) {
      assertThat(
              check(
                      write("a", KEY, "1", 0, 10),
                      write("a", KEY, "2", 20, 50),
                      read("b", KEY, seen, 30, 40))
                  .holds())
          .isTrue();
    }
  }

  @Test
  void staleReadIsFoundAndShownWithoutTheOtherOperations() {
    Verdict verdict =
        check(
            write("a", "other", "9", 0, 10),
            write("a", KEY, "0", 0, 1),
            read("b", KEY, "0", 2, 3),
            write("a", KEY, "1", 4, 10),
            write("a", KEY, "2", 20, 30),
            read("b", KEY, "1", 40, 50),
            read("c", KEY, "2", 60, 70),
            write("a", KEY, "3", 80, 90));

    assertThat(verdict.status()).isEqualTo(Verdict.Status.VIOLATED);
    assertThat(verdict.explanation())
        .contains("key k", "wrote 1", "wrote 2", "read 1")
        .doesNotContain("wrote 0", "read 2", "wrote 3", "other")
        .hasLineCount(4);
  }

  @Test
  void newValueSeenByOneReaderMustBeSeenByTheNext() {
    assertThat(
            check(
                    write("a", KEY, "1", 0, 10),
                    write("a", KEY, "2", 20, 100),
                    read("b", KEY, "2", 30, 40),
                    read("c", KEY, "1", 50, 60))
                .status())
        .isEqualTo(Verdict.Status.VIOLATED);
  }

  @Test
  void lostWriteIsFound() {
    assertThat(check(write("a", KEY, "1", 0, 10), read("b", KEY, null, 20, 30)).status())
        .isEqualTo(Verdict.Status.VIOLATED);
  }

  @Test
  void readOfAValueThatNobodyWroteIsFound() {
    Verdict aborted = check(write("a", KEY, "1", 0, 10), read("b", KEY, "aborted", 20, 30));

    assertThat(aborted.status()).isEqualTo(Verdict.Status.VIOLATED);
    assertThat(aborted.explanation()).contains("read aborted").hasLineCount(2);
  }

  @Test
  void unknownOutcomeMayAppearLateOrNever() {
    Operation unknown = write("a", KEY, "2", 20, NEVER);
    assertThat(
            check(
                    write("a", KEY, "1", 0, 10),
                    unknown,
                    read("b", KEY, "1", 100, 110),
                    read("b", KEY, "2", 200, 210))
                .holds())
        .isTrue();
    assertThat(check(write("a", KEY, "1", 0, 10), unknown, read("b", KEY, "1", 100, 110)).holds())
        .isTrue();
  }

  @Test
  void unknownOutcomeThatAppearsMustNotVanish() {
    Verdict verdict =
        check(
            write("a", KEY, "1", 0, 10),
            write("a", KEY, "2", 20, NEVER),
            read("b", KEY, "2", 100, 110),
            read("b", KEY, "1", 200, 210));

    assertThat(verdict.status()).isEqualTo(Verdict.Status.VIOLATED);
    assertThat(verdict.explanation()).contains("wrote 2 (outcome unknown)");
  }

  @Test
  void unknownOutcomesThatNobodyHasSeenAreNotSearched() {
    List<Operation> history = new ArrayList<>();
    history.add(write("a", KEY, "1", 0, 10));
    for (int i = 0; i < 24; i++) {
      history.add(write("b" + i, KEY, "b" + i, 20, NEVER));
    }
    history.add(read("r", KEY, "none", 200, 210));

    assertThat(new LinearizabilityChecker(1_000, Duration.ofMinutes(1)).check(history).status())
        .isEqualTo(Verdict.Status.VIOLATED);
  }

  @Test
  void unknownOutcomeCannotAppearBeforeItBegan() {
    assertThat(check(read("b", KEY, "1", 0, 10), write("a", KEY, "1", 20, NEVER)).status())
        .isEqualTo(Verdict.Status.VIOLATED);
  }

  /** All orders of its writes are tried. */
  private static List<Operation> hard(String key) {
    List<Operation> history = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      history.add(write("p" + i, key, "v" + i, 0, 100));
    }
    history.add(write("p", key, "none", 0, NEVER));
    history.add(read("r", key, "none", 200, 210));
    history.add(read("r", key, "v0", 220, 230));
    return history;
  }

  private static SearchResult decide(LinearizabilityChecker checker) {
    return checker.decide(KeyHistory.of(KEY, hard(KEY), true), Model.LINEARIZABLE);
  }

  private static final Duration MINUTE = Duration.ofMinutes(1);

  private static LinearizabilityChecker checker(
      long configurationsMax, long bytesMax, LongSupplier clock) {
    return new LinearizabilityChecker(
        configurationsMax, MINUTE, LinearizabilityChecker.NO_LIMIT, bytesMax, clock);
  }

  @Test
  void searchIsGivenUpAtItsBoundsAndSaysAtWhich() {
    AtomicLong clock = new AtomicLong();
    assertThat(decide(checker(1_000, Long.MAX_VALUE, () -> 0)))
        .isEqualTo(SearchResult.OUT_OF_CONFIGURATIONS);
    assertThat(decide(checker(1_000_000, 100_000, () -> 0))).isEqualTo(SearchResult.OUT_OF_MEMORY);
    assertThat(
            decide(
                checker(1_000_000, Long.MAX_VALUE, () -> clock.getAndAdd(MINUTE.toNanos() / 10))))
        .isEqualTo(SearchResult.OUT_OF_TIME);
  }

  @Test
  void aHardKeyLeavesTheOthersTheirOwnLimits() {
    List<Operation> history = hard("hard");
    for (int i = 0; i < 100; i++) {
      history.add(write("p", "easy" + i, "1", 0, 10));
      history.add(read("p", "easy" + i, "1", 20, 30));
    }

    Verdict verdict = new LinearizabilityChecker(500, Duration.ofMinutes(1)).check(history);

    assertThat(verdict.status()).isEqualTo(Verdict.Status.UNDECIDED);
    assertThat(verdict.explanation()).isEqualTo("given up at keys hard OUT_OF_CONFIGURATIONS");
  }

  @Test
  void agreesWithARegisterThatRunsOneOperationAfterAnother() {
    for (long seed = 0; seed < 200; seed++) {
      List<Operation> history = registerHistory(new Random(seed));
      assertThat(new LinearizabilityChecker().check(history))
          .as("seed %d", seed)
          .matches(Verdict::holds);
    }
  }

  @Test
  void findsReadsThatAreMadeStale() {
    findsStaleReads(5);
  }

  /** Some of these histories take seconds to be searched. */
  @Test
  @Tag("campaign")
  @Tag("simulation")
  void findsReadsThatAreMadeStaleInManyHistories() {
    findsStaleReads(100);
  }

  private static void findsStaleReads(int histories) {
    LinearizabilityChecker patient = new LinearizabilityChecker(1_000_000, Duration.ofMinutes(10));
    int planted = 0;
    for (long seed = 0; seed < histories; seed++) {
      List<Operation> history = registerHistory(new Random(seed));
      if (makeStale(history)) {
        planted++;
        assertThat(patient.check(history).status())
            .as("seed %d", seed)
            .isEqualTo(Verdict.Status.VIOLATED);
      }
    }
    assertThat(planted).isGreaterThan(histories / 2);
  }

  /**
   * Lets the last read show the first value, which had been replaced; returns false if it can't.
   */
  private static boolean makeStale(List<Operation> history) {
    List<Operation> answered = history.stream().filter(one -> !one.isPending()).toList();
    List<Operation> writes =
        answered.stream().filter(one -> one.kind() == Operation.Kind.WRITE).toList();
    for (int i = history.size() - 1; i >= 0 && !writes.isEmpty(); i--) {
      Operation read = history.get(i);
      if (read.kind() == Operation.Kind.READ && !read.isPending()) {
        Operation first = writes.get(0);
        history.set(
            i,
            Operation.readRecord(
                "liar", KEY, first.written(), read.invokedNanos(), read.completedNanos()));
        return writes.stream()
            .anyMatch(
                other ->
                    other.invokedNanos() > first.completedNanos()
                        && other.completedNanos() < read.invokedNanos());
      }
    }
    return false;
  }

  /** Operations take effect at instants 100 apart and seem to take up to 1,000 around them. */
  private static List<Operation> registerHistory(Random random) {
    List<Operation> history = new ArrayList<>();
    String value = null;
    for (int i = 1; i <= 100; i++) {
      long from = i * 100L - random.nextInt(500);
      boolean unknown = random.nextInt(10) == 0;
      long to = unknown ? NEVER : i * 100L + random.nextInt(500);
      switch (random.nextInt(3)) {
        case 0 -> {
          value = "v" + i;
          history.add(write("p" + i, KEY, value, from, to));
        }
        case 1 -> {
          value = null;
          history.add(delete("p" + i, KEY, from, to));
        }
        default -> history.add(read("p" + i, KEY, value, from, to));
      }
    }
    return history;
  }
}
