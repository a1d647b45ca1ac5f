package io.hybridycsb.harness.check.linearizability;

import io.hybridycsb.harness.check.history.Bisection;
import io.hybridycsb.harness.check.history.Operation;
import io.hybridycsb.harness.system.Model;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * How old a state each read may show, by what its session has seen before on all records.
 *
 * <p>A system that promises sessions has one order of all writes, in which each takes effect
 * between its invocation and its answer, and a session reads ever later prefixes of it. Once a
 * session has made a write, or read what it wrote, each later read shows a prefix with this write
 * in it. The prefix has all writes that had ended when this one began, so the read is as of an
 * instant after that begin. Bounding it by that never makes a good history a bad one. Of a value
 * that several writes may have put there, the one that began first counts. A value that may have
 * been there at first, and an absent one, tells nothing.
 *
 * <p>Not found are violations that follow only from an order that times don't tell. If two records
 * are written at the same time, two sessions may see these writes in different orders.
 */
public final class SessionBounds {
  private final Map<String, LastSeen[]> bounds = new HashMap<>();
  private final Model model;

  /** An operation that has told its session something. */
  private record Event(Operation operation, LastSeen seen) {}

  private SessionBounds(Model model) {
    this.model = model;
  }

  /**
   * Looks at all records; takes O(n log n) for n operations.
   *
   * @param operations by key
   * @param absentAtFirst tells keys whose first contents are unknown from the others
   */
  public static SessionBounds of(
      Map<String, List<Operation>> operations, Predicate<String> absentAtFirst, Model model) {
    SessionBounds bounds = new SessionBounds(model);
    if (model == Model.LINEARIZABLE || model == Model.COMMITTED) {
      return bounds;
    }
    Map<String, List<Event>> sessions = new HashMap<>();
    operations.forEach((key, all) -> bounds.addEvents(all, absentAtFirst.test(key), sessions));
    Map<String, Past> pasts = new HashMap<>();
    sessions.forEach((session, events) -> pasts.put(session, new Past(events)));
    operations.forEach(
        (key, all) ->
            bounds.bounds.put(
                key,
                all.stream()
                    .map(operation -> bounds.bound(operation, pasts))
                    .toArray(LastSeen[]::new)));
    return bounds;
  }

  /** What bounds each operation of the key, null where nothing does; null if nothing bounds any. */
  LastSeen[] on(String key) {
    return bounds.get(key);
  }

  private void addEvents(
      List<Operation> all, boolean absentAtFirst, Map<String, List<Event>> sessions) {
    Map<String, Map<String, Operation>> first = firstWrites(all);
    for (Operation operation : all) {
      String session = ModelRules.session(model, operation);
      if (session != null && !operation.isPending()) {
        LastSeen seen = absentAtFirst ? shown(operation, first) : null;
        if (operation.written() != null && isLater(operation, seen)) {
          seen = new LastSeen(operation.invokedNanos(), operation, operation);
        }
        if (seen != null) {
          sessions
              .computeIfAbsent(session, unused -> new ArrayList<>())
              .add(new Event(operation, seen));
        }
      }
    }
  }

  /** For each value of each field the write of it that began first. */
  private static Map<String, Map<String, Operation>> firstWrites(List<Operation> all) {
    Map<String, Map<String, Operation>> first = new HashMap<>();
    for (Operation write : all) {
      if (write.written() != null) {
        write
            .written()
            .fields()
            .forEach(
                (field, value) ->
                    first
                        .computeIfAbsent(field, unused -> new HashMap<>())
                        .merge(
                            value,
                            write,
                            (one, other) ->
                                other.invokedNanos() < one.invokedNanos() ? other : one));
      }
    }
    return first;
  }

  /** The last of the writes that have put there what an operation has found. */
  private static LastSeen shown(Operation operation, Map<String, Map<String, Operation>> first) {
    LastSeen seen = null;
    if (operation.found() != null) {
      for (Map.Entry<String, String> shown : operation.found().fields().entrySet()) {
        Operation write = first.getOrDefault(shown.getKey(), Map.of()).get(shown.getValue());
        if (write != null && isLater(write, seen)) {
          seen = new LastSeen(write.invokedNanos(), write, operation);
        }
      }
    }
    return seen;
  }

  private static boolean isLater(Operation write, LastSeen seen) {
    return seen == null || write.invokedNanos() > seen.instantNs();
  }

  /** What bounds a read; null if nothing does. */
  private LastSeen bound(Operation operation, Map<String, Past> pasts) {
    String session = operation.written() == null ? ModelRules.session(model, operation) : null;
    Past past = session == null ? null : pasts.get(session);
    return past == null ? null : past.before(operation.invokedNanos());
  }

  /** What a session has seen, by when it had. */
  private static final class Past {
    private final long[] ends;
    private final LastSeen[] latest;

    Past(List<Event> events) {
      events.sort(Comparator.comparingLong(event -> event.operation().completedNanos()));
      ends = events.stream().mapToLong(event -> event.operation().completedNanos()).toArray();
      latest = new LastSeen[ends.length];
      for (int i = 0; i < ends.length; i++) {
        LastSeen seen = events.get(i).seen();
        latest[i] = i > 0 && latest[i - 1].instantNs() >= seen.instantNs() ? latest[i - 1] : seen;
      }
    }

    /** The latest write among what had been seen before an instant; null if there is none. */
    LastSeen before(long instantNs) {
      int seen = Bisection.first(0, ends.length, index -> ends[index] >= instantNs);
      return seen == 0 ? null : latest[seen - 1];
    }
  }
}
