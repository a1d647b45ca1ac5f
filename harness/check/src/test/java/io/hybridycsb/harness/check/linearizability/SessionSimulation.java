package io.hybridycsb.harness.check.linearizability;

import io.hybridycsb.harness.check.history.Contents;
import io.hybridycsb.harness.check.history.Operation;
import io.hybridycsb.harness.system.Model;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * A system that makes all writes one after another, and whose sessions read ever later states. Two
 * processes of two threads call it. Something happens every 100 ns.
 */
final class SessionSimulation {
  private static final List<String> KEYS = List.of("a", "b", "c");
  private static final int STEP_NS = 100;

  private final Random random;
  private final Model model;
  private final Map<String, List<Operation>> operations = new TreeMap<>();

  /** Each state that there was, by key; the last one is the newest. */
  private final List<Map<String, String>> states = new ArrayList<>(List.of(Map.of()));

  private final List<Operation> acknowledged = new ArrayList<>();

  /** The last state that each session has seen. */
  private final Map<String, Integer> seen = new HashMap<>();

  private final Map<String, Long> idleFrom = new HashMap<>();
  private final Map<String, Operation> lastWrites = new HashMap<>();
  private long now = STEP_NS;
  private int values;

  SessionSimulation(long seed, Model model) {
    this.random = new Random(seed);
    this.model = model;
  }

  Map<String, List<Operation>> run(int steps) {
    for (int i = 0; i < steps; i++, now += STEP_NS) {
      String client = "p%d/%d".formatted(random.nextInt(2), random.nextInt(2));
      long idle = idleFrom.getOrDefault(client, 0L);
      if (idle < now) {
        long from = Math.max(idle + 1, now - random.nextInt(400));
        long to = now + random.nextInt(400);
        call(client, KEYS.get(random.nextInt(KEYS.size())), from, to);
        idleFrom.put(client, to);
      }
    }
    return operations;
  }

  Map<String, List<Operation>> operations() {
    return operations;
  }

  private void call(String client, String key, long from, long to) {
    switch (random.nextInt(6)) {
      case 0, 1 -> write(client, key, from, to);
      case 2 -> {
        boolean effective = random.nextBoolean();
        String value = value();
        if (effective) {
          change(key, value);
        }
        add(Operation.write(client, key, value, from, Operation.NEVER));
      }
      default -> read(client, key, from, to);
    }
  }

  private void write(String client, String key, long from, long to) {
    String value = random.nextInt(8) == 0 ? null : value();
    change(key, value);
    Operation write =
        value == null
            ? Operation.delete(client, key, from, to)
            : Operation.write(client, key, value, from, to);
    add(write);
    acknowledged.add(write);
    lastWrites.put(client, write);
    seen.merge(ModelRules.session(model, write), states.size() - 1, Math::max);
  }

  private void read(String client, String key, long from, long to) {
    String session = ModelRules.session(model, Operation.read(client, key, null, from, to));
    int oldest = seen.getOrDefault(session, 0);
    int state = oldest + random.nextInt(states.size() - oldest);
    seen.put(session, state);
    add(Operation.read(client, key, states.get(state).get(key), from, to));
  }

  /** Values are sometimes repeated. */
  private String value() {
    return "v" + (random.nextInt(3) == 0 ? random.nextInt(3) : 10 + values++);
  }

  private void change(String key, String value) {
    Map<String, String> next = new HashMap<>(states.get(states.size() - 1));
    if (value == null) {
      next.remove(key);
    } else {
      next.put(key, value);
    }
    states.add(next);
  }

  private void add(Operation operation) {
    operations.computeIfAbsent(operation.key(), key -> new ArrayList<>()).add(operation);
  }

  /**
   * Lets a thread read another record than it has written last. The read gives the record as it was
   * before a write that had ended when the thread's own began. Returns false if times tell of no
   * such write.
   */
  boolean goBack() {
    now += 10 * STEP_NS;
    for (Operation last : lastWrites.values()) {
      for (Operation old : acknowledged) {
        for (Operation newer : acknowledged) {
          if (isUnique(old)
              && newer.key().equals(old.key())
              && !newer.key().equals(last.key())
              && old.completedNanos() < newer.invokedNanos()
              && newer.completedNanos() < last.invokedNanos()) {
            add(Operation.readRecord(last.process(), old.key(), old.written(), now, now + 1));
            return true;
          }
        }
      }
    }
    return false;
  }

  private static boolean isUnique(Operation write) {
    String value = write.written().fields().get(Contents.REGISTER);
    return value != null && value.length() > 2;
  }
}
