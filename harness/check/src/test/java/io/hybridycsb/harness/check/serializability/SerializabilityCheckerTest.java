package io.hybridycsb.harness.check.serializability;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.check.history.Operation;
import io.hybridycsb.harness.check.history.Verdict;
import io.hybridycsb.harness.check.serializability.TransactionRecord.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SerializabilityCheckerTest {
  private static final TransactionRecord LOAD =
      committed("load", Map.of(), Map.of("x", 1L, "y", 1L), 0, 10);

  private static TransactionRecord committed(
      String id, Map<String, Long> reads, Map<String, Long> writes, long from, long to) {
    return new TransactionRecord(id, Outcome.COMMITTED, reads, writes, from, to);
  }

  private static TransactionRecord record(
      String id, Outcome outcome, Map<String, Long> reads, Map<String, Long> writes) {
    return new TransactionRecord(id, outcome, reads, writes, 20, 30);
  }

  private static void assertViolated(Verdict verdict, String... parts) {
    assertThat(verdict.status()).isEqualTo(Verdict.Status.VIOLATED);
    assertThat(verdict.explanation()).contains(parts);
  }

  @Test
  void transactionsOneAfterAnotherAreStrictlySerializable() {
    Verdict verdict =
        SerializabilityChecker.strictlySerializable(
            List.of(
                LOAD,
                committed("t2", Map.of("x", 1L), Map.of("x", 2L), 20, 30),
                committed("t3", Map.of("x", 2L, "y", 1L), Map.of("y", 3L), 40, 50),
                committed("t4", Map.of("x", 2L, "y", 3L), Map.of(), 60, 70)));

    assertThat(verdict).matches(Verdict::holds);
  }

  @Test
  void lostUpdateIsFound() {
    assertViolated(
        SerializabilityChecker.serializable(
            List.of(
                LOAD,
                committed("t2", Map.of("x", 1L), Map.of("x", 2L), 20, 30),
                committed("t3", Map.of("x", 1L), Map.of("x", 3L), 20, 30))),
        "t2",
        "t3",
        "read x version 1, replaced by 2");
  }

  @Test
  void writeSkewIsFoundWithItsTwoTransactionsOnly() {
    Verdict verdict =
        SerializabilityChecker.serializable(
            List.of(
                LOAD,
                committed("other", Map.of("z", 0L), Map.of("z", 9L), 20, 30),
                committed("t2", Map.of("x", 1L, "y", 1L), Map.of("x", 2L), 20, 30),
                committed("t3", Map.of("x", 1L, "y", 1L), Map.of("y", 3L), 20, 30),
                committed("after", Map.of("x", 2L, "y", 3L), Map.of(), 40, 50)));

    assertViolated(
        verdict,
        "t2 read y version 1, replaced by 3 -> t3",
        "t3 read x version 1, replaced by 2 -> t2");
    assertThat(verdict.explanation()).doesNotContain("other", "after").hasLineCount(3);
  }

  @Test
  void halfOfATransactionSeenIsFound() {
    assertViolated(
        SerializabilityChecker.serializable(
            List.of(
                LOAD,
                committed("t2", Map.of(), Map.of("x", 2L, "y", 2L), 20, 30),
                committed("t3", Map.of("x", 2L, "y", 1L), Map.of(), 20, 30))),
        "t2 wrote x version 2, read there -> t3",
        "t3 read y version 1, replaced by 2 -> t2");
  }

  @Test
  void readOfAnAbortedWriteIsFound() {
    assertViolated(
        SerializabilityChecker.serializable(
            List.of(
                LOAD,
                record("t2", Outcome.ABORTED, Map.of(), Map.of("x", 2L)),
                committed("t3", Map.of("x", 2L), Map.of(), 40, 50))),
        "t3 read version 2 of key x, which t2 wrote, but aborted");
  }

  @Test
  void readOfAVersionThatNobodyWroteIsFound() {
    assertViolated(
        SerializabilityChecker.serializable(
            List.of(LOAD, committed("t2", Map.of("x", 7L), Map.of(), 20, 30))),
        "t2 read version 7 of key x, which nobody wrote");
  }

  @Test
  void twoWritersOfOneVersionAreFound() {
    assertViolated(
        SerializabilityChecker.serializable(
            List.of(LOAD, committed("t2", Map.of(), Map.of("x", 1L), 20, 30))),
        "load and t2 both wrote version 1 of key x");
  }

  @Test
  void unknownOutcomeMayAppearLateOrNever() {
    TransactionRecord unknown =
        new TransactionRecord(
            "t2", Outcome.UNKNOWN, Map.of("x", 1L), Map.of("x", 2L), 20, Operation.NEVER);
    TransactionRecord before = committed("t3", Map.of("x", 1L), Map.of(), 40, 50);
    TransactionRecord after = committed("t4", Map.of("x", 2L), Map.of(), 60, 70);
    TransactionRecord instead = committed("t5", Map.of("x", 1L), Map.of("x", 5L), 60, 70);

    assertThat(SerializabilityChecker.strictlySerializable(List.of(LOAD, unknown, before, after)))
        .matches(Verdict::holds);
    assertThat(SerializabilityChecker.strictlySerializable(List.of(LOAD, unknown, before, instead)))
        .matches(Verdict::holds);
  }

  @Test
  void unknownOutcomeThatAppearsMustNotVanish() {
    List<TransactionRecord> history =
        List.of(
            LOAD,
            new TransactionRecord(
                "t2", Outcome.UNKNOWN, Map.of("x", 1L), Map.of("x", 2L), 20, Operation.NEVER),
            committed("t3", Map.of("x", 2L), Map.of(), 40, 50),
            committed("t4", Map.of("x", 1L), Map.of(), 60, 70));

    assertThat(SerializabilityChecker.serializable(history)).matches(Verdict::holds);
    assertViolated(
        SerializabilityChecker.strictlySerializable(history),
        "t3 had ended before the next began -> t4",
        "t4 read x version 1, replaced by 2 -> t2");
  }

  private static TransactionRecord unknown(
      String id, Map<String, Long> reads, Map<String, Long> writes) {
    return new TransactionRecord(id, Outcome.UNKNOWN, reads, writes, 20, Operation.NEVER);
  }

  @Test
  void unknownOutcomesBehindOneThatWasReadHaveTakenEffect() {
    assertViolated(
        SerializabilityChecker.serializable(
            List.of(
                LOAD,
                unknown("t2", Map.of(), Map.of("x", 2L)),
                unknown("t3", Map.of("x", 2L), Map.of("y", 3L)),
                committed("t4", Map.of("x", 1L, "y", 3L), Map.of(), 40, 50))),
        "t2 wrote x version 2, read there -> t3",
        "t4 read x version 1, replaced by 2 -> t2");
  }

  @Test
  void unknownOutcomeThatWasReadHasReadNothingAborted() {
    assertViolated(
        SerializabilityChecker.serializable(
            List.of(
                LOAD,
                record("t2", Outcome.ABORTED, Map.of(), Map.of("x", 2L)),
                unknown("t3", Map.of("x", 2L), Map.of("y", 3L)),
                committed("t4", Map.of("y", 3L), Map.of(), 40, 50))),
        "t3 read version 2 of key x, which t2 wrote, but aborted");
  }

  @Test
  void unknownOutcomesThatOnlyEachOtherHaveReadMayHaveNoEffect() {
    assertThat(
            SerializabilityChecker.strictlySerializable(
                List.of(
                    LOAD,
                    unknown("t2", Map.of("y", 3L), Map.of("x", 2L)),
                    unknown("t3", Map.of("x", 2L), Map.of("y", 3L)),
                    committed("t4", Map.of("x", 1L, "y", 1L), Map.of(), 40, 50))))
        .matches(Verdict::holds);
  }

  @Test
  void readOfAnOldVersionIsSerializableButNotStrictly() {
    List<TransactionRecord> history =
        List.of(
            LOAD,
            committed("t2", Map.of(), Map.of("x", 2L), 20, 30),
            committed("t3", Map.of("x", 1L), Map.of(), 40, 50));

    assertThat(SerializabilityChecker.serializable(history)).matches(Verdict::holds);
    assertViolated(SerializabilityChecker.strictlySerializable(history), "t2", "t3");
  }

  @Test
  void agreesWithADatabaseThatRunsOneTransactionAfterAnother() {
    for (long seed = 0; seed < 50; seed++) {
      assertThat(SerializabilityChecker.strictlySerializable(serialHistory(new Random(seed))))
          .as("seed %d", seed)
          .matches(Verdict::holds);
    }
  }

  private static List<TransactionRecord> serialHistory(Random random) {
    List<TransactionRecord> history = new ArrayList<>();
    Map<String, Long> state = new HashMap<>();
    for (int i = 1; i <= 500; i++) {
      Map<String, Long> reads = new HashMap<>();
      Map<String, Long> writes = new HashMap<>();
      for (int j = 0; j < 3; j++) {
        String key = "k" + random.nextInt(10);
        if (random.nextBoolean()) {
          reads.put(key, state.getOrDefault(key, TransactionRecord.ABSENT));
        } else {
          writes.put(key, (long) i);
        }
      }
      state.putAll(writes);
      history.add(
          committed(
              "t" + i,
              reads,
              writes,
              i * 100L - random.nextInt(500),
              i * 100L + random.nextInt(500)));
    }
    return history;
  }
}
