package io.hybridycsb.veritas.core.consensus;

import io.hybridycsb.veritas.core.spi.TransactionLocation;
import io.hybridycsb.veritas.model.TransactionId;

/** A transaction's outcome, now durable and applied. */
public record Decision(TransactionId id, TransactionLocation location) {}
