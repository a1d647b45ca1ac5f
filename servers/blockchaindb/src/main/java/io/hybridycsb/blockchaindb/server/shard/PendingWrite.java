package io.hybridycsb.blockchaindb.server.shard;

import com.google.protobuf.ByteString;
import io.hybridycsb.blockchaindb.proto.Outcome;
import io.hybridycsb.blockchaindb.proto.Write;
import io.hybridycsb.blockchaindb.proto.WriteReply;
import io.hybridycsb.metrics.ComponentTimes;
import io.hybridycsb.metrics.ComponentTimes.Operation;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * A write on its way into the chain.
 *
 * @param operationId the client's
 * @param commit when it is acknowledged: -1 in the pool, K with K blocks on top
 * @param fromBlock it waits until the node knows the block of this number
 * @param untilNs how long it waits for that, by {@link System#nanoTime}
 * @param reply completed once
 */
public record PendingWrite(
    ByteString operationId,
    Write write,
    int commit,
    long fromBlock,
    long untilNs,
    CompletableFuture<WriteReply> reply,
    Times times) {

  private static final long BLOCK_WAIT_S = 60;

  /** The outcome of an operation of several writes is the first of these that one of them has. */
  private static final List<Outcome> WORST_FIRST =
      List.of(
          Outcome.TOO_LARGE,
          Outcome.NOT_SUBMITTED,
          Outcome.FAILED,
          Outcome.UNKNOWN,
          Outcome.PENDING,
          Outcome.ACCEPTED,
          Outcome.COMMITTED,
          Outcome.ABSENT);

  public PendingWrite(ByteString operationId, Write write, int commit, long fromBlock) {
    this(
        operationId,
        write,
        commit,
        fromBlock,
        System.nanoTime() + TimeUnit.SECONDS.toNanos(BLOCK_WAIT_S),
        new CompletableFuture<>(),
        new Times());
  }

  /** The reply to an operation whose writes have these. */
  public static WriteReply replyOfAll(List<WriteReply> replies) {
    if (replies.size() == 1) {
      return replies.get(0);
    }
    WriteReply worst =
        replies.stream()
            .min(Comparator.comparingInt(reply -> WORST_FIRST.indexOf(reply.getOutcome())))
            .orElseThrow();
    return worst.toBuilder()
        .setBlock(replies.stream().mapToLong(WriteReply::getBlock).max().orElseThrow())
        .clearTransactions()
        .addAllTransactions(
            replies.stream().flatMap(r -> r.getTransactionsList().stream()).distinct().toList())
        .build();
  }

  void end(Outcome outcome, String detail) {
    reply.complete(WriteReply.newBuilder().setOutcome(outcome).setDetail(detail).build());
  }

  /**
   * How long a write takes, from its arrival on. The chain's client orders, executes and stores it
   * in one process that can't be measured inside. All of that counts as consensus, and so does
   * waiting for a place in a transaction and in the pool.
   */
  public static final class Times {
    private final LongSupplier clock;
    private final long arrivedNanos;
    private volatile long preparationNanos;

    /** The times of a write that arrives now. */
    Times() {
      this(System::nanoTime);
    }

    Times(LongSupplier clock) {
      this.clock = clock;
      this.arrivedNanos = clock.getAsLong();
    }

    /** Its transaction was made, signed and written to the journal. */
    void prepared(long nanos) {
      preparationNanos = nanos;
    }

    /**
     * The write is acknowledged.
     *
     * @param databaseNanos how long its block took to be applied to the node's state
     */
    public void count(ComponentTimes times, long databaseNanos) {
      long total = clock.getAsLong() - arrivedNanos;
      long consensus = Math.max(0, total - preparationNanos - databaseNanos);
      times.add(
          Operation.COMMIT, 1, total, consensus, 0, Math.min(databaseNanos, total - consensus));
    }
  }
}
