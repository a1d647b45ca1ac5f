package io.hybridycsb.harness.check.history;

import java.util.Objects;

/**
 * One call on one key, as its client saw it. A history leaves out calls known to have had no
 * effect, such as aborted writes: a read of such a value then reads a value that nobody wrote.
 *
 * @param process the client that made it; one client's calls come one after another
 * @param found the contents before the call, by its answer; null if the answer doesn't tell
 * @param written the contents that it writes; null if it writes nothing
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
    /** A row of a scan: shows what was there at any instant before its answer. */
    SCANNED,
    /** Replaces the contents. */
    WRITE,
    /** Adds or replaces fields; creates the record if there is none. */
    MERGE,
    DELETE,
    /** Replaces expected contents atomically. */
    COMPARE_AND_SET
  }

  public Operation {
    Objects.requireNonNull(key, "key");
    if (completedNanos < invokedNanos) {
      throw new IllegalArgumentException("an operation ends after it began");
    }
    boolean writes = kind != Kind.READ && kind != Kind.SCANNED;
    boolean reads = !writes || kind == Kind.COMPARE_AND_SET;
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

  /** A row of a scan whose rows may be of different instants. */
  public static Operation scanned(String process, String key, Contents found, long from, long to) {
    return new Operation(process, key, Kind.SCANNED, found, null, from, to);
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
