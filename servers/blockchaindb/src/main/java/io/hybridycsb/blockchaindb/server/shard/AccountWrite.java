package io.hybridycsb.blockchaindb.server.shard;

import com.google.protobuf.ByteString;
import io.hybridycsb.blockchaindb.proto.Kind;
import io.hybridycsb.blockchaindb.proto.WriteReply;
import io.hybridycsb.ethereum.contract.Written;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A write that a writer has taken, until it is deep in the chain. Each transaction that carries it
 * is an attempt, and at most one makes it: a further one expects a chain in which the earlier ones
 * were left out. Guarded by {@link InFlight}.
 */
final class AccountWrite {
  private final long number;
  private final ByteString operation;
  private final byte[] key;
  private final List<Attempt> attempts = new ArrayList<>(1);

  /** Forgotten once the write is settled. */
  private PendingWrite pending;

  private Optional<WriteReply> settled = Optional.empty();

  /**
   * @param position among the transaction's writes
   */
  private record Attempt(Submitted transaction, int position) {
    Written write() {
      return transaction.written().get(position);
    }
  }

  /**
   * @param number in the writer's order
   */
  AccountWrite(long number, PendingWrite pending) {
    this.number = number;
    this.pending = pending;
    this.operation = pending.operationId();
    this.key = pending.write().getKey().toByteArray();
  }

  long number() {
    return number;
  }

  ByteString operation() {
    return operation;
  }

  byte[] key() {
    return key;
  }

  PendingWrite pending() {
    return pending;
  }

  /** The record to set, or the fields to merge. */
  byte[] record() {
    boolean isInTransaction =
        pending.write().getKind() == Kind.SET && pending.write().getRecord().isEmpty();
    return isInTransaction
        ? attempts.get(attempts.size() - 1).write().value()
        : pending.write().getRecord().toByteArray();
  }

  void attempt(Submitted transaction, int position) {
    attempts.add(new Attempt(transaction, position));
  }

  /** The chain's client has never taken that transaction. */
  void takeBack(Submitted transaction) {
    attempts.removeIf(attempt -> attempt.transaction() == transaction);
  }

  /** Whether no transaction carries it yet. */
  boolean isNew() {
    return attempts.isEmpty();
  }

  List<Submitted> transactions() {
    return attempts.stream().map(Attempt::transaction).toList();
  }

  /** Whether that is the newest transaction that carries it. */
  boolean isLastIn(Submitted transaction) {
    return !attempts.isEmpty() && attempts.get(attempts.size() - 1).transaction() == transaction;
  }

  /** The transaction in a block that has made it. */
  Optional<Submitted> made() {
    return attempts.stream()
        .filter(attempt -> attempt.transaction().hasMade(attempt.position()))
        .map(Attempt::transaction)
        .findFirst();
  }

  /** Whether a transaction that carries it is on its way. */
  boolean isOpen() {
    return attempts.stream().anyMatch(attempt -> attempt.transaction().isOpen());
  }

  /** The value that the newest transaction on its way would write. */
  Optional<byte[]> openValue() {
    return attempts.stream()
        .filter(attempt -> attempt.transaction().isOpen())
        .reduce((older, newer) -> newer)
        .map(attempt -> attempt.write().value());
  }

  /** How many of its transactions were reverted. */
  long reverts() {
    return attempts.stream().filter(attempt -> attempt.transaction().isReverted()).count();
  }

  /** Its outcome doesn't change any more. */
  void settle(WriteReply outcome) {
    settled = Optional.of(outcome);
    if (pending != null) {
      pending.reply().complete(outcome);
    }
    pending = null;
    attempts.clear();
  }

  Optional<WriteReply> settled() {
    return settled;
  }

  boolean isSettled() {
    return settled.isPresent();
  }
}
