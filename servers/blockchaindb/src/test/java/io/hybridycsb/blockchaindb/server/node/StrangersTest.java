package io.hybridycsb.blockchaindb.server.node;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import io.hybridycsb.blockchaindb.client.ClusterFile;
import io.hybridycsb.blockchaindb.client.Methods;
import io.hybridycsb.blockchaindb.proto.GetRequest;
import io.hybridycsb.blockchaindb.proto.Write;
import io.hybridycsb.blockchaindb.proto.WriteRequest;
import io.hybridycsb.commands.ProcessingTime;
import io.hybridycsb.ethereum.chain.Layout;
import io.hybridycsb.peers.PeerBounds.Bytes;
import io.hybridycsb.peers.PeerBounds.Times;
import io.hybridycsb.peers.testing.Stranger;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Peers that take all they can and ask for nothing; a client is answered all the same. */
class StrangersTest {
  private static final String METHOD = Methods.WRITE.getFullMethodName();
  private static final int CONNECTIONS_MAX = 8;
  private static final long LONG_MS = 600_000;
  private static final long SHORT_MS = 100;
  private static final int UNFINISHED_BYTES_MAX = 500_000;

  @AutoClose private final ProcessingTime processing = new ProcessingTime(0);
  private Gateway gateway;
  private final List<Stranger> strangers = new ArrayList<>();

  /** Of a node that holds no shard. */
  private void start(Times times) throws IOException {
    Node node = new Node(new ClusterFile(Layout.LOG, List.of(), List.of()), new TreeMap<>());
    gateway =
        new Gateway(
            node,
            processing,
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            CONNECTIONS_MAX,
            Bytes.atMost(UNFINISHED_BYTES_MAX),
            times);
  }

  @AfterEach
  void stop() throws IOException {
    for (Stranger stranger : strangers) {
      stranger.close();
    }
    gateway.close();
  }

  private Stranger stranger() throws IOException {
    Stranger stranger = new Stranger(gateway.port());
    strangers.add(stranger);
    return stranger;
  }

  private long closed() throws IOException {
    long closed = 0;
    for (Stranger stranger : strangers) {
      closed += stranger.isClosed() ? 1 : 0;
    }
    return closed;
  }

  /** The node reads what it is sent, and says what is wrong with it. */
  private void assertClientIsAnswered() {
    assertIsWrong(
        Methods.WRITE,
        WriteRequest.newBuilder()
            .addWrites(Write.newBuilder().setRecord(ByteString.copyFrom(new byte[100_000])))
            .build(),
        "");
  }

  private <Q> void assertIsWrong(MethodDescriptor<Q, ?> method, Q request, String why) {
    ManagedChannel channel =
        NettyChannelBuilder.forAddress("127.0.0.1", gateway.port()).usePlaintext().build();
    try {
      assertThatThrownBy(
              () ->
                  ClientCalls.blockingUnaryCall(
                      channel,
                      method,
                      CallOptions.DEFAULT.withDeadlineAfter(30, TimeUnit.SECONDS),
                      request))
          .hasMessageStartingWith("INVALID_ARGUMENT: " + why);
    } finally {
      channel.shutdownNow();
    }
  }

  private static ConditionFactory await() {
    return Awaitility.await().atMost(Duration.ofMinutes(1));
  }

  @Test
  void silentConnectionsKeepNobodyOut() throws Exception {
    start(new Times(LONG_MS, LONG_MS, 0));
    for (int i = 0; i < CONNECTIONS_MAX; i++) {
      stranger();
    }
    assertClientIsAnswered();
  }

  @Test
  void readsThatMayWaitAreShort() throws Exception {
    start(new Times(LONG_MS, LONG_MS, LONG_MS));
    ByteString key = ByteString.copyFrom(new byte[5_000]);
    assertIsWrong(
        Methods.GET, GetRequest.newBuilder().setKey(key).build(), "a read has at most 4096 bytes");
  }

  @Test
  void connectionsThatJustCameAreNotDisturbedForAnotherOne() throws Exception {
    start(new Times(LONG_MS, LONG_MS, LONG_MS));
    for (int i = 0; i <= CONNECTIONS_MAX; i++) {
      stranger();
    }
    await().until(() -> closed() == 1);
    for (Stranger stranger : strangers) {
      stranger.close();
    }
    await().untilAsserted(this::assertClientIsAnswered);
  }

  @Test
  void ofUnfinishedMessagesTheOldestGivesWay() throws Exception {
    start(new Times(LONG_MS, LONG_MS, LONG_MS));
    for (int i = 0; i < CONNECTIONS_MAX - 1; i++) {
      Stranger stranger = stranger();
      stranger.begin(stranger.open(METHOD), Methods.MESSAGE_BYTES_MAX, 60_000);
      stranger.awaitRead();
    }
    assertClientIsAnswered();
    await().until(() -> closed() > 0);
  }

  @Test
  void aStreamWithoutARequestAndAnUnfinishedOneAreClosed() throws Exception {
    start(new Times(LONG_MS, SHORT_MS, LONG_MS));
    Stranger silent = stranger();
    silent.open(METHOD);
    Stranger slow = stranger();
    slow.begin(slow.open(METHOD), 1_000, 10);
    await().until(() -> silent.isClosed() && slow.isClosed());
  }
}
