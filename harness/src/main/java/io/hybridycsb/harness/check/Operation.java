package io.hybridycsb.harness.check;

import java.util.Objects;

/**
 * One call on one key, as its client saw it. Calls that are known to have had no effect, such as
 * aborted writes, are left out of a history: whoever reads their value then reads a value that
 * nobody wrote.
 *
 * @param process the client that made it; only shown
 * @param expected of a compare-and-set: the value that was there; null for an absent key
 * @param value what was read, or is written; null for an absent key
 * @param invokedNanos when the call began, on a clock that all clients share
 * @param completedNanos when its answer came; {@link #NEVER} if the outcome is unknown: then it may
 *     take effect at any time after its invocation, or not at all
 */
public record Operation(
    String process,
    String key,
    Kind kind,
    String expected,
    String value,
    long invokedNanos,
    long completedNanos) {
  /** Completion of an operation whose outcome is unknown. */
  public static final long NEVER = Long.MAX_VALUE;

  /** What an operation does. */
  public enum Kind {
    READ,
    WRITE,
    DELETE,
    /** Writes a value in place of an expected one, at one instant. */
    COMPARE_AND_SET
  }

  public Operation {
    Objects.requireNonNull(key, "key");
    if (completedNanos < invokedNanos) {
      throw new IllegalArgumentException("an operation ends after it began");
    }
    boolean writesValue = kind == Kind.WRITE || kind == Kind.COMPARE_AND_SET;
    if (kind != Kind.READ && writesValue == (value == null)) {
      throw new IllegalArgumentException("a write has a value, a delete has none");
    }
  }

  public static Operation read(String process, String key, String value, long from, long to) {
    return new Operation(process, key, Kind.READ, null, value, from, to);
  }

  public static Operation write(String process, String key, String value, long from, long to) {
    return new Operation(process, key, Kind.WRITE, null, value, from, to);
  }

  public static Operation delete(String process, String key, long from, long to) {
    return new Operation(process, key, Kind.DELETE, null, null, from, to);
  }

  public static Operation compareAndSet(
      String process, String key, String expected, String value, long from, long to) {
    return new Operation(process, key, Kind.COMPARE_AND_SET, expected, value, from, to);
  }

  boolean isPending() {
    return completedNanos == NEVER;
  }

  /** Whether the operation can take effect where the key has {@code state}. */
  boolean fits(String state) {
    return switch (kind) {
      case READ -> Objects.equals(state, value);
      case COMPARE_AND_SET -> Objects.equals(state, expected);
      case WRITE, DELETE -> true;
    };
  }

  Operation asPending() {
    return new Operation(process, key, kind, expected, value, invokedNanos, NEVER);
  }
}
