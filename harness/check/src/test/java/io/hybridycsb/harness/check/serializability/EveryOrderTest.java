package io.hybridycsb.harness.check.serializability;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.check.history.Operation;
import io.hybridycsb.harness.check.history.Verdict;
import io.hybridycsb.harness.check.history.Verdict.Status;
import io.hybridycsb.harness.check.serializability.TransactionRecord.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** The checker beside one that tries every order of every choice of unknown outcomes. */
class EveryOrderTest {
  private static final List<String> KEYS = List.of("x", "y");
  private static final int TRANSACTIONS_MAX = 5;
  private static final int APART_NS = 10;

  @Property
  void theVerdictIsThatOfAllOrders(@ForAll long seed) {
    List<TransactionRecord> history = history(new Random(seed));

    compare(SerializabilityChecker.serializable(history), history, false);
    compare(SerializabilityChecker.strictlySerializable(history), history, true);
  }

  private static void compare(Verdict verdict, List<TransactionRecord> history, boolean strict) {
    boolean mayBeUndecided =
        history.stream()
                .filter(one -> one.outcome() == Outcome.UNKNOWN && !one.deletes().isEmpty())
                .count()
            > 1;
    if (verdict.status() == Status.UNDECIDED) {
      assertThat(mayBeUndecided).as("%s: %s", verdict, history).isTrue();
    } else {
      assertThat(verdict.status())
          .as("%s of %s", verdict, history)
          .isEqualTo(
              isExplained(history, new ArrayList<>(), Map.of(), strict)
                  ? Status.HOLDS
                  : Status.VIOLATED);
    }
  }

  /**
   * Whether some order explains what is left, after some transactions.
   *
   * @param now the newest version of each key, below 0 if that is a delete
   */
  private static boolean isExplained(
      List<TransactionRecord> history,
      List<TransactionRecord> before,
      Map<String, Long> now,
      boolean strict) {
    boolean isWhole =
        history.stream().allMatch(one -> before.contains(one) || one.outcome() == Outcome.UNKNOWN);
    return isWhole
        || history.stream()
            .filter(one -> !before.contains(one))
            .filter(one -> !strict || before.stream().noneMatch(one::endedBefore))
            .anyMatch(
                one -> {
                  if (!mayFollow(one, now)) {
                    return false;
                  }
                  List<TransactionRecord> longer = new ArrayList<>(before);
                  longer.add(one);
                  Map<String, Long> then = new HashMap<>(now);
                  one.writes()
                      .forEach(
                          (key, version) ->
                              then.put(key, one.deletes().contains(key) ? -version : version));
                  return isExplained(history, longer, then, strict);
                });
  }

  private static boolean mayFollow(TransactionRecord one, Map<String, Long> now) {
    return one.reads().entrySet().stream()
            .allMatch(read -> Math.max(0, now.getOrDefault(read.getKey(), 0L)) == read.getValue())
        && one.writes().entrySet().stream()
            .allMatch(write -> Math.abs(now.getOrDefault(write.getKey(), 0L)) < write.getValue());
  }

  /** Transactions of one order, of which some have read other versions than they should have. */
  private static List<TransactionRecord> history(Random random) {
    Map<String, Long> now = new HashMap<>();
    Map<String, Long> newest = new HashMap<>();
    List<TransactionRecord> history = new ArrayList<>();
    int count = 2 + random.nextInt(TRANSACTIONS_MAX - 1);
    for (int i = 0; i < count; i++) {
      Map<String, Long> reads = new HashMap<>();
      Map<String, Long> writes = new HashMap<>();
      Set<String> deletes = new HashSet<>();
      boolean isUnknown = random.nextInt(5) == 0;
      boolean hasEffect = !isUnknown || random.nextBoolean();
      for (String key : KEYS) {
        long found = now.getOrDefault(key, 0L);
        if (random.nextBoolean()) {
          boolean isWrong = random.nextInt(3) == 0;
          reads.put(key, isWrong ? random.nextLong(1 + newest.getOrDefault(key, 0L)) : found);
        }
        if (random.nextBoolean()) {
          long version = newest.merge(key, 1L, Long::sum);
          writes.put(key, version);
          boolean isDelete = random.nextBoolean();
          if (isDelete) {
            deletes.add(key);
          }
          if (hasEffect) {
            now.put(key, isDelete ? 0 : version);
          }
        }
      }
      long from = APART_NS * i - random.nextInt(3 * APART_NS);
      long to = isUnknown ? Operation.NEVER : APART_NS * i + random.nextInt(3 * APART_NS);
      history.add(
          new TransactionRecord(
              "t" + i,
              isUnknown ? Outcome.UNKNOWN : Outcome.COMMITTED,
              reads,
              writes,
              deletes,
              from,
              to));
    }
    return history;
  }
}
