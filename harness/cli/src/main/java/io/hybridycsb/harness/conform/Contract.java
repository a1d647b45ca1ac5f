package io.hybridycsb.harness.conform;

import io.hybridycsb.harness.CorrectnessException;
import io.hybridycsb.harness.check.CheckReport;
import io.hybridycsb.harness.check.CheckTexts;
import io.hybridycsb.harness.check.HistoryCheck;
import io.hybridycsb.harness.check.LostWrites;
import io.hybridycsb.harness.check.history.HistoryFile;
import io.hybridycsb.harness.check.history.RecordedCall;
import io.hybridycsb.harness.check.history.RunHistory;
import io.hybridycsb.harness.check.history.ScanModel;
import io.hybridycsb.harness.check.history.Verdict.Status;
import io.hybridycsb.harness.check.linearizability.LinearizabilityChecker;
import io.hybridycsb.harness.system.Model;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What every system owes its users, judged by what clients of YCSB were told. The harness's own
 * tests judge by it, too.
 */
public final class Contract {
  /** What an operation may answer while processes die: never that nobody knows what went wrong. */
  public static final Set<String> HONEST_ANSWERS =
      Set.of("OK", "ABORTED", "UNKNOWN", "NOT_FOUND", "SERVICE_UNAVAILABLE");

  private static final Set<String> ANSWERED = Set.of("OK", "NOT_FOUND");

  /** It gives up on a record by its steps, not by the time that a machine needs. */
  private static final long STEPS_MAX = 1_000_000;

  private static final Duration SEARCH_MAX = Duration.ofMinutes(10);

  private Contract() {}

  /** Requires that failures were told as what they were. */
  public static void requireHonest(List<HistoryFile> histories) {
    Set<String> others =
        calls(histories).stream().map(RecordedCall::status).collect(Collectors.toSet());
    others.removeAll(HONEST_ANSWERS);
    require(others.isEmpty(), "operations answered " + others);
  }

  /**
   * Requires that all acknowledged writes are there.
   *
   * @param during what was written
   * @param after reads of all records, after the last write
   */
  public static LostWrites requireKept(List<HistoryFile> during, List<HistoryFile> after) {
    LostWrites found = LostWrites.of(calls(during), calls(after));
    require(
        found.lost() == 0,
        "%d of %d acknowledged writes are lost".formatted(found.lost(), found.acknowledged()));
    long unread = found.unreadRecords() + found.unaskedRecords();
    require(unread == 0, "%d records could not be read".formatted(unread));
    require(found.acknowledged() > 0, "no write was acknowledged");
    return found;
  }

  /** Whether each read told what is there. */
  public static boolean isAnswered(HistoryFile reading) {
    return reading.calls().stream().allMatch(call -> ANSWERED.contains(call.status()));
  }

  /** Whether the last read of each record shows what was acknowledged. */
  public static boolean isKept(List<HistoryFile> during, List<HistoryFile> after) {
    return LostWrites.of(calls(during), calls(after)).lost() == 0;
  }

  private static List<RecordedCall> calls(List<HistoryFile> histories) {
    return histories.stream().flatMap(history -> history.calls().stream()).toList();
  }

  /**
   * Requires that an order explains all answers, record by record. Fails as well if these answers
   * could not have been wrong.
   *
   * @param histories of all clients, from an empty table on
   */
  public static CheckReport requireModel(List<HistoryFile> histories, Model model) {
    RunHistory history = RunHistory.of(histories);
    Optional<String> provesNothing = CheckTexts.provesNothing(history, ScanModel.COMMITTED);
    require(provesNothing.isEmpty(), provesNothing.orElse(""));
    CheckReport report =
        new HistoryCheck(
                new LinearizabilityChecker(STEPS_MAX, SEARCH_MAX),
                model,
                ScanModel.COMMITTED,
                true,
                1,
                (done, all) -> {})
            .run(history);
    require(
        report.status() == Status.HOLDS,
        CheckTexts.verdict(report)
            + report.found().counterexamples().stream()
                .limit(1)
                .map(example -> "\n" + example.text() + "\n" + example.explanation())
                .collect(Collectors.joining()));
    return report;
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new CorrectnessException(otherwise);
    }
  }
}
