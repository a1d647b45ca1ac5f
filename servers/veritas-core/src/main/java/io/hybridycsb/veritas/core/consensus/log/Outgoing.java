package io.hybridycsb.veritas.core.consensus.log;

import java.util.function.LongFunction;

/**
 * A record on its way to the shared log.
 *
 * @param record its bytes
 * @param asRead what {@link LogCodec#decode} makes of those bytes, given their position
 */
@SuppressWarnings("ArrayRecordComponent") // compared by SentRecords, byte by byte
public record Outgoing(byte[] record, LongFunction<LogItem> asRead) {}
