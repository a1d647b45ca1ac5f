package io.hybridycsb.veritas.core.spi;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The totally ordered log that all nodes read. One record is the unit of atomicity: it stands in
 * the log whole, once, at one position, or not at all.
 */
public interface SharedLog extends AutoCloseable {

  /**
   * Appends a record. Records that one caller appends one after another stand in that order. The
   * future completes when the record can no longer be lost, and fails when that is refused or not
   * known; the record may stand in the log all the same.
   */
  CompletableFuture<Void> append(byte[] record);

  /** Makes the next {@link #poll} start at the first record at or after {@code position}. */
  void seek(long position);

  /**
   * Waits at most {@code timeoutMs} for the next records, in the log's order. For one thread.
   *
   * @throws StoreException if the log can't be read and won't be by waiting
   */
  List<LogEntry> poll(long timeoutMs);

  /**
   * The position after the last record that stands in the log now.
   *
   * @throws StoreException if the log can't be reached
   */
  long end();

  /** The longest record that may be appended. */
  int recordBytesMax();

  @Override
  void close();
}
