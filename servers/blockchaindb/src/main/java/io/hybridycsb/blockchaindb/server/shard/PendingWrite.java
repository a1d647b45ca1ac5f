package io.hybridycsb.blockchaindb.server.shard;

import com.google.protobuf.ByteString;
import io.hybridycsb.blockchaindb.proto.Outcome;
import io.hybridycsb.blockchaindb.proto.Write;
import io.hybridycsb.blockchaindb.proto.WriteReply;
import java.util.concurrent.CompletableFuture;

/**
 * A write on its way into the chain.
 *
 * @param operationId the client's
 * @param commit when it is acknowledged: -1 in the pool, K with K blocks on top
 * @param reply completed once
 */
public record PendingWrite(
    ByteString operationId,
    Write write,
    int commit,
    CompletableFuture<WriteReply> reply,
    WriteTimes times) {

  public PendingWrite(ByteString operationId, Write write, int commit) {
    this(operationId, write, commit, new CompletableFuture<>(), new WriteTimes());
  }

  void end(Outcome outcome, String detail) {
    reply.complete(WriteReply.newBuilder().setOutcome(outcome).setDetail(detail).build());
  }
}
