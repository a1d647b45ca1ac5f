package io.hybridycsb.immudb.client;

import io.hybridycsb.immudb.proof.State;

/**
 * What a verified call has shown.
 *
 * @param tx the transaction that has written what was read, or was written; the last one of a state
 * @param value what was read; empty of a write or a state
 * @param proofBytes of all answers that were needed, without what was read
 * @param state of the ledger that it stands against
 */
@SuppressWarnings("ArrayRecordComponent") // not compared
public record Verified(long tx, byte[] value, int proofBytes, State state) {}
