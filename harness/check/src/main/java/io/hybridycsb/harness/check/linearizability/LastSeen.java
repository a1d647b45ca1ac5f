package io.hybridycsb.harness.check.linearizability;

import io.hybridycsb.harness.check.history.Operation;

/**
 * What a session has seen, maybe on another record: a write that took effect after an instant. All
 * that had been written by this instant must then be seen, too.
 *
 * @param instantNs the write's invocation
 * @param by the session's operation: the write itself, or a read that shows it
 */
record LastSeen(long instantNs, Operation write, Operation by) {}
