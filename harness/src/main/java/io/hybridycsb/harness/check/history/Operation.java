package io.hybridycsb.harness.check.history;

import java.util.Objects;

/**
 * One call on one key, as its client saw it. Calls that are known to have had no effect, such as
 * aborted writes, are left out of a history: whoever reads their value then reads a value that
 * nobody wrote.
 *
 * @param process the client that made it; one client's calls come one after another
 * @param found what it answered that was there before; null if it tells nothing of that
 * @param written what it makes of the key's contents; null if it leaves them as they are
 * @param invokedNanos when the call began, on a clock that all clients share
 * @param completedNanos when its answer came; {@link #NEVER} if the outcome is unknown: then it may
 *     take effect at any time after its invocation, or not at all
 */
public record Operation(
    String process,
    String key,
    Kind kind,
    Contents found,
    Contents written,
    long invokedNanos,
    long completedNanos) {
  /** Completion of an operation whose outcome is unknown. */
  public static final long NEVER = Long.MAX_VALUE;

  /** What an operation does. */
  public enum Kind {
    READ,
    /** Puts new contents in place of all that was there. */
    WRITE,
    /** Adds fields, or replaces those that are there; makes a record where there is none. */
    MERGE,
    DELETE,
    /** Writes contents in place of expected ones, at one instant. */
    COMPARE_AND_SET
  }

  public Operation {
    Objects.requireNonNull(key, "key");
    if (completedNanos < invokedNanos) {
      throw new IllegalArgumentException("an operation ends after it began");
    }
    boolean reads = kind == Kind.READ || kind == Kind.COMPARE_AND_SET;
    boolean writes = kind != Kind.READ;
    if (reads != (found != null) || writes != (written != null)) {
      throw new IllegalArgumentException("a read finds contents, a write writes some");
    }
    if (writes && written.isPresent() == (kind == Kind.DELETE)) {
      throw new IllegalArgumentException("a write has a value, a delete has none");
    }
  }

  public static Operation readRecord(
      String process, String key, Contents found, long from, long to) {
    return new Operation(process, key, Kind.READ, found, null, from, to);
  }

  /** Reads a register; null if there was nothing. */
  public static Operation read(String process, String key, String value, long from, long to) {
    return readRecord(process, key, Contents.ofRegister(value), from, to);
  }

  public static Operation writeRecord(
      String process, String key, Contents all, long from, long to) {
    return new Operation(process, key, Kind.WRITE, null, all, from, to);
  }

  /** Writes a register. */
  public static Operation write(String process, String key, String value, long from, long to) {
    return writeRecord(process, key, Contents.ofRegister(value), from, to);
  }

  public static Operation merge(String process, String key, Contents some, long from, long to) {
    return new Operation(process, key, Kind.MERGE, null, some, from, to);
  }

  public static Operation delete(String process, String key, long from, long to) {
    return new Operation(process, key, Kind.DELETE, null, Contents.ABSENT, from, to);
  }

  /** Replaces a register's value by another. */
  public static Operation compareAndSet(
      String process, String key, String expected, String value, long from, long to) {
    return new Operation(
        process,
        key,
        Kind.COMPARE_AND_SET,
        Contents.ofRegister(expected),
        Contents.ofRegister(value),
        from,
        to);
  }

  public boolean isPending() {
    return completedNanos == NEVER;
  }
}
