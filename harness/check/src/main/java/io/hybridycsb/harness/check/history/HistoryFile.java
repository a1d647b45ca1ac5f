package io.hybridycsb.harness.check.history;

import io.hybridycsb.harness.UsageException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongConsumer;

/**
 * A file that a binding has recorded with {@code hybrid.history}; see docs/formats.md.
 *
 * @param head its first line
 * @param threadsNs of each of the process's threads, when the last of its calls that is recorded
 *     was answered; {@code begunNs} if none is
 * @param isWhole whether the process has closed the file; otherwise it was killed or still runs
 * @param damagedLine the last line's number if that line is incomplete; otherwise 0
 */
public record HistoryFile(
    Path file,
    Head head,
    List<Long> threadsNs,
    List<RecordedCall> calls,
    List<RecordedTransaction> transactions,
    boolean isWhole,
    long damagedLine) {
  /** The operations on records. */
  public static final Set<String> OPS = Set.of("insert", "read", "update", "delete", "scan");

  /**
   * What a file begins with.
   *
   * @param process the client process; no other one has this name
   * @param machine identifies one boot of one machine, within which clocks can be compared
   * @param begunNs when the recording began
   * @param wallClockMs the same instant in milliseconds since 1970; empty if the file doesn't say
   * @param threads how many threads the process has
   * @param marksDeletes whether its transactions mark their deletes
   */
  public record Head(
      String process,
      String machine,
      long begunNs,
      OptionalLong wallClockMs,
      long threads,
      boolean marksDeletes) {}

  /** Of a client that was killed within its first line, before its threads did anything. */
  static HistoryFile empty(Path file) {
    Head none = new Head("", "", 0, OptionalLong.empty(), 0, false);
    return new HistoryFile(file, none, List.of(), List.of(), List.of(), false, 1);
  }

  /** Whether there is nothing but a part of the first line. */
  public boolean isEmpty() {
    return damagedLine == 1;
  }

  /**
   * Reads a file as far as it is written.
   *
   * @throws UsageException if it is no history, or damaged before its last line
   */
  public static HistoryFile read(Path file) {
    return read(file, OPS, lines -> {});
  }

  /**
   * Reads a file as far as it is written, keeps only the calls of these operations, and reports the
   * number of lines read so far.
   *
   * @throws UsageException as above
   */
  public static HistoryFile read(Path file, Set<String> ops, LongConsumer progress) {
    return new HistoryReader(file, ops, progress).read();
  }
}
