package io.hybridycsb.harness.check.linearizability;

import io.hybridycsb.harness.check.history.Contents;
import io.hybridycsb.harness.check.history.Operation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Histories of a record that does one thing after another, as clients far away would see it. */
final class RandomHistories {
  private static final List<String> FIELDS = List.of("a", "b");

  private final Random random;
  private Map<String, String> state;

  private RandomHistories(long seed) {
    this.random = new Random(seed);
  }

  /**
   * @param spreadNs how far around its instant an operation may reach; instants are 100 apart
   */
  static List<Operation> of(long seed, int operations, int spreadNs) {
    RandomHistories histories = new RandomHistories(seed);
    List<Operation> history = new ArrayList<>();
    for (int i = 1; i <= operations; i++) {
      history.add(histories.next(i, spreadNs));
    }
    return history;
  }

  private Operation next(int number, int spreadNs) {
    String client = "c" + number;
    long from = number * 100L - random.nextInt(spreadNs);
    boolean unknown = random.nextInt(6) == 0;
    long to = unknown ? Operation.NEVER : number * 100L + random.nextInt(spreadNs);
    boolean effective = !unknown || random.nextBoolean();
    switch (random.nextInt(6)) {
      case 0 -> {
        Map<String, String> all = random.nextBoolean() ? values(FIELDS) : values(List.of("a"));
        state = effective ? all : state;
        return Operation.writeRecord(client, "k", Contents.of(all), from, to);
      }
      case 1, 2 -> {
        Map<String, String> some = values(List.of(any()));
        if (effective) {
          state = new HashMap<>(state == null ? Map.of() : state);
          state.putAll(some);
        }
        return Operation.merge(client, "k", Contents.of(some), from, to);
      }
      case 3 -> {
        state = effective ? null : state;
        return Operation.delete(client, "k", from, to);
      }
      default -> {
        return Operation.readRecord(client, "k", found(), from, to);
      }
    }
  }

  private Contents found() {
    if (state == null) {
      return Contents.ABSENT;
    }
    if (random.nextBoolean()) {
      return Contents.of(state);
    }
    String asked = any();
    Map<String, String> found = new HashMap<>(state);
    found.keySet().retainAll(Set.of(asked));
    return new Contents(true, found, Set.of(asked));
  }

  private String any() {
    return FIELDS.get(random.nextInt(FIELDS.size()));
  }

  /** Few, so that the same is written more than once. */
  private Map<String, String> values(List<String> fields) {
    Map<String, String> values = new HashMap<>();
    fields.forEach(field -> values.put(field, "v" + random.nextInt(4)));
    return values;
  }

  /** The same history of as few clients as can have done it one call after another. */
  static List<Operation> ofFewClients(List<Operation> history) {
    List<Operation> sorted = new ArrayList<>(history);
    sorted.sort(Comparator.comparingLong(Operation::invokedNanos));
    List<Long> ends = new ArrayList<>();
    List<Operation> shared = new ArrayList<>();
    for (Operation one : sorted) {
      int client = 0;
      while (client < ends.size() && ends.get(client) >= one.invokedNanos()) {
        client++;
      }
      // Who gets no answer goes on some time later.
      long end = one.isPending() ? one.invokedNanos() + 100 : one.completedNanos();
      if (client == ends.size()) {
        ends.add(end);
      } else {
        ends.set(client, end);
      }
      shared.add(
          new Operation(
              "c" + client,
              one.key(),
              one.kind(),
              one.contents(),
              one.invokedNanos(),
              one.completedNanos()));
    }
    return shared;
  }

  /** The same history with one read that found something else. */
  static List<Operation> withALie(List<Operation> history, long seed) {
    Random random = new Random(seed);
    List<Operation> lying = new ArrayList<>(history);
    int at = random.nextInt(history.size());
    Operation old = history.get(at);
    Contents found =
        random.nextInt(4) == 0
            ? Contents.ABSENT
            : Contents.of(Map.of("a", "v" + random.nextInt(4), "b", "v" + random.nextInt(4)));
    lying.set(
        at,
        Operation.readRecord(
            old.process(), "k", found, old.invokedNanos(), old.invokedNanos() + 150));
    return lying;
  }
}
