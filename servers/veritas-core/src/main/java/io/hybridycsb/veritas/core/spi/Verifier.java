package io.hybridycsb.veritas.core.spi;

import io.hybridycsb.veritas.core.txn.CheckedTransaction;

/**
 * A node's own rules. A node votes against a transaction that its verifier doesn't approve. Called
 * by one thread, for transactions that the protocol's rules allow.
 */
@FunctionalInterface
public interface Verifier {
  /** Approves everything. */
  Verifier APPROVE_ALL = transaction -> true;

  boolean approves(CheckedTransaction transaction);
}
