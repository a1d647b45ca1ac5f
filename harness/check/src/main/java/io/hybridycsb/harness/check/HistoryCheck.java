package io.hybridycsb.harness.check;

import io.hybridycsb.harness.check.history.Operation;
import io.hybridycsb.harness.check.history.RunHistory;
import io.hybridycsb.harness.check.history.ScanModel;
import io.hybridycsb.harness.check.history.UnrecordedWrites;
import io.hybridycsb.harness.check.history.Verdict.Status;
import io.hybridycsb.harness.check.linearizability.Counterexample;
import io.hybridycsb.harness.check.linearizability.KeyHistory;
import io.hybridycsb.harness.check.linearizability.LinearizabilityChecker;
import io.hybridycsb.harness.check.linearizability.MixedScans;
import io.hybridycsb.harness.check.linearizability.SearchResult;
import io.hybridycsb.harness.check.linearizability.SessionBounds;
import io.hybridycsb.harness.check.linearizability.StaleReads;
import io.hybridycsb.harness.system.Model;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Checks recorded histories record by record, several at a time.
 *
 * @param scans what scans' rows must show
 * @param fromEmpty whether all records were absent at first; otherwise, only {@link
 *     RunHistory#inserted} ones were, and the initial contents of the others are unknown
 * @param threads how many records are searched at a time
 */
public record HistoryCheck(
    LinearizabilityChecker checker,
    Model model,
    ScanModel scans,
    boolean fromEmpty,
    int threads,
    Progress progress) {
  /** Shrinking a counterexample takes time, and the first few tell enough. */
  private static final int COUNTEREXAMPLES_MAX = 5;

  /** Takes the progress of the check; may be called often. */
  public interface Progress {
    void at(long done, long all);
  }

  /**
   * What was found of one record.
   *
   * @param needsMore whether only an optional write of a killed client explains it
   */
  private record Found(
      SearchResult result,
      boolean needsMore,
      Map<Model, Status> weaker,
      StaleReads stale,
      boolean unknownAtFirst) {}

  /** The records of a history, whose scans' rows show what one model says. */
  private final class Records {
    private final Map<String, List<Operation>> operations;
    private final Predicate<String> absentAtFirst;
    private final UnrecordedWrites unrecorded;
    private final Map<Model, SessionBounds> bounds = new ConcurrentHashMap<>();

    Records(RunHistory history, ScanModel scans) {
      operations = history.operations(scans);
      Set<String> inserted = history.inserted();
      absentAtFirst = key -> fromEmpty || inserted.contains(key);
      unrecorded =
          UnrecordedWrites.of(
              operations,
              history.withoutEffect(),
              history.repeatable(),
              history.killedThreads(),
              absentAtFirst);
      unrecorded.writes().forEach((key, writes) -> operations.get(key).addAll(writes));
    }

    /** The sets of writes of killed clients that a record is first tried without. */
    List<Set<Operation>> optional(String key) {
      return unrecorded.optional().getOrDefault(key, List.of(Set.of()));
    }

    KeyHistory get(String key, Model by) {
      return KeyHistory.of(
          key,
          operations.get(key),
          absentAtFirst.test(key),
          bounds.computeIfAbsent(by, unused -> SessionBounds.of(operations, absentAtFirst, by)));
    }
  }

  public CheckReport run(RunHistory history) {
    Records records = new Records(history, scans);
    Map<String, List<Operation>> withoutEffect = history.withoutEffect();
    List<String> keys = List.copyOf(records.operations.keySet());
    Found[] found = search(keys, records);
    UnrecordedWrites assumed = records.unrecorded.with(needMore(keys, found, records.operations));
    List<String> violated = new ArrayList<>();
    SortedMap<String, SearchResult> undecided = new TreeMap<>();
    Map<Model, Status> weaker = new EnumMap<>(Model.class);
    StaleReads stale = StaleReads.NONE;
    long unknownAtFirst = 0;
    for (int i = 0; i < found.length; i++) {
      String key = keys.get(i);
      boolean isExplained = found[i].needsMore() && assumed.assigned().containsKey(key);
      if (!isExplained) {
        switch (found[i].result().status()) {
          case HOLDS -> {}
          case VIOLATED -> violated.add(key);
          case UNDECIDED -> undecided.put(key, found[i].result());
        }
        found[i].weaker().forEach((other, one) -> weaker.merge(other, one, HistoryCheck::worse));
      }
      stale = stale.plus(found[i].stale());
      unknownAtFirst += found[i].unknownAtFirst() ? 1 : 0;
    }
    List<Counterexample> counterexamples = new ArrayList<>();
    for (String key : violated.subList(0, Math.min(violated.size(), COUNTEREXAMPLES_MAX))) {
      counterexamples.add(
          checker.counterexample(
              records.get(key, model).without(records.optional(key).get(0)),
              model,
              withoutEffect.getOrDefault(key, List.of())));
    }
    MixedScans mixed =
        scans == ScanModel.SNAPSHOT
            ? MixedScans.of(history.scanned(scans).scans(), key -> records.get(key, model))
            : MixedScans.NONE;
    return new CheckReport(
        model,
        scans,
        keys.size(),
        unknownAtFirst,
        assumed,
        new CheckReport.Findings(violated, undecided, counterexamples, stale, mixed),
        new CheckReport.Weaker(
            weaker,
            undecided.isEmpty() ? weakerScans(history, violated, mixed) : Optional.empty()));
  }

  /**
   * The strongest weaker scan model with which nothing is violated; empty if there is none, and if
   * nothing is violated anyway. What keeps to a scan model keeps to all weaker ones, so only the
   * violated records are searched.
   */
  private Optional<ScanModel> weakerScans(
      RunHistory history, List<String> violated, MixedScans mixed) {
    if (violated.isEmpty()) {
      return mixed.mixed() > 0 ? Optional.of(ScanModel.READS) : Optional.empty();
    }
    if (scans == ScanModel.COMMITTED || history.scanned(scans).scans().isEmpty()) {
      return Optional.empty();
    }
    Records records = new Records(history, ScanModel.COMMITTED);
    return violated.stream()
            .allMatch(
                key ->
                    decide(records.get(key, model), records.optional(key), model).result()
                        == SearchResult.EXPLAINED)
        ? Optional.of(ScanModel.COMMITTED)
        : Optional.empty();
  }

  /** Searches the records, each thread one after another of those that are left. */
  private Found[] search(List<String> keys, Records records) {
    Found[] found = new Found[keys.size()];
    AtomicInteger next = new AtomicInteger();
    AtomicInteger done = new AtomicInteger();
    Set<Model> violated = ConcurrentHashMap.newKeySet();
    Runnable worker =
        () -> {
          for (int i = next.getAndIncrement(); i < found.length; i = next.getAndIncrement()) {
            String key = keys.get(i);
            found[i] = find(by -> records.get(key, by), records.optional(key), violated);
            progress.at(done.incrementAndGet(), found.length);
          }
        };
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      CompletableFuture.allOf(
              Stream.generate(() -> CompletableFuture.runAsync(worker, pool))
                  .limit(threads)
                  .toArray(CompletableFuture[]::new))
          .join();
    } finally {
      pool.shutdownNow();
    }
    return found;
  }

  /** The records that need one more write, with the end of the last read that may show it. */
  private static SortedMap<String, Long> needMore(
      List<String> keys, Found[] found, Map<String, List<Operation>> operations) {
    SortedMap<String, Long> seenNs = new TreeMap<>();
    for (int i = 0; i < found.length; i++) {
      if (found[i].needsMore()) {
        long lastNs =
            operations.get(keys.get(i)).stream()
                .filter(operation -> operation.found() != null)
                .mapToLong(Operation::completedNanos)
                .max()
                .orElseThrow();
        seenNs.put(keys.get(i), lastNs);
      }
    }
    return seenNs;
  }

  /**
   * A record that keeps to a model keeps to all weaker ones.
   *
   * @param optional the sets of writes of killed clients to try without
   * @param violated the weaker models that a record has violated already: they are not searched
   */
  private Found find(
      Function<Model, KeyHistory> record, List<Set<Operation>> optional, Set<Model> violated) {
    KeyHistory asked = record.apply(model);
    Decision decision = decide(asked, optional, model);
    Map<Model, Status> weaker = new EnumMap<>(Model.class);
    Status status = decision.result().status();
    for (Model other : Model.values()) {
      if (other.compareTo(model) > 0) {
        if (status != Status.HOLDS) {
          status =
              violated.contains(other)
                  ? Status.VIOLATED
                  : weaker(decide(record.apply(other), optional, other));
        }
        if (status == Status.VIOLATED) {
          violated.add(other);
        }
        weaker.put(other, status);
      }
    }
    return new Found(
        decision.result(),
        decision.needsMore(),
        weaker,
        StaleReads.of(asked),
        asked.isUnknownAtFirst());
  }

  /** Undecided if it takes optional writes: it isn't known whether there are threads for them. */
  private static Status weaker(Decision decision) {
    return decision.needsMore() ? Status.UNDECIDED : decision.result().status();
  }

  /**
   * What was found without optional writes, and with all of them if that isn't enough.
   *
   * @param with the same as {@code without} if there are none, or if none are needed
   */
  private record Decision(SearchResult without, SearchResult with) {
    boolean needsMore() {
      return without == SearchResult.UNEXPLAINED && with == SearchResult.EXPLAINED;
    }

    /** What counts if there is no thread for them. */
    SearchResult result() {
      return needsMore() ? without : with;
    }
  }

  private Decision decide(KeyHistory record, List<Set<Operation>> optional, Model by) {
    SearchResult without = SearchResult.UNEXPLAINED;
    for (Set<Operation> some : optional) {
      SearchResult one = checker.decide(record.without(some), by);
      if (one == SearchResult.EXPLAINED) {
        return new Decision(one, one);
      }
      without = one == SearchResult.UNEXPLAINED ? without : one;
    }
    boolean mayNeedMore =
        without == SearchResult.UNEXPLAINED && optional.stream().noneMatch(Set::isEmpty);
    return new Decision(without, mayNeedMore ? checker.decide(record, by) : without);
  }

  private static Status worse(Status one, Status other) {
    if (one == Status.VIOLATED || other == Status.VIOLATED) {
      return Status.VIOLATED;
    }
    return one == Status.HOLDS ? other : one;
  }
}
