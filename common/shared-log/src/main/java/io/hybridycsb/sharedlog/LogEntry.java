package io.hybridycsb.sharedlog;

/**
 * A record of the shared log.
 *
 * @param position rises from record to record, not always by one
 */
@SuppressWarnings("ArrayRecordComponent") // carries bytes; compared by nobody
public record LogEntry(long position, byte[] record) {}
