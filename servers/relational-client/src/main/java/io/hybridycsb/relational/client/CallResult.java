package io.hybridycsb.relational.client;

import io.hybridycsb.relational.proto.Outcome;

/**
 * What became of a call.
 *
 * @param height of its block
 * @param detail for people: why it was not OK, if its node has told
 */
public record CallResult(long height, Outcome outcome, String detail) {}
