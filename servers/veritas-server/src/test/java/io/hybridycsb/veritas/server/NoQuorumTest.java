package io.hybridycsb.veritas.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.hybridycsb.tls.TlsFiles;
import io.hybridycsb.veritas.client.VeritasClient;
import io.hybridycsb.veritas.core.consensus.NodeOptions;
import io.hybridycsb.veritas.core.consensus.chain.ChainConsensus;
import io.hybridycsb.veritas.core.node.Node;
import io.hybridycsb.veritas.core.read.Certificates.Certificate;
import io.hybridycsb.veritas.core.testing.TestTransactions;
import io.hybridycsb.veritas.core.txn.TransactionLimits;
import io.hybridycsb.veritas.proto.ClientFrame;
import io.hybridycsb.veritas.proto.CommitRequest;
import io.hybridycsb.veritas.proto.Failure;
import io.hybridycsb.veritas.proto.GetRequest;
import io.hybridycsb.veritas.proto.Request;
import io.hybridycsb.veritas.proto.Response;
import io.hybridycsb.veritas.proto.Transaction;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A node whose chain makes no blocks, as without a quorum of validators. */
final class NoQuorumTest extends GatewayFixture {
  private static final int ADMITTED_MAX = 1;

  /** More than the queue of commits holds. */
  private static final int COMMITS = 10_000;

  private ManagedChannel channel;

  @Override
  Node node() {
    NodeOptions options =
        new NodeOptions(100, 1 << 20, 5, 0, 4, 0, ADMITTED_MAX, TransactionLimits.DEFAULT);
    return OneNode.over(
        state,
        options,
        context -> {
          ChainConsensus consensus =
              new ChainConsensus(context, () -> new Certificate(0, 0, reply -> {}), 5);
          consensus.markCaughtUp();
          return consensus;
        });
  }

  @BeforeEach
  void start() throws Exception {
    listen(TlsFiles.NONE, 16, 20_000);
    channel =
        NettyChannelBuilder.forAddress("127.0.0.1", gateway.port())
            .usePlaintext()
            .directExecutor()
            .build();
  }

  @AfterEach
  void stop() throws Exception {
    channel.shutdownNow();
    channel.awaitTermination(WAIT_MS, TimeUnit.MILLISECONDS);
  }

  private static Request.Builder commit(long id, Transaction transaction) {
    return Request.newBuilder()
        .setId(id)
        .setCommit(CommitRequest.newBuilder().setTransaction(transaction));
  }

  @Test
  void commitsThatFindNoRoomAreRefusedAtOnceAndReadsGoOn() throws Exception {
    Transaction first = TestTransactions.at(1).put("a", "x").signedBy(OneNode.CLIENT_KEY);
    Transaction second = TestTransactions.at(2).put("a", "x").signedBy(OneNode.CLIENT_KEY);
    RawStream stream = new RawStream(channel);
    ClientFrame.Builder frame = ClientFrame.newBuilder().addRequests(commit(1, first));
    for (int id = 2; id <= COMMITS; id++) {
      frame.addRequests(commit(id, second));
    }
    stream.send(frame.build());
    stream.send(
        Request.newBuilder()
            .setId(COMMITS + 1)
            .setGet(GetRequest.newBuilder().addKeys(ByteString.copyFromUtf8("t\0a"))));
    boolean read = false;
    for (int i = 0; i < COMMITS; i++) {
      Response response = stream.response();
      if (response.getId() > COMMITS) {
        read = true;
        assertThat(response.getGet().getValuesCount()).isEqualTo(1);
      } else {
        assertThat(response.getId()).isGreaterThan(1);
        assertThat(response.getFailure().getCode()).isEqualTo(Failure.Code.BUSY);
      }
    }
    assertThat(read).isTrue();
    try (VeritasClient client = connect("127.0.0.1", TlsFiles.NONE, WAIT_MS)) {
      assertThat(client.session().get("t", "a")).isEmpty();
    }
  }
}
