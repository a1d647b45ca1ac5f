package io.hybridycsb.harness.check.history;

import java.util.Map;
import java.util.Optional;

/**
 * One line of a recorded history: a call of a binding, and the answer.
 *
 * @param client its process and thread
 * @param op insert, read, update, delete or scan
 * @param status the outcome's name in YCSB
 * @param contents digests of the values written or found
 * @param scan what a scan has found; null if it failed, and of other operations
 */
public record RecordedCall(
    String client,
    RecordId record,
    String op,
    String status,
    Contents contents,
    long invokedNs,
    long completedNs,
    RecordedScan scan) {
  /** The read that a row of this scan stands for. */
  RecordedCall row(RecordedScan.Row row) {
    return read(row.key(), "OK", row.fields());
  }

  /** The read that this scan stands for by not finding a record. */
  RecordedCall absence(String missing) {
    return read(missing, "NOT_FOUND", Map.of());
  }

  private RecordedCall read(String key, String outcome, Map<String, String> fields) {
    return new RecordedCall(
        client,
        new RecordId(record.table(), key),
        "read",
        outcome,
        new Contents(true, fields, contents.asked()),
        invokedNs,
        completedNs,
        null);
  }

  public Map<String, String> fields() {
    return contents.fields();
  }

  /** Whether this is a write, with any outcome. */
  public boolean isWrite() {
    return !op.equals("read") && !op.equals("scan");
  }

  /** Whether it is a write that was acknowledged. */
  public boolean isCommitted() {
    return isWrite() && status.equals("OK");
  }

  /** Whether it is a write that is known to have changed nothing. */
  public boolean isWithoutEffect() {
    return isWrite() && WriteEffect.isNone(status);
  }

  /** Whether it is a write whose outcome is unknown. */
  public boolean isUnknown() {
    return isWrite() && !isCommitted() && !isWithoutEffect();
  }

  /** The record's name among all tables. */
  public String register() {
    return record.register();
  }

  /**
   * The operation on its record; empty if it had none, as a scan has. An update or delete that
   * finds no record counts as a read that finds none.
   */
  public Optional<Operation> operation() {
    boolean foundNone = status.equals("NOT_FOUND") && !op.equals("insert") && !op.equals("scan");
    if (foundNone) {
      return Optional.of(
          Operation.readRecord(client, register(), Contents.ABSENT, invokedNs, completedNs));
    }
    if (op.equals("read") && status.equals("OK")) {
      return Optional.of(
          Operation.readRecord(client, register(), contents, invokedNs, completedNs));
    }
    return isWrite() && !isWithoutEffect() ? Optional.of(write()) : Optional.empty();
  }

  /** The write, with an unknown outcome unless it was acknowledged. */
  Operation write() {
    return write(invokedNs, isCommitted() ? completedNs : Operation.NEVER);
  }

  /** The same write once more, begun after this one's answer, with an unknown outcome. */
  Operation repeat() {
    return write(completedNs, Operation.NEVER);
  }

  private Operation write(long begin, long end) {
    return switch (op) {
      case "insert" -> Operation.writeRecord(client, register(), Contents.of(fields()), begin, end);
      case "update" -> Operation.merge(client, register(), Contents.of(fields()), begin, end);
      case "delete" -> Operation.delete(client, register(), begin, end);
      default -> throw new IllegalStateException("not a write: " + op);
    };
  }
}
