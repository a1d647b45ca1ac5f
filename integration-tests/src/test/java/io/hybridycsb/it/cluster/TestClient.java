package io.hybridycsb.it.cluster;

import io.hybridycsb.harness.check.serializability.TransactionRecord;
import java.util.Collection;
import java.util.Optional;

/** What the tests need of every system; used by many threads. Nodes count from 0. */
public interface TestClient extends AutoCloseable {
  /** What became of a write. */
  enum Outcome {
    COMMITTED,
    ABORTED,
    UNKNOWN,
    /** Nothing was sent. */
    NOT_TRIED
  }

  /** How far a node is; equal for nodes that agree. */
  record Position(long height, String stateRoot) {}

  /** Writes a record of one field, through this node first. */
  Outcome put(int node, String key, String value);

  /** Deletes a record, through this node first. */
  Outcome delete(int node, String key);

  /**
   * Reads a record's one field, through this node first.
   *
   * @throws RuntimeException if nobody answers
   */
  Optional<String> get(int node, String key);

  /**
   * Reads a record from this node and no other.
   *
   * @throws RuntimeException if it doesn't answer
   */
  Optional<String> getFrom(int node, String key);

  /**
   * Reads some keys and writes some keys in one transaction, through this node first.
   *
   * @return what is known of it; empty if nothing was sent
   */
  Optional<TransactionRecord> transact(
      int node, Collection<String> read, Collection<String> written);

  /** A transaction with its outcome, if an unknown outcome has become known since. */
  default TransactionRecord settled(TransactionRecord transaction) {
    return transaction;
  }

  /** How far this node is, and no other. */
  Position position(int node);

  @Override
  void close();
}
