package io.hybridycsb.veritas.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.hybridycsb.peers.PeerBounds.Times;
import io.hybridycsb.records.Fields;
import io.hybridycsb.records.StateKey;
import io.hybridycsb.tls.TlsFiles;
import io.hybridycsb.veritas.client.VeritasClient;
import io.hybridycsb.veritas.core.testing.TestConnection;
import io.hybridycsb.veritas.core.testing.TestTransactions;
import io.hybridycsb.veritas.proto.CheckReadsRequest;
import io.hybridycsb.veritas.proto.ClientFrame;
import io.hybridycsb.veritas.proto.Failure;
import io.hybridycsb.veritas.proto.GetRequest;
import io.hybridycsb.veritas.proto.ReadVersion;
import io.hybridycsb.veritas.proto.Request;
import io.hybridycsb.veritas.proto.Response;
import io.hybridycsb.veritas.proto.SeenRead;
import io.hybridycsb.veritas.proto.VerifyRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Clients that would fill a node's memory, and one beside them that goes on getting answers. */
final class MemoryBoundsTest extends GatewayFixture {
  private static final long BYTES_MAX = 8 << 20;
  private static final int CONNECTIONS_MAX = 8;
  private static final int RECORD_BYTES = 1 << 20;
  private static final int MANY_KEYS = 1_000;
  private static final int REQUESTS = 500;

  /** Higher than any block here. */
  private static final long NEVER = 1_000;

  private ManagedChannel channel;
  private VeritasClient other;

  @BeforeEach
  void start() throws Exception {
    listen(TlsFiles.NONE, Times.DEFAULT, CONNECTIONS_MAX, 20_000, BYTES_MAX);
    channel = channel();
    other = connect("127.0.0.1", TlsFiles.NONE, WAIT_MS);
    for (int i = 0; i < 3; i++) {
      write("large" + i, Fields.encode(Map.of("f", new byte[RECORD_BYTES])));
    }
  }

  private ManagedChannel channel() {
    return NettyChannelBuilder.forAddress("127.0.0.1", gateway.port())
        .usePlaintext()
        .directExecutor()
        .build();
  }

  @AfterEach
  void stop() throws Exception {
    other.close();
    channel.shutdownNow();
    channel.awaitTermination(WAIT_MS, TimeUnit.MILLISECONDS);
  }

  private void assertOtherIsAnswered() {
    assertThat(other.session().get("usertable", "large0")).isPresent();
    assertThat(other.session().scan("usertable", "", 10)).hasSize(3);
    assertThat(other.session().status().getNode()).isEqualTo("node1");
  }

  private static ByteString key(String name) {
    return ByteString.copyFrom(StateKey.of("usertable", name));
  }

  private static Request.Builder get(long id, List<ByteString> keys) {
    return Request.newBuilder().setId(id).setGet(GetRequest.newBuilder().addAllKeys(keys));
  }

  private static List<ByteString> manyKeys() {
    List<ByteString> keys = new ArrayList<>();
    for (int i = 0; i < MANY_KEYS; i++) {
      keys.add(key("k" + i));
    }
    return keys;
  }

  /** Sends a request many times; expects that those for which there is no room are refused. */
  private void assertAreRefused(Request.Builder request) throws Exception {
    RawStream stream = new RawStream(channel);
    for (int id = 1; id <= REQUESTS; id++) {
      stream.send(request.setId(id));
    }
    Response refused = stream.response();
    assertThat(refused.getFailure().getCode()).isEqualTo(Failure.Code.BUSY);
    assertThat(refused.getFailure().getMessage()).contains("client.requests.bytes.max");
    stream.send(Request.newBuilder().setId(REQUESTS + 1));
    Response last = refused;
    while (last.getId() <= REQUESTS) {
      assertThat(last.getFailure().getCode()).isEqualTo(Failure.Code.BUSY);
      last = stream.response();
    }
    assertThat(gateway.memory().taken()).isBetween(1L, BYTES_MAX / 4);
    assertOtherIsAnswered();
    stream.end();
    assertThat(stream.closed().isOk()).isTrue();
  }

  @Test
  void readsOfManyKeysThatWaitForAHeightAreRefusedWhenTheyTakeTooMuch() throws Exception {
    Request.Builder waiting = get(1, manyKeys());
    waiting.getGetBuilder().setMinHeight(NEVER);
    assertAreRefused(waiting);
  }

  @Test
  void readsToBeProvedAreRefusedWhenTheirProofsWouldTakeTooMuch() throws Exception {
    VerifyRequest.Builder verify = VerifyRequest.newBuilder().setMinHeight(NEVER);
    for (ByteString key : manyKeys()) {
      verify.addSeen(SeenRead.newBuilder().setKey(key));
    }
    assertAreRefused(Request.newBuilder().setVerify(verify));
  }

  @Test
  void severalConnectionsThatTakeAllTheyMayLeaveRoomForOthers() throws Exception {
    Request.Builder waiting = get(1, manyKeys());
    waiting.getGetBuilder().setMinHeight(NEVER);
    for (int i = 0; i < CONNECTIONS_MAX - 2; i++) {
      RawStream stream = new RawStream(channel);
      for (int id = 1; id <= REQUESTS; id++) {
        stream.send(waiting.setId(id));
      }
      Request.Builder small = get(1, List.of(key("k")));
      small.getGetBuilder().setMinHeight(NEVER);
      for (int id = 1; id <= REQUESTS; id++) {
        stream.send(small.setId(id));
      }
      assertThat(stream.response().getFailure().getCode()).isEqualTo(Failure.Code.BUSY);
      assertOtherIsAnswered();
    }
    assertThat(gateway.memory().taken()).isLessThan(BYTES_MAX);
  }

  @Test
  void aRequestThatTakesMoreThanAConnectionMayIsRefusedBeforeItIsParsed() throws Exception {
    GetRequest.Builder tiny = GetRequest.newBuilder();
    for (int i = 0; i < 300_000; i++) {
      tiny.addKeys(ByteString.EMPTY);
    }
    RawStream stream = new RawStream(channel);
    stream.send(Request.newBuilder().setId(7).setGet(tiny));
    Response refused = stream.response();
    assertThat(refused.getId()).isEqualTo(7);
    assertThat(refused.getFailure().getCode()).isEqualTo(Failure.Code.INVALID);
    assertThat(refused.getFailure().getMessage()).contains("client.requests.bytes.max");
    assertOtherIsAnswered();
  }

  @Test
  void aFrameOfVeryManyEmptyRequestsEndsItsConnectionAndNoOther() throws Exception {
    ClientFrame.Builder frame = ClientFrame.newBuilder();
    for (int i = 0; i < 500_000; i++) {
      frame.addRequests(Request.getDefaultInstance());
    }
    RawStream stream = new RawStream(channel, 0);
    stream.send(frame.build());
    await().until(() -> gateway.endedUnread() == 1);
    stream.read(Integer.MAX_VALUE);
    assertThat(stream.closed().getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
    assertOtherIsAnswered();
  }

  @Test
  void aClientThatDoesNotReadIsEndedAndOthersGoOn() throws Exception {
    RawStream stream = new RawStream(channel, 0);
    ClientFrame.Builder frame = ClientFrame.newBuilder();
    for (int id = 1; id <= 20_000; id++) {
      frame.addRequests(get(id, List.of(key("large0"))));
    }
    stream.send(frame.build());
    await().until(() -> gateway.endedUnread() == 1);
    stream.read(Integer.MAX_VALUE);
    assertOtherIsAnswered();
    Status status = stream.closed();
    assertThat(status.getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
    assertThat(status.getDescription()).contains("unread").contains("client.requests.bytes.max");
  }

  @Test
  void whoeverHasLeftTheMostUnreadIsEndedWhenTheRoomIsNeeded() throws Exception {
    List<ManagedChannel> channels = new ArrayList<>();
    List<RawStream> streams = new ArrayList<>();
    List<ByteString> large = List.of(key("large0"), key("large1"), key("large2"));
    for (int i = 0; i < 5; i++) {
      channels.add(channel());
      RawStream stream = new RawStream(channels.get(i), 0);
      streams.add(stream);
      stream.send(get(1, large));
    }
    await()
        .untilAsserted(
            () -> {
              assertOtherIsAnswered();
              assertThat(gateway.memory().taken()).isBetween(1L, BYTES_MAX + 4 * RECORD_BYTES);
            });
    streams.forEach(stream -> stream.read(Integer.MAX_VALUE));
    await().until(() -> streams.stream().anyMatch(RawStream::isClosed));
    for (RawStream stream : streams) {
      if (stream.isClosed()) {
        assertThat(stream.closed().getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
      }
    }
    channels.forEach(ManagedChannel::shutdownNow);
  }

  @Test
  void answersToAStreamThatHasEndedHarmNobody() throws Exception {
    RawStream stream = new RawStream(channel);
    Request.Builder waiting = get(1, manyKeys());
    waiting.getGetBuilder().setMinHeight(1);
    for (int id = 1; id <= 10; id++) {
      stream.send(waiting.setId(id));
    }
    stream.end();
    assertThat(stream.closed().isOk()).isTrue();
    RawStream writer = new RawStream(channel);
    writer.send(
        TestConnection.commitRequest(
            TestTransactions.at(1).put("a", "x").signedBy(OneNode.CLIENT_KEY)));
    assertThat(writer.response().getCommit().getHeight()).isEqualTo(1);
    assertOtherIsAnswered();
    await().until(() -> gateway.memory().taken() == 0);
  }

  @Test
  void checksOfManyReadsAreAnsweredOrRefusedAndOthersGoOn() throws Exception {
    CheckReadsRequest.Builder check = CheckReadsRequest.newBuilder();
    for (ByteString key : manyKeys()) {
      check.addReads(ReadVersion.newBuilder().setKey(key));
    }
    RawStream stream = new RawStream(channel);
    for (int id = 1; id <= REQUESTS; id++) {
      stream.send(Request.newBuilder().setId(id).setCheckReads(check));
    }
    assertOtherIsAnswered();
    for (int id = 1; id <= REQUESTS; id++) {
      Response response = stream.response();
      if (response.hasFailure()) {
        assertThat(response.getFailure().getCode()).isEqualTo(Failure.Code.BUSY);
      } else {
        assertThat(response.getCheckReads().getCurrent()).isTrue();
      }
    }
  }
}
