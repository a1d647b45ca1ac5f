package io.hybridycsb.blockchaindb.server.shard;

import com.google.protobuf.ByteString;
import io.hybridycsb.blockchaindb.proto.Outcome;
import io.hybridycsb.blockchaindb.proto.Write;
import io.hybridycsb.blockchaindb.proto.WriteReply;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

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
    WriteTimes times) {

  private static final long BLOCK_WAIT_S = 60;

  public PendingWrite(ByteString operationId, Write write, int commit, long fromBlock) {
    this(
        operationId,
        write,
        commit,
        fromBlock,
        System.nanoTime() + TimeUnit.SECONDS.toNanos(BLOCK_WAIT_S),
        new CompletableFuture<>(),
        new WriteTimes());
  }

  void end(Outcome outcome, String detail) {
    reply.complete(WriteReply.newBuilder().setOutcome(outcome).setDetail(detail).build());
  }
}
