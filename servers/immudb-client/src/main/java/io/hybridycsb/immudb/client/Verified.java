package io.hybridycsb.immudb.client;

import io.hybridycsb.immudb.proof.State;

/**
 * What a verified call has shown.
 *
 * @param tx the transaction that has written what was read, or was written
 * @param value what was read; empty of a write
 * @param proofBytes of the answer, without what was read
 * @param state of the ledger that it stands against
 */
@SuppressWarnings("ArrayRecordComponent") // not compared
public record Verified(long tx, byte[] value, int proofBytes, State state) {}
