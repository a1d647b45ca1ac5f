package io.hybridycsb.harness.check.serializability;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.check.history.Operation;
import io.hybridycsb.harness.check.history.Verdict;
import io.hybridycsb.harness.check.history.Verdict.Status;
import io.hybridycsb.harness.check.serializability.TransactionRecord.Outcome;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Transactions that delete keys: x=2 is version 2 of x, and x=2! its delete. */
class DeletedKeysTest {
  private static final TransactionRecord LOAD = one("load", "", "x=1 y=1", 0, 1);
  private static final TransactionRecord DELETE = one("delete", "x=1", "x=2!", 10, 11);
  private static final TransactionRecord AGAIN = one("again", "x=0", "x=3", 20, 21);

  private static TransactionRecord one(String id, String reads, String writes, long from, long to) {
    return one(id, Outcome.COMMITTED, reads, writes, from, to);
  }

  private static TransactionRecord one(
      String id, Outcome outcome, String reads, String writes, long from, long to) {
    Set<String> deletes = new TreeSet<>();
    Arrays.stream(writes.split(" "))
        .filter(write -> write.endsWith("!"))
        .forEach(write -> deletes.add(write.replaceAll("[=!].*", "")));
    return new TransactionRecord(
        id, outcome, versions(reads), versions(writes.replace("!", "")), deletes, from, to);
  }

  private static Map<String, Long> versions(String text) {
    Map<String, Long> versions = new TreeMap<>();
    for (String one : text.split(" ")) {
      if (one.contains("=")) {
        String[] parts = one.split("=");
        versions.put(parts[0], Long.parseLong(parts[1]));
      }
    }
    return versions;
  }

  private static Verdict strict(TransactionRecord... history) {
    return SerializabilityChecker.strictlySerializable(List.of(history));
  }

  private static Verdict serializable(TransactionRecord... history) {
    return SerializabilityChecker.serializable(List.of(history));
  }

  private static void assertViolated(Verdict verdict, String... parts) {
    assertThat(verdict.status()).as("%s", verdict).isEqualTo(Status.VIOLATED);
    assertThat(verdict.explanation()).contains(parts);
  }

  @Test
  void aKeyIsAbsentAfterItsDeleteAndMayComeBack() {
    TransactionRecord absent = one("t1", "x=0 y=1", "", 15, 16);
    TransactionRecord back = one("t2", "x=3", "x=4!", 30, 31);
    TransactionRecord gone = one("t3", "x=0", "", 40, 41);

    assertThat(strict(LOAD, DELETE, absent, AGAIN, back, gone)).matches(Verdict::holds);
  }

  @Test
  void aKeyIsNotAbsentBeforeItsDeleteNorAfterItCameBack() {
    assertViolated(strict(LOAD, one("t1", "x=0", "", 5, 6), DELETE), "t1 found no record of key x");
    TransactionRecord late = one("t1", "x=0", "", 30, 31);
    assertThat(serializable(LOAD, DELETE, AGAIN, late)).matches(Verdict::holds);
    assertViolated(
        strict(LOAD, DELETE, AGAIN, late),
        "t1 found no record of key x, at none of the times when it was absent",
        "if it was before version 1, each must come before the next:",
        "t1 read x version 0, replaced by 1 -> load",
        "if it was after delete deleted it, each must come before the next:",
        "t1 found x deleted as version 2, replaced by 3 -> again");
  }

  @Test
  void aReadOfTheRecordAfterItsDeleteWasSeenIsFound() {
    TransactionRecord absent = one("t1", "x=0", "y=2", 9, 12);
    TransactionRecord stale = one("t2", "x=1 y=2", "", 9, 12);

    assertViolated(strict(LOAD, DELETE, absent, stale), "t2 read x version 1, replaced by 2");
    assertViolated(
        serializable(LOAD, DELETE, one("t1", "x=0 y=1", "y=2", 9, 12), stale),
        "t2 read x version 1, replaced by 2");
  }

  @Test
  void aReadThatMayBeAfterAnyOfSeveralDeletesPasses() {
    TransactionRecord gone = one("gone", "x=3", "x=4!", 22, 40);
    TransactionRecord absent = one("t1", "x=0", "", 9, 40);
    TransactionRecord seen = one("t2", "x=3 y=2", "", 22, 40);

    assertThat(strict(LOAD, DELETE, AGAIN, gone, absent)).matches(Verdict::holds);
    assertThat(strict(LOAD, DELETE, AGAIN, gone, one("t1", "x=0", "y=2", 9, 40), seen))
        .matches(Verdict::holds);
  }

  @Test
  void aDeleteOfUnknownOutcomeHasTakenEffectIfNothingElseExplainsAnAbsence() {
    TransactionRecord unknown =
        one("delete", Outcome.UNKNOWN, "x=1", "x=2! y=2", 10, Operation.NEVER);
    TransactionRecord absent = one("t1", "x=0", "", 20, 21);

    assertThat(strict(LOAD, unknown, absent, one("t2", "y=2", "", 30, 31))).matches(Verdict::holds);
    assertThat(strict(LOAD, unknown, one("t2", "x=1 y=1", "", 30, 31))).matches(Verdict::holds);
    assertViolated(
        strict(LOAD, unknown, absent, one("t2", "y=1", "", 30, 31)),
        "t2 read y version 1, replaced by 2 -> delete");
  }

  @Test
  void whichOfSeveralUnknownDeletesTookEffectIsUndecidedUnlessOneFits() {
    TransactionRecord one = one("one", Outcome.UNKNOWN, "", "x=2! y=2", 10, Operation.NEVER);
    TransactionRecord other = one("other", Outcome.UNKNOWN, "", "x=3! y=3", 10, Operation.NEVER);
    TransactionRecord absent = one("t1", "x=0", "", 20, 21);

    assertThat(strict(LOAD, one, other, absent)).matches(Verdict::holds);
    Verdict verdict = strict(LOAD, one, other, absent, one("t2", "y=1", "", 30, 31));
    assertThat(verdict.status()).isEqualTo(Status.UNDECIDED);
    assertThat(verdict.explanation())
        .contains("t1 found no record of key x, which may have been deleted by one or 1 more");
  }

  @Test
  void whatTakesTooLongIsUndecidedAndSaysWhatHelps() {
    TransactionRecord late = one("t1", "x=0", "", 30, 50);
    TransactionRecord gone = one("gone", "x=3", "x=4!", 45, 46);
    List<TransactionRecord> history = List.of(LOAD, DELETE, AGAIN, gone, late);

    assertThat(strict(LOAD, DELETE, AGAIN, gone, late)).matches(Verdict::holds);
    Verdict verdict = SerializabilityChecker.check(true, history, Duration.ZERO);
    assertThat(verdict.status()).isEqualTo(Status.UNDECIDED);
    assertThat(verdict.explanation())
        .contains("at which of 3 times when key x was absent t1 found no record of it isn't known")
        .endsWith("check a shorter history, or with --model serializable");
  }
}
