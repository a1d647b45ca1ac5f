package io.hybridycsb.veritas.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.hybridycsb.tls.TlsFiles;
import io.hybridycsb.veritas.core.testing.TestTransactions;
import io.hybridycsb.veritas.proto.CommitRequest;
import io.hybridycsb.veritas.proto.GetRequest;
import io.hybridycsb.veritas.proto.Outcome;
import io.hybridycsb.veritas.proto.Request;
import io.hybridycsb.veritas.proto.Transaction;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A node that processes each write before it takes it. */
class ProcessedWritesTest extends GatewayFixture {
  private ManagedChannel channel;

  private RawStream stream(int processingMs) throws Exception {
    processFor(processingMs);
    listen(TlsFiles.NONE, 10, 1_000);
    channel =
        NettyChannelBuilder.forAddress("127.0.0.1", gateway.port())
            .usePlaintext()
            .directExecutor()
            .build();
    return new RawStream(channel);
  }

  @AfterEach
  void stop() throws Exception {
    channel.shutdownNow();
    channel.awaitTermination(WAIT_MS, TimeUnit.MILLISECONDS);
  }

  private static Request.Builder commit(long id, Transaction transaction) {
    return Request.newBuilder()
        .setId(id)
        .setTimeoutMs(WAIT_MS)
        .setCommit(CommitRequest.newBuilder().setTransaction(transaction));
  }

  private static Request.Builder put(long id) {
    return commit(id, TestTransactions.at(id).put("k" + id, "v").signedBy(OneNode.CLIENT_KEY));
  }

  /** One after another they would take 100 seconds. */
  @Test
  @Timeout(60)
  void aWriteThatIsProcessedHoldsBackNoOther() throws Exception {
    RawStream stream = stream(1_000);
    for (long id = 1; id <= 100; id++) {
      stream.send(put(id));
    }
    for (int i = 0; i < 100; i++) {
      assertThat(stream.response().getCommit().getOutcome()).isEqualTo(Outcome.COMMITTED);
    }
  }

  @Test
  void readsAndWhatWritesNothingAreNotProcessed() throws Exception {
    RawStream stream = stream(60_000);
    stream.send(put(1));
    stream.send(
        Request.newBuilder()
            .setId(2)
            .setGet(GetRequest.newBuilder().addKeys(ByteString.copyFromUtf8("t\0k1"))));
    assertThat(stream.response().getId()).isEqualTo(2);
    stream.send(commit(3, TestTransactions.at(3).signedBy(OneNode.CLIENT_KEY)));
    assertThat(stream.response().getId()).isEqualTo(3);
    stream.send(commit(4, Transaction.newBuilder().setBody(ByteString.copyFromUtf8("x")).build()));
    assertThat(stream.response().getId()).isEqualTo(4);
  }
}
