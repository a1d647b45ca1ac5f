package io.hybridycsb.sharedlog;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The totally ordered log that all nodes read. One record is the unit of atomicity: it stands in
 * the log whole, once, at one position, or not at all. All that ever read the log find the same
 * records at the same positions.
 *
 * <p>Any thread may append and wake; all else is for one thread at a time.
 */
public interface SharedLog extends AutoCloseable {

  /**
   * Appends a record, which may be empty; throws nothing. Records that one caller appends one after
   * another stand in that order, whether or not it waits in between. The future completes when the
   * record can no longer be lost and stands before {@link #end}. It fails when that is refused or
   * not known; the record may stand in the log all the same.
   */
  CompletableFuture<Void> append(byte[] record);

  /**
   * Makes the next {@link #poll} start at the first record at or after {@code position}; comes
   * before the first poll.
   *
   * @param position at most {@link #end}
   */
  void seek(long position);

  /**
   * Waits at most {@code timeoutMs} for the next records, in the log's order: those after the last
   * ones that were polled. It may return fewer than there are, and returns none when the time is
   * over or the thread is interrupted; the interrupt stays set.
   *
   * @throws LogException if the log can't be read and waiting won't help: it was closed, or the
   *     position is after its end
   */
  List<LogEntry> poll(long timeoutMs);

  /**
   * Ends the wait of the {@link #poll} that is under way, or else of the next one: it returns at
   * once, with what it has or with none.
   */
  void wakeUp();

  /**
   * The position of the last record in the log now, plus one; 0 while there is none.
   *
   * @throws LogException if the log can't be reached
   */
  long end();

  /** The longest record that may be appended, in bytes; one twice as long is refused. */
  int recordBytesMax();

  /** Closes this access to the log only; may be called again. Later appends fail. */
  @Override
  void close();
}
