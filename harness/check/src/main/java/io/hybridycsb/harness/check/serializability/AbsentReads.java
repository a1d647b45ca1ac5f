package io.hybridycsb.harness.check.serializability;

import io.hybridycsb.harness.check.history.Bisection;
import io.hybridycsb.harness.check.history.Operation;
import io.hybridycsb.harness.check.history.Verdict;
import io.hybridycsb.harness.check.serializability.AbsentRead.Version;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Looks for the places of reads that found a deleted key absent. Places that contradict the order
 * known so far are ruled out; a read with one place left makes more of the order known, and so on.
 * Where several places are left, they are tried.
 */
final class AbsentReads {
  private static final int PLACES_SHOWN_MAX = 3;

  private final DependencyGraph graph;
  private final List<TransactionRecord> transactions;
  private final boolean strict;
  private final long untilNs;

  /** Where the edges begin that this has added, the last first. */
  private final Deque<Integer> added = new ArrayDeque<>();

  /**
   * @param graph without a cycle; gets more edges
   * @param transactions by their vertices
   * @param strict whether real time counts
   * @param untilNs when to give up, by {@link System#nanoTime}
   */
  AbsentReads(
      DependencyGraph graph, List<TransactionRecord> transactions, boolean strict, long untilNs) {
    this.graph = graph;
    this.transactions = transactions;
    this.strict = strict;
    this.untilNs = untilNs;
  }

  /**
   * What was found.
   *
   * @param deleter a transaction of unknown outcome that may explain a read which nothing else
   *     does; null if there is none, otherwise nothing is found before it counts as effective
   * @param doubt why it may not have deleted the key all the same; empty if it must have
   */
  record Finding(Verdict verdict, TransactionRecord deleter, Optional<String> doubt) {
    static Finding of(Verdict verdict) {
      return new Finding(verdict, null, Optional.empty());
    }
  }

  /** A read, and the places that are left. */
  private record Left(AbsentRead read, List<Integer> places) {}

  /**
   * What is left.
   *
   * @param open the reads whose place isn't known
   * @param first one of them that has no place in the order that was looked at; null if all have
   * @param end set if it needn't be looked for any further
   */
  private record Narrowed(List<AbsentRead> open, Left first, Optional<Finding> end) {
    static Narrowed end(Finding found) {
      return new Narrowed(List.of(), null, Optional.of(found));
    }
  }

  /** Finds an order in which all reads have a place. */
  Finding explain(List<AbsentRead> reads) {
    Narrowed narrowed = narrow(reads, true);
    if (narrowed.end().isPresent()) {
      return narrowed.end().get();
    }
    Optional<Verdict> wrong = tried(narrowed.open());
    if (wrong.isEmpty() || wrong.get().status() == Verdict.Status.UNDECIDED) {
      return Finding.of(wrong.orElseGet(() -> Verdict.holds("")));
    }
    List<AbsentRead> ofOthers =
        narrowed.open().stream().filter(read -> !read.others().isEmpty()).toList();
    return ofOthers.isEmpty() ? Finding.of(wrong.get()) : byOthers(ofOthers);
  }

  /** Where each vertex is in an order. */
  private static int[] positions(int[] order) {
    int[] positions = new int[order.length];
    for (int i = 0; i < order.length; i++) {
      positions[order[i]] = i;
    }
    return positions;
  }

  /** A read's place in an order, in which the versions' writers rise. */
  private static int place(AbsentRead read, int[] positions) {
    int reader = positions[read.reader()];
    return Bisection.first(
        0,
        read.versions().size(),
        index -> positions[read.versions().get(index).writer()] >= reader);
  }

  /** An order of the graph, near to that in time. */
  private Optional<int[]> order() {
    return graph.order(
        vertex -> {
          TransactionRecord one = transactions.get(vertex);
          return one.completedNanos() == Operation.NEVER
              ? one.invokedNanos()
              : one.invokedNanos() / 2 + one.completedNanos() / 2;
        });
  }

  /**
   * Looks for an order in which all reads have a place. Rules out places of those that have none,
   * until nothing changes.
   *
   * @param withOthers whether a read may also be of a transaction of which it isn't known whether
   *     it has deleted the key
   */
  private Narrowed narrow(List<AbsentRead> reads, boolean withOthers) {
    List<AbsentRead> open = reads;
    while (true) {
      Optional<int[]> order = order();
      if (order.isEmpty()) {
        return Narrowed.end(Finding.of(violated(graph.findCycle(this::name).orElseThrow())));
      }
      int[] positions = positions(order.get());
      List<AbsentRead> wrong =
          open.stream().filter(read -> !read.mayBeAt(place(read, positions))).toList();
      if (wrong.isEmpty()) {
        return new Narrowed(open, null, Optional.empty());
      }
      List<Left> looked = new ArrayList<>();
      for (int from = 0; from < wrong.size(); from += Neighbours.TOGETHER) {
        if (System.nanoTime() - untilNs >= 0) {
          return Narrowed.end(Finding.of(tooMany(wrong.get(0))));
        }
        int to = Math.min(wrong.size(), from + Neighbours.TOGETHER);
        looked.addAll(looked(wrong.subList(from, to), order.get(), withOthers));
      }
      Optional<Left> nowhere =
          looked.stream()
              .filter(one -> one.places().isEmpty())
              .min(Comparator.comparing(one -> !one.read().others().isEmpty()));
      if (nowhere.isPresent()) {
        return Narrowed.end(withoutPlace(nowhere.get().read()));
      }
      Set<AbsentRead> known = Collections.newSetFromMap(new IdentityHashMap<>());
      for (int i = 0; i < looked.size(); i++) {
        Left one = looked.get(i);
        if (one.places().size() == 1 && one.read().others().isEmpty()) {
          add(one.read(), one.places().get(0));
          known.add(wrong.get(i));
        }
      }
      if (known.isEmpty()) {
        return new Narrowed(open, looked.get(0), Optional.empty());
      }
      open = open.stream().filter(read -> !known.contains(read)).toList();
    }
  }

  /**
   * The places of some reads that don't contradict the order known so far. Those that are near to
   * the place in this order come first.
   */
  private List<Left> looked(List<AbsentRead> some, int[] order, boolean withOthers) {
    int[] positions = positions(order);
    Neighbours neighbours =
        new Neighbours(graph, order, some.stream().map(AbsentRead::reader).toList());
    List<Left> left = new ArrayList<>();
    for (int i = 0; i < some.size(); i++) {
      AbsentRead read = some.get(i);
      int from = 0;
      int to = read.versions().size();
      for (int place = read.versions().size(); place > 0; place--) {
        int writer = read.versions().get(place - 1).writer();
        if (writer == read.reader() || neighbours.isAfter(writer, i)) {
          to = place - 1;
        } else if (from == 0 && neighbours.isBefore(writer, i)) {
          from = place;
        }
      }
      int place = place(read, positions);
      left.add(
          new Left(
              withOthers ? withOthers(read, from, to) : with(read, List.of()),
              read.places(from, to).stream()
                  .sorted(Comparator.comparingInt(other -> Math.abs(other - place)))
                  .toList()));
    }
    return left;
  }

  private AbsentRead withOthers(AbsentRead read, int from, int to) {
    List<TransactionRecord> others =
        read.others().stream()
            .filter(other -> !strict || !transactions.get(read.reader()).endedBefore(other))
            .filter(
                other -> {
                  Long version = other.writes().get(read.key());
                  return version == null
                      || (from <= read.placeOf(version) && read.placeOf(version) <= to);
                })
            .toList();
    return with(read, others);
  }

  private static AbsentRead with(AbsentRead read, List<TransactionRecord> others) {
    return new AbsentRead(read.reader(), read.key(), read.versions(), read.mayBeFirst(), others);
  }

  /** What becomes of a read for which no place is left. */
  private Finding withoutPlace(AbsentRead read) {
    if (read.others().isEmpty()) {
      return Finding.of(contradiction(read));
    }
    return byOthers(List.of(read));
  }

  /** What follows if at least one of these reads is of another transaction. */
  private Finding byOthers(List<AbsentRead> reads) {
    Set<TransactionRecord> others = new HashSet<>();
    TransactionRecord deleter = null;
    for (AbsentRead read : reads) {
      for (TransactionRecord other : read.others()) {
        others.add(other);
        if (deleter == null && other.writes().containsKey(read.key())) {
          deleter = other;
        }
      }
    }
    String doubt = doubt(reads.get(0), reads.get(0).others());
    return deleter == null
        ? Finding.of(Verdict.undecided(doubt))
        : new Finding(null, deleter, others.size() == 1 ? Optional.empty() : Optional.of(doubt));
  }

  private String doubt(AbsentRead read, List<TransactionRecord> others) {
    return "%s found no record of key %s, which may have been deleted by %s%s, but that isn't known"
        .formatted(
            name(read.reader()),
            read.key(),
            others.get(0).id(),
            others.size() == 1 ? "" : " or %d more".formatted(others.size() - 1));
  }

  private Verdict contradiction(AbsentRead read) {
    List<Integer> places = read.places();
    if (places.isEmpty()) {
      return Verdict.violated(
          "%s found no record of key %s, which was there at first and which nobody else deleted"
              .formatted(name(read.reader()), read.key()));
    }
    if (places.size() == 1) {
      return violated(cycle(read, places.get(0)));
    }
    StringBuilder text =
        new StringBuilder(
            "%s found no record of key %s, at none of the times when it was absent"
                .formatted(name(read.reader()), read.key()));
    for (int place : places.subList(0, Math.min(places.size(), PLACES_SHOWN_MAX))) {
      text.append("%n%s each must come before the next:".formatted(time(read, place)))
          .append(cycle(read, place));
    }
    if (places.size() > PLACES_SHOWN_MAX) {
      text.append("%nand so %d times more".formatted(places.size() - PLACES_SHOWN_MAX));
    }
    return Verdict.violated(text.toString());
  }

  private String time(AbsentRead read, int place) {
    return place == 0
        ? "if it was before version %d,".formatted(read.versions().get(0).number())
        : "if it was after %s deleted it,".formatted(name(read.versions().get(place - 1).writer()));
  }

  private String cycle(AbsentRead read, int place) {
    int before = added.size();
    add(read, place);
    String cycle = graph.findCycleThrough(read.reader(), this::name).orElseThrow();
    removeDownTo(before);
    return cycle;
  }

  private Verdict violated(String cycle) {
    return SerializabilityChecker.cyclic(strict, cycle);
  }

  /**
   * Tries the places that are left.
   *
   * @return empty if there is an order
   */
  private Optional<Verdict> tried(List<AbsentRead> reads) {
    int before = added.size();
    Narrowed narrowed = narrow(reads, false);
    if (narrowed.end().isPresent()) {
      removeDownTo(before);
      return Optional.of(narrowed.end().get().verdict());
    }
    if (narrowed.first() == null) {
      return Optional.empty();
    }
    AbsentRead read = narrowed.first().read();
    List<AbsentRead> others =
        narrowed.open().stream()
            .filter(one -> one.reader() != read.reader() || !one.key().equals(read.key()))
            .toList();
    Optional<Verdict> wrong = Optional.empty();
    for (int place : narrowed.first().places()) {
      int tried = added.size();
      add(read, place);
      Optional<Verdict> found = tried(others);
      if (found.isEmpty() || found.get().status() == Verdict.Status.UNDECIDED) {
        return found;
      }
      removeDownTo(tried);
      wrong = wrong.or(() -> found);
    }
    removeDownTo(before);
    return wrong;
  }

  private Verdict tooMany(AbsentRead read) {
    return Verdict.undecided(
        "at which of %d times when key %s was absent %s found no record of it isn't known, and so for"
                .formatted(read.places().size(), read.key(), name(read.reader()))
            + " others:"
            + " there are too many ways to try; check a shorter history"
            + (strict ? ", or with --model serializable" : ""));
  }

  private void add(AbsentRead read, int place) {
    String key = read.key();
    long number = place == 0 ? 0 : read.versions().get(place - 1).number();
    if (place > 0) {
      add(
          read.versions().get(place - 1).writer(),
          read.reader(),
          "deleted %s as version %d, found absent there".formatted(key, number));
    }
    if (place < read.versions().size()) {
      Version next = read.versions().get(place);
      add(
          read.reader(),
          next.writer(),
          place == 0
              ? "read %s version 0, replaced by %d".formatted(key, next.number())
              : "found %s deleted as version %d, replaced by %d"
                  .formatted(key, number, next.number()));
    }
  }

  private void add(int from, int to, String reason) {
    if (from != to) {
      graph.add(from, to, reason);
      added.push(from);
    }
  }

  private void removeDownTo(int count) {
    while (added.size() > count) {
      graph.removeLast(added.pop());
    }
  }

  private String name(int vertex) {
    return transactions.get(vertex).id();
  }
}
