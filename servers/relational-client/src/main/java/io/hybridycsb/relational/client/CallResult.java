package io.hybridycsb.relational.client;

import io.hybridycsb.relational.proto.Outcome;

/**
 * What became of a call.
 *
 * @param height of its block
 * @param detail for people: why the first call of its transaction that was not OK was not
 */
public record CallResult(long height, Outcome outcome, String detail) {}
