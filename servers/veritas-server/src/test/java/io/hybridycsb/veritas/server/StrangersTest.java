package io.hybridycsb.veritas.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.hybridycsb.peers.PeerBounds.Times;
import io.hybridycsb.peers.testing.Stranger;
import io.hybridycsb.records.Fields;
import io.hybridycsb.records.StateKey;
import io.hybridycsb.tls.TlsFiles;
import io.hybridycsb.veritas.client.Session;
import io.hybridycsb.veritas.client.VeritasClient;
import io.hybridycsb.veritas.connection.Hello;
import io.hybridycsb.veritas.connection.VeritasMethod;
import io.hybridycsb.veritas.core.testing.TestConnection;
import io.hybridycsb.veritas.core.testing.TestKeys;
import io.hybridycsb.veritas.core.testing.TestTransactions;
import io.hybridycsb.veritas.crypto.SigningKey;
import io.hybridycsb.veritas.proto.ClientFrame;
import io.hybridycsb.veritas.proto.Failure;
import io.hybridycsb.veritas.proto.GetRequest;
import io.hybridycsb.veritas.proto.Request;
import io.hybridycsb.veritas.proto.Response;
import io.hybridycsb.veritas.proto.StatusRequest;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Peers that have shown no key and take all they can; clients and nodes are served all the same.
 */
final class StrangersTest extends GatewayFixture {
  private static final String METHOD = VeritasMethod.CONNECT.getFullMethodName();
  private static final int CONNECTIONS_MAX = 8;
  private static final int LONG_MS = 600_000;
  private static final int SHORT_MS = 100;

  private final List<Stranger> strangers = new ArrayList<>();
  private final List<ManagedChannel> channels = new ArrayList<>();

  private void listen(Times times) throws IOException {
    listen(TlsFiles.NONE, times, CONNECTIONS_MAX, 100, 64L << 20);
  }

  @AfterEach
  void stop() throws IOException {
    channels.forEach(ManagedChannel::shutdownNow);
    for (Stranger stranger : strangers) {
      stranger.close();
    }
  }

  private Stranger stranger() throws IOException {
    Stranger stranger = new Stranger(gateway.port());
    strangers.add(stranger);
    return stranger;
  }

  /** Of a connection of its own, on which a request is sent. */
  private RawStream stream(Metadata hello) {
    return stream(hello, Integer.MAX_VALUE);
  }

  private RawStream stream(Metadata hello, int frames) {
    ManagedChannel channel =
        NettyChannelBuilder.forAddress("127.0.0.1", gateway.port())
            .usePlaintext()
            .directExecutor()
            .build();
    channels.add(channel);
    RawStream stream = new RawStream(channel, frames, hello);
    stream.send(Request.newBuilder().setId(1).setStatus(StatusRequest.getDefaultInstance()));
    return stream;
  }

  private void assertClientIsServed() {
    try (VeritasClient client = connect("127.0.0.1", TlsFiles.NONE, WAIT_MS)) {
      Session session = client.session();
      assertThat(session.get("usertable", "absent")).isEmpty();
      assertThat(session.status().getNode()).isEqualTo("node1");
    }
  }

  @Test
  void silentConnectionsAndStreamsKeepNobodyOut() throws Exception {
    listen(new Times(LONG_MS, LONG_MS, LONG_MS));
    for (int i = 0; i < 2 * CONNECTIONS_MAX; i++) {
      Stranger stranger = stranger();
      for (int stream = 0; stream < i; stream++) {
        stranger.open(METHOD);
      }
    }
    assertClientIsServed();
  }

  @Test
  void strangersWhoAskAllTheTimeKeepNoKeyOut() throws Exception {
    listen(new Times(LONG_MS, LONG_MS, LONG_MS));
    for (int i = 0; i < CONNECTIONS_MAX; i++) {
      assertThat(stream(new Metadata()).response().hasStatus()).isTrue();
    }
    assertClientIsServed();
  }

  @Test
  void nodesHavePlacesThatNoClientTakes() throws Exception {
    listen(new Times(LONG_MS, LONG_MS, LONG_MS));
    for (int i = 0; i < CONNECTIONS_MAX; i++) {
      assertThat(stream(RawStream.helloBy(OneNode.CLIENT_KEY)).response().hasStatus()).isTrue();
    }
    Status refused = stream(RawStream.helloBy(OneNode.CLIENT_KEY)).closed();
    assertThat(refused.getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
    assertThat(refused.getDescription()).contains("client.connections.max");
    SigningKey node = TestKeys.node(1);
    assertThat(stream(RawStream.helloBy(node)).response().hasStatus()).isTrue();
  }

  @Test
  void ofANodesConnectionsTheQuietestGivesWay() throws Exception {
    listen(new Times(LONG_MS, LONG_MS, LONG_MS));
    List<RawStream> streams = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      streams.add(stream(RawStream.helloBy(TestKeys.node(1))));
      assertThat(streams.get(i).response().hasStatus()).isTrue();
    }
    assertThat(streams.get(0).closed().isOk()).isFalse();
    assertThat(streams.get(4).isClosed()).isFalse();
  }

  @Test
  void strangersShareFewCallsAndNoMemoryOfClients() throws Exception {
    listen(new Times(LONG_MS, LONG_MS, LONG_MS));
    ByteString key = ByteString.copyFrom(StateKey.of("usertable", "absent"));
    ClientFrame.Builder frame = ClientFrame.newBuilder();
    for (int id = 2; id <= 1_002; id++) {
      GetRequest.Builder never = GetRequest.newBuilder().addKeys(key).setMinHeight(1L << 62);
      frame.addRequests(Request.newBuilder().setId(id).setTimeoutMs(LONG_MS).setGet(never));
    }
    RawStream stream = stream(new Metadata());
    assertThat(stream.response().hasStatus()).isTrue();
    stream.send(frame.build());
    Response refused = stream.response();
    assertThat(refused.getFailure().getCode()).isEqualTo(Failure.Code.BUSY);
    assertThat(refused.getFailure().getMessage())
        .isEqualTo("1000 calls of peers that show no known key are unanswered, the most allowed");
    assertThat(gateway.memory().taken()).isZero();
    assertClientIsServed();
  }

  @Test
  void aStrangerWhoAsksOnAndReadsNothingIsClosed() throws Exception {
    listen(new Times(LONG_MS, LONG_MS, LONG_MS));
    write("large", Fields.encode(Map.of("f", new byte[300_000])));
    GetRequest.Builder get =
        GetRequest.newBuilder().addKeys(ByteString.copyFrom(StateKey.of("usertable", "large")));
    RawStream stream = stream(new Metadata(), 0);
    await().until(() -> gateway.streams() == 1);
    await()
        .until(
            () -> {
              stream.send(Request.newBuilder().setId(2).setGet(get));
              return gateway.streams() == 0;
            });
    assertThat(gateway.endedUnread()).isZero();
    assertClientIsServed();
  }

  @Test
  void aConnectionWithABadHelloIsClosed() throws Exception {
    listen(new Times(LONG_MS, LONG_MS, LONG_MS));
    Stranger stranger = stranger();
    stranger.open(METHOD, Map.of("veritas-hello-bin", "AAAA"));
    await().until(stranger::isClosed);
  }

  @Test
  void aStreamWithoutARequestAndAnUnfinishedFrameAreClosed() throws Exception {
    listen(new Times(LONG_MS, SHORT_MS, LONG_MS));
    Stranger silent = stranger();
    silent.open(METHOD);
    Stranger slow = stranger();
    slow.begin(slow.open(METHOD), VeritasMethod.MESSAGE_BYTES_MAX, 10_000);
    await().until(() -> silent.isClosed() && slow.isClosed());
    assertClientIsServed();
  }

  @Test
  void aQuietStreamIsClosedAndItsClientComesBackByItself() throws Exception {
    listen(new Times(SHORT_MS, LONG_MS, LONG_MS));
    try (VeritasClient client = connect("127.0.0.1", TlsFiles.NONE, WAIT_MS)) {
      Session session = client.session();
      assertThat(session.status().getNode()).isEqualTo("node1");
      await().until(() -> gateway.streams() == 0);
      assertThat(session.status().getNode()).isEqualTo("node1");
    }
  }

  @Test
  void aStrangerSendsNothingLargeAndAClientDoes() throws Exception {
    listen(new Times(LONG_MS, LONG_MS, LONG_MS));
    for (int i = 0; i < CONNECTIONS_MAX; i++) {
      Stranger stranger = stranger();
      stranger.begin(stranger.open(METHOD), VeritasMethod.MESSAGE_BYTES_MAX, 60_000);
    }
    await().until(() -> gateway.arriving() > CONNECTIONS_MAX * 60_000L);
    Stranger greedy = stranger();
    greedy.begin(greedy.open(METHOD), VeritasMethod.MESSAGE_BYTES_MAX, 65_500);
    await().until(greedy::isClosed);
    RawStream client = stream(RawStream.helloBy(OneNode.CLIENT_KEY));
    assertThat(client.response().hasStatus()).isTrue();
    client.send(
        TestConnection.commitRequest(
            TestTransactions.at(1).put("a", "x".repeat(900_000)).signedBy(OneNode.CLIENT_KEY)));
    assertThat(client.response().getCommit().getHeight()).isEqualTo(1);
  }

  @Test
  void aHelloOfAnotherClusterIsRefusedAndSaysWhy() throws Exception {
    listen(new Times(LONG_MS, LONG_MS, LONG_MS));
    Status refused =
        stream(new Hello("another", "node1", InstantSource.system()).by(OneNode.CLIENT_KEY))
            .closed();
    assertThat(refused.getCode()).isEqualTo(Status.Code.UNAUTHENTICATED);
    assertThat(refused.getDescription())
        .startsWith("the hello's signature is not good for node1 of ");
  }

  @Test
  void aKeyThatIsNobodysIsAStrangers() throws Exception {
    listen(new Times(LONG_MS, LONG_MS, LONG_MS));
    RawStream stream = stream(RawStream.helloBy(TestKeys.client(2)));
    assertThat(stream.response().hasStatus()).isTrue();
    for (int i = 0; i < CONNECTIONS_MAX; i++) {
      stranger();
    }
    assertThat(stream.closed().isOk()).isFalse();
  }
}
