package io.hybridycsb.it;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hybridycsb.harness.check.LinearizabilityChecker;
import io.hybridycsb.harness.check.Operation;
import io.hybridycsb.harness.check.Verdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What YCSB's operations answered, read from files of {@code hybrid.history}. Each field of each
 * record is a register of its own, so a merge that brings an old field back is seen as a lost write
 * of that field.
 */
final class YcsbHistory {
  /** What operations may answer while processes die: never that nobody knows what went wrong. */
  static final Set<String> HONEST_STATUSES =
      Set.of("OK", "ABORTED", "UNKNOWN", "NOT_FOUND", "SERVICE_UNAVAILABLE");

  /** Statuses that say that a write has had no effect and never will. */
  private static final Set<String> WITHOUT_EFFECT =
      Set.of("ABORTED", "NOT_FOUND", "SERVICE_UNAVAILABLE", "BAD_REQUEST");

  private static final ObjectMapper JSON = new ObjectMapper();

  private final List<Call> calls;

  /** One line of a history. */
  private record Call(
      String process,
      String key,
      String op,
      String status,
      long invokedNs,
      long completedNs,
      Map<String, String> fields) {
    boolean isRead() {
      return op.equals("read");
    }

    boolean isCommitted() {
      return !isRead() && status.equals("OK");
    }
  }

  private YcsbHistory(List<Call> calls) {
    this.calls = calls;
  }

  /** Reads files as far as they are written. */
  static YcsbHistory of(List<Path> files) {
    List<Call> calls = new ArrayList<>();
    for (Path file : files) {
      if (Files.exists(file)) {
        addCalls(file, calls);
      }
    }
    return new YcsbHistory(calls);
  }

  private static void addCalls(Path file, List<Call> calls) {
    try {
      String text = Files.readString(file);
      // The last line may not be whole yet.
      text.substring(0, text.lastIndexOf('\n') + 1)
          .lines()
          .map(YcsbHistory::call)
          .forEach(calls::add);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Call call(String line) {
    try {
      JsonNode json = JSON.readTree(line);
      Map<String, String> fields = new HashMap<>();
      json.path("fields")
          .fields()
          .forEachRemaining(field -> fields.put(field.getKey(), field.getValue().asText()));
      return new Call(
          json.get("process").asText() + "/" + json.get("thread").asText(),
          json.get("key").asText(),
          json.get("op").asText(),
          json.get("status").asText(),
          json.get("invoked_ns").asLong(),
          json.get("completed_ns").asLong(),
          fields);
    } catch (IOException e) {
      throw new UncheckedIOException("not a line of a history: " + line, e);
    }
  }

  /** How many writes that began after this instant have been acknowledged. */
  long commitsSince(long sinceNs) {
    return calls.stream().filter(call -> call.isCommitted() && call.invokedNs() > sinceNs).count();
  }

  /** How many records were inserted, or may have been. */
  long inserts() {
    return calls.stream().filter(call -> call.op().equals("insert")).count();
  }

  /** What operations have answered. */
  Set<String> statuses() {
    return calls.stream().map(Call::status).collect(toCollection(TreeSet::new));
  }

  /** The registers' names: a record's key and a field's. */
  private static String register(String key, String field) {
    return key + "." + field;
  }

  private List<Operation> operations() {
    Set<String> fields = new TreeSet<>();
    calls.forEach(call -> fields.addAll(call.fields().keySet()));
    List<Operation> operations = new ArrayList<>();
    for (Call call : calls) {
      if (call.isRead()) {
        addRead(call, fields, operations);
      } else if (!WITHOUT_EFFECT.contains(call.status())) {
        addWrite(call, operations);
      }
    }
    return operations;
  }

  /** A read that failed tells nothing. */
  private static void addRead(Call call, Set<String> fields, List<Operation> operations) {
    if (call.status().equals("OK") || call.status().equals("NOT_FOUND")) {
      for (String field : fields) {
        operations.add(
            Operation.read(
                call.process(),
                register(call.key(), field),
                call.fields().get(field),
                call.invokedNs(),
                call.completedNs()));
      }
    }
  }

  private static void addWrite(Call call, List<Operation> operations) {
    long completed = call.isCommitted() ? call.completedNs() : Operation.NEVER;
    call.fields()
        .forEach(
            (field, value) ->
                operations.add(
                    Operation.write(
                        call.process(),
                        register(call.key(), field),
                        value,
                        call.invokedNs(),
                        completed)));
  }

  /**
   * What the last reads should have found: for each register, if its value is not of a write that
   * may have been the last one, a line that says so. A write may have been the last one unless
   * another, which began after its end, was acknowledged.
   */
  List<String> lostWrites() {
    Map<String, List<Operation>> writes = new HashMap<>();
    Map<String, Operation> lastReads = new HashMap<>();
    for (Operation operation : operations()) {
      if (operation.kind() == Operation.Kind.READ) {
        lastReads.merge(
            operation.key(),
            operation,
            (one, other) -> one.invokedNanos() > other.invokedNanos() ? one : other);
      } else {
        writes.computeIfAbsent(operation.key(), unused -> new ArrayList<>()).add(operation);
      }
    }
    List<String> lost = new ArrayList<>();
    writes.forEach((key, all) -> addIfLost(key, all, lastReads.get(key), lost));
    return lost;
  }

  private static void addIfLost(
      String key, List<Operation> writes, Operation read, List<String> lost) {
    long lastBegun =
        writes.stream()
            .filter(write -> write.completedNanos() != Operation.NEVER)
            .mapToLong(Operation::invokedNanos)
            .max()
            .orElse(Long.MIN_VALUE);
    if (read == null) {
      lost.add(key + " was written, but nobody has read it at the end");
    } else if (read.value() == null) {
      if (lastBegun != Long.MIN_VALUE) {
        lost.add(key + " is absent");
      }
    } else if (writes.stream()
        .noneMatch(w -> w.value().equals(read.value()) && w.completedNanos() >= lastBegun)) {
      lost.add("%s is %s, which is not of the last writes".formatted(key, read.value()));
    }
  }

  void requireLinearizable() {
    Verdict verdict = new LinearizabilityChecker().check(operations());
    assertThat(verdict).as("linearizability").matches(Verdict::holds);
  }
}
