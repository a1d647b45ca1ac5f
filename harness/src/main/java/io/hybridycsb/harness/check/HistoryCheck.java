package io.hybridycsb.harness.check;

import io.hybridycsb.harness.check.history.Operation;
import io.hybridycsb.harness.check.history.RunHistory;
import io.hybridycsb.harness.check.history.Verdict.Status;
import io.hybridycsb.harness.check.linearizability.Counterexample;
import io.hybridycsb.harness.check.linearizability.KeyHistory;
import io.hybridycsb.harness.check.linearizability.LinearizabilityChecker;
import io.hybridycsb.harness.check.linearizability.Model;
import io.hybridycsb.harness.check.linearizability.StaleReads;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Checks recorded histories record by record. */
public final class HistoryCheck {
  /** Shrinking a counterexample takes time, and the first few tell enough. */
  private static final int COUNTEREXAMPLES_MAX = 5;

  private final LinearizabilityChecker checker;
  private final Model model;
  private final boolean fromEmpty;
  private final Progress progress;

  /** Takes the progress of the check; may be called often. */
  public interface Progress {
    void at(long done, long all);
  }

  /**
   * @param fromEmpty whether all records were absent at first; otherwise, only those that the
   *     history inserts were, and the initial contents of the others are unknown
   */
  public HistoryCheck(
      LinearizabilityChecker checker, Model model, boolean fromEmpty, Progress progress) {
    this.checker = checker;
    this.model = model;
    this.fromEmpty = fromEmpty;
    this.progress = progress;
  }

  public CheckReport run(RunHistory history) {
    Map<String, List<Operation>> operations = history.operations();
    Map<String, List<Operation>> withoutEffect = history.withoutEffect();
    Set<String> inserted = history.inserted();
    List<String> violated = new ArrayList<>();
    List<String> undecided = new ArrayList<>();
    List<Counterexample> counterexamples = new ArrayList<>();
    Map<Model, Status> weaker = new EnumMap<>(Model.class);
    StaleReads stale = StaleReads.NONE;
    long done = 0;
    long unknownAtFirst = 0;
    for (Map.Entry<String, List<Operation>> entry : operations.entrySet()) {
      String key = entry.getKey();
      boolean absentAtFirst = fromEmpty || inserted.contains(key);
      unknownAtFirst += absentAtFirst ? 0 : 1;
      KeyHistory record = KeyHistory.of(key, entry.getValue(), absentAtFirst);
      stale = stale.plus(StaleReads.of(record));
      Status status = checker.decide(record, model);
      if (status == Status.UNDECIDED) {
        undecided.add(key);
      } else if (status == Status.VIOLATED) {
        violated.add(key);
        if (counterexamples.size() < COUNTEREXAMPLES_MAX) {
          counterexamples.add(
              checker.counterexample(record, model, withoutEffect.getOrDefault(key, List.of())));
        }
      }
      addWeaker(record, status, weaker);
      progress.at(++done, operations.size());
    }
    return new CheckReport(
        model,
        operations.size(),
        unknownAtFirst,
        violated,
        undecided,
        counterexamples,
        weaker,
        stale);
  }

  private void addWeaker(KeyHistory record, Status status, Map<Model, Status> weaker) {
    for (Model other : Model.values()) {
      if (other.compareTo(model) > 0) {
        Status found = status == Status.HOLDS ? status : decideWeaker(record, other, weaker);
        weaker.merge(other, found, HistoryCheck::worse);
      }
    }
  }

  /** Skips the models that an earlier record has violated already. */
  private Status decideWeaker(KeyHistory record, Model other, Map<Model, Status> weaker) {
    return weaker.get(other) == Status.VIOLATED ? Status.VIOLATED : checker.decide(record, other);
  }

  private static Status worse(Status one, Status other) {
    if (one == Status.VIOLATED || other == Status.VIOLATED) {
      return Status.VIOLATED;
    }
    return one == Status.HOLDS ? other : one;
  }
}
