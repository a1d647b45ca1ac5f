package io.hybridycsb.harness.check.history;

import java.util.Objects;

/**
 * One call on one key, as its client saw it. A history leaves out calls known to have had no
 * effect, such as aborted writes: a read of such a value then reads a value that nobody wrote.
 *
 * @param process the client that made it; one client's calls come one after another
 * @param contents what a read has found before the call, or what a write writes
 * @param invokedNanos when the call began, on a clock that all clients share
 * @param completedNanos when its answer came; {@link #NEVER} if the outcome is unknown: then it may
 *     take effect at any time after its invocation, or not at all
 */
public record Operation(
    String process,
    String key,
    Kind kind,
    Contents contents,
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
    DELETE;

    boolean isRead() {
      return this == READ || this == SCANNED;
    }
  }

  public Operation {
    Objects.requireNonNull(key, "key");
    if (completedNanos < invokedNanos) {
      throw new IllegalArgumentException("an operation ends after it began");
    }
    Objects.requireNonNull(contents, "contents");
    if (!kind.isRead() && contents.isPresent() == (kind == Kind.DELETE)) {
      throw new IllegalArgumentException("a write has a value, a delete has none");
    }
  }

  /** Whether it changes nothing. */
  public boolean isRead() {
    return kind.isRead();
  }

  /** The contents before the call, by its answer; null if the answer doesn't tell. */
  public Contents found() {
    return isRead() ? contents : null;
  }

  /** The contents that it writes; null if it writes nothing. */
  public Contents written() {
    return isRead() ? null : contents;
  }

  public static Operation readRecord(
      String process, String key, Contents found, long from, long to) {
    return new Operation(process, key, Kind.READ, found, from, to);
  }

  /** A row of a scan whose rows may be of different instants. */
  public static Operation scanned(String process, String key, Contents found, long from, long to) {
    return new Operation(process, key, Kind.SCANNED, found, from, to);
  }

  /** Reads a register; null if there was nothing. */
  public static Operation read(String process, String key, String value, long from, long to) {
    return readRecord(process, key, Contents.ofRegister(value), from, to);
  }

  public static Operation writeRecord(
      String process, String key, Contents all, long from, long to) {
    return new Operation(process, key, Kind.WRITE, all, from, to);
  }

  /** Writes a register. */
  public static Operation write(String process, String key, String value, long from, long to) {
    return writeRecord(process, key, Contents.ofRegister(value), from, to);
  }

  public static Operation merge(String process, String key, Contents some, long from, long to) {
    return new Operation(process, key, Kind.MERGE, some, from, to);
  }

  public static Operation delete(String process, String key, long from, long to) {
    return new Operation(process, key, Kind.DELETE, Contents.ABSENT, from, to);
  }

  public boolean isPending() {
    return completedNanos == NEVER;
  }
}
