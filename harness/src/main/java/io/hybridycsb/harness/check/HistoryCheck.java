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
import io.hybridycsb.harness.check.linearizability.Model;
import io.hybridycsb.harness.check.linearizability.SearchResult;
import io.hybridycsb.harness.check.linearizability.SessionBounds;
import io.hybridycsb.harness.check.linearizability.StaleReads;
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

/** Checks recorded histories record by record, several at a time. */
public final class HistoryCheck {
  /** Shrinking a counterexample takes time, and the first few tell enough. */
  private static final int COUNTEREXAMPLES_MAX = 5;

  private final LinearizabilityChecker checker;
  private final Model model;
  private final ScanModel scans;
  private final boolean fromEmpty;
  private final int threads;
  private final Progress progress;

  /** Takes the progress of the check; may be called often. */
  public interface Progress {
    void at(long done, long all);
  }

  /**
   * @param scans what scans' rows must show
   * @param fromEmpty whether all records were absent at first; otherwise, only {@link
   *     RunHistory#inserted} ones were, and the initial contents of the others are unknown
   * @param threads how many records are searched at a time
   */
  public HistoryCheck(
      LinearizabilityChecker checker,
      Model model,
      ScanModel scans,
      boolean fromEmpty,
      int threads,
      Progress progress) {
    this.checker = checker;
    this.model = model;
    this.scans = scans;
    this.fromEmpty = fromEmpty;
    this.threads = threads;
    this.progress = progress;
  }

  /** What was found of one record. */
  private record Found(
      SearchResult result, Map<Model, Status> weaker, StaleReads stale, boolean unknownAtFirst) {}

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
              operations, history.withoutEffect(), history.killedThreads(), absentAtFirst);
      unrecorded.writes().forEach(write -> operations.get(write.key()).add(write));
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
    List<String> violated = new ArrayList<>();
    SortedMap<String, SearchResult> undecided = new TreeMap<>();
    Map<Model, Status> weaker = new EnumMap<>(Model.class);
    StaleReads stale = StaleReads.NONE;
    long unknownAtFirst = 0;
    for (int i = 0; i < found.length; i++) {
      switch (found[i].result().status()) {
        case HOLDS -> {}
        case VIOLATED -> violated.add(keys.get(i));
        case UNDECIDED -> undecided.put(keys.get(i), found[i].result());
      }
      found[i].weaker().forEach((other, one) -> weaker.merge(other, one, HistoryCheck::worse));
      stale = stale.plus(found[i].stale());
      unknownAtFirst += found[i].unknownAtFirst() ? 1 : 0;
    }
    List<Counterexample> counterexamples = new ArrayList<>();
    for (String key : violated.subList(0, Math.min(violated.size(), COUNTEREXAMPLES_MAX))) {
      counterexamples.add(
          checker.counterexample(
              records.get(key, model), model, withoutEffect.getOrDefault(key, List.of())));
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
        records.unrecorded,
        violated,
        undecided,
        counterexamples,
        weaker,
        stale,
        mixed,
        undecided.isEmpty() ? weakerScans(history, violated, mixed) : Optional.empty());
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
                key -> checker.decide(records.get(key, model), model).status() == Status.HOLDS)
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
            found[i] = find(by -> records.get(key, by), violated);
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

  /**
   * A record that keeps to a model keeps to all weaker ones.
   *
   * @param violated the weaker models that a record has violated already: they are not searched
   */
  private Found find(Function<Model, KeyHistory> record, Set<Model> violated) {
    KeyHistory asked = record.apply(model);
    SearchResult result = checker.decide(asked, model);
    Map<Model, Status> weaker = new EnumMap<>(Model.class);
    Status status = result.status();
    for (Model other : Model.values()) {
      if (other.compareTo(model) > 0) {
        if (status != Status.HOLDS) {
          status =
              violated.contains(other)
                  ? Status.VIOLATED
                  : checker.decide(record.apply(other), other).status();
        }
        if (status == Status.VIOLATED) {
          violated.add(other);
        }
        weaker.put(other, status);
      }
    }
    return new Found(result, weaker, StaleReads.of(asked), asked.isUnknownAtFirst());
  }

  private static Status worse(Status one, Status other) {
    if (one == Status.VIOLATED || other == Status.VIOLATED) {
      return Status.VIOLATED;
    }
    return one == Status.HOLDS ? other : one;
  }
}
