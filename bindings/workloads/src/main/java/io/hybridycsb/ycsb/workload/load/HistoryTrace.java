package io.hybridycsb.ycsb.workload.load;

import java.io.IOException;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * A trace from a history that {@code hybrid.history} has recorded. Its lines are sorted by the ends
 * of operations; they are replayed by their begins. As only so many are read ahead, one that took
 * very long may come later than it began.
 */
final class HistoryTrace implements Trace {
  private static final int AHEAD = 50_000;
  private static final double NANOS = 1e9;

  private final Lines lines;
  private final int valueBytes;
  private final long begunNanos;
  private final PriorityQueue<Replayed> ahead =
      new PriorityQueue<>(Comparator.comparingDouble(Replayed::second));
  private boolean ended;

  /**
   * @param lines behind the first
   * @param valueBytes of each value that is written
   */
  HistoryTrace(Lines lines, String first, int valueBytes) {
    this.lines = lines;
    this.valueBytes = valueBytes;
    Map<String, Object> header = object(first);
    if (!"1".equals(header.get("history"))) {
      throw lines.wrong("expected a history of format 1, as hybrid.history records it");
    }
    this.begunNanos = number(header, "begun_ns");
  }

  @Override
  public Optional<Replayed> next() {
    while (!ended && ahead.size() < AHEAD) {
      Optional<String> line = lines.next();
      ended = line.isEmpty();
      line.ifPresent(this::add);
    }
    return Optional.ofNullable(ahead.poll());
  }

  private void add(String line) {
    Map<String, Object> object = object(line);
    if (object.containsKey("ended_ns")) {
      ended = true;
      return;
    }
    String op = text(object, "op");
    if (op.equals("transaction") || op.equals("decided")) {
      throw lines.wrong("a history of transactions, which isn't replayed: record operations");
    }
    Replayed.Kind kind;
    try {
      kind = Replayed.Kind.of(op);
    } catch (IllegalArgumentException e) {
      throw lines.wrong(e.getMessage());
    }
    double second = Math.max(0, number(object, "invoked_ns") - begunNanos) / NANOS;
    int size = kind == Replayed.Kind.SCAN ? count(object) : valueBytes;
    ahead.add(
        new Replayed(
            second, kind, text(object, "table"), text(object, "key"), size, fields(kind, object)));
  }

  private int count(Map<String, Object> scan) {
    long count = scan.containsKey("count") ? number(scan, "count") : 1;
    return (int) Math.max(1, Math.min(Replayed.SIZE_MAX, count));
  }

  private static Optional<Set<String>> fields(Replayed.Kind kind, Map<String, Object> object) {
    Object names = object.get(kind.writes() ? "fields" : "asked");
    if (names instanceof Map<?, ?> map) {
      return Optional.of(names(map.keySet()));
    }
    return names instanceof List<?> list ? Optional.of(names(list)) : Optional.empty();
  }

  private static Set<String> names(Iterable<?> all) {
    Set<String> names = new LinkedHashSet<>();
    all.forEach(name -> names.add(String.valueOf(name)));
    return names;
  }

  private Map<String, Object> object(String line) {
    try {
      return JsonObject.parse(line);
    } catch (IllegalArgumentException e) {
      throw lines.wrong(e.getMessage());
    }
  }

  private String text(Map<String, Object> object, String name) {
    if (object.get(name) instanceof String text) {
      return text;
    }
    throw lines.wrong("%s is missing".formatted(name));
  }

  private long number(Map<String, Object> object, String name) {
    try {
      return Long.parseLong(text(object, name));
    } catch (NumberFormatException e) {
      throw lines.wrong("%s is no whole number".formatted(name));
    }
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
