package io.hybridycsb.relational.node.database;

import io.hybridycsb.relational.proto.Call;
import io.hybridycsb.verification.Hash;
import java.util.List;

/**
 * A transaction of a block, whose signature was checked.
 *
 * @param id client and number
 * @param body the SHA-256 of what the client has signed, by which it is told from another
 *     transaction of its id
 * @param calls one after the other
 */
public record BlockTransaction(TransactionId id, Hash body, List<Call> calls) {
  public BlockTransaction {
    calls = List.copyOf(calls);
  }
}
