package io.hybridycsb.relational.client;

import io.hybridycsb.relational.proto.SignedTransaction;

/**
 * A transaction as it is sent, however often and to whomever. Sent again, it has no further effect.
 *
 * @param number with the client's key its identity
 * @param calls how many it has
 */
public record SignedCalls(long number, int calls, SignedTransaction transaction) {
  int bytes() {
    return transaction.getSerializedSize();
  }
}
