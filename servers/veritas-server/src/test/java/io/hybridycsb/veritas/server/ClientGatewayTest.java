package io.hybridycsb.veritas.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.hybridycsb.records.Fields;
import io.hybridycsb.records.StateKey;
import io.hybridycsb.tls.TlsFiles;
import io.hybridycsb.veritas.client.Session;
import io.hybridycsb.veritas.client.VeritasClient;
import io.hybridycsb.veritas.connection.VeritasMethod;
import io.hybridycsb.veritas.core.spi.StateBatch;
import io.hybridycsb.veritas.core.spi.StateWrite;
import io.hybridycsb.veritas.core.testing.TestTransactions;
import io.hybridycsb.veritas.model.StateValue;
import io.hybridycsb.veritas.model.VeritasException;
import io.hybridycsb.veritas.proto.CommitRequest;
import io.hybridycsb.veritas.proto.Failure;
import io.hybridycsb.veritas.proto.GetRequest;
import io.hybridycsb.veritas.proto.Request;
import io.hybridycsb.veritas.proto.Response;
import io.hybridycsb.veritas.proto.ScanReply;
import io.hybridycsb.veritas.proto.StatusRequest;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ClientGatewayTest extends GatewayFixture {
  private static final int CONNECTIONS_MAX = 3;
  private static final int CALLS_MAX = 5;

  private ManagedChannel channel;

  @BeforeEach
  void start() throws Exception {
    listen(TlsFiles.NONE, CONNECTIONS_MAX, CALLS_MAX);
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

  private VeritasClient client() {
    return connect("127.0.0.1", TlsFiles.NONE, WAIT_MS);
  }

  private void assertServes() {
    try (VeritasClient client = client()) {
      assertThat(client.session().status().getNode()).isEqualTo("node1");
    }
  }

  @Test
  void garbageOnThePortEndsItsConnectionAndNoOther() throws IOException {
    Random random = new Random(7);
    for (int i = 0; i < 10; i++) {
      try (Socket socket = new Socket("127.0.0.1", gateway.port())) {
        socket.setSoTimeout(WAIT_MS);
        byte[] garbage = new byte[1 + random.nextInt(5_000)];
        random.nextBytes(garbage);
        OutputStream out = socket.getOutputStream();
        out.write(garbage);
        socket.shutdownOutput();
        drain(socket);
      }
    }
    assertServes();
  }

  @Test
  void anEmptyRequestIsRefusedTheConnectionGoesOnAndItsFramesAreCounted() throws Exception {
    RawStream stream = new RawStream(channel);
    stream.send(Request.newBuilder().setId(5));
    assertThat(stream.response().getFailure().getMessage()).isEqualTo("the request is empty");
    stream.send(
        Request.newBuilder()
            .setId(6)
            .setGet(GetRequest.newBuilder().addKeys(ByteString.copyFromUtf8("t\0k"))));
    assertThat(stream.response().getGet().getValuesCount()).isEqualTo(1);
    stream.end();
    assertThat(stream.closed().getCode()).isEqualTo(Status.Code.OK);
    assertThat(frames.received().sum()).isEqualTo(2);
    assertThat(frames.sent().sum()).isEqualTo(2);
  }

  @Test
  void aFrameOverTheLimitEndsItsStreamAndNoOther() throws Exception {
    RawStream stream = new RawStream(channel);
    stream.send(
        Request.newBuilder()
            .setId(1)
            .setGet(
                GetRequest.newBuilder()
                    .addKeys(ByteString.copyFrom(new byte[VeritasMethod.MESSAGE_BYTES_MAX]))));
    Status status = stream.closed();
    assertThat(status.isOk()).isFalse();
    assertServes();
  }

  @Test
  void moreUnansweredCallsThanAllowedAreRefusedUntilOthersAreAnswered() throws Exception {
    RawStream stream = new RawStream(channel);
    for (int id = 1; id <= CALLS_MAX; id++) {
      stream.send(getAtHeightOne(id));
    }
    stream.send(status(100));
    Response refused = stream.response();
    assertThat(refused.getId()).isEqualTo(100);
    assertThat(refused.getFailure().getCode()).isEqualTo(Failure.Code.BUSY);
    assertThat(refused.getFailure().getMessage())
        .startsWith("5 calls of this connection are unanswered, the most allowed");

    RawStream other = new RawStream(channel);
    other.send(
        Request.newBuilder()
            .setId(1)
            .setCommit(
                CommitRequest.newBuilder()
                    .setTransaction(
                        TestTransactions.at(1).put("a", "x").signedBy(OneNode.CLIENT_KEY))));
    assertThat(other.response().getCommit().getHeight()).isEqualTo(1);
    for (int i = 0; i < CALLS_MAX; i++) {
      assertThat(stream.response().getGet().getHeight()).isEqualTo(1);
    }
    stream.send(status(101));
    assertThat(stream.response().getStatus().getNode()).isEqualTo("node1");
  }

  private static Request.Builder status(long id) {
    return Request.newBuilder().setId(id).setStatus(StatusRequest.getDefaultInstance());
  }

  /** Waits for the first block. */
  private static Request.Builder getAtHeightOne(long id) {
    return Request.newBuilder()
        .setId(id)
        .setGet(GetRequest.newBuilder().addKeys(ByteString.copyFromUtf8("t\0k")).setMinHeight(1));
  }

  @Test
  void aScanGoesOnBeyondWhatFitsIntoOneReply() {
    byte[] large = new byte[3 << 20];
    for (int i = 0; i < 7; i++) {
      write("user" + i, Fields.encode(Map.of("f", large)));
    }
    try (VeritasClient client = client()) {
      Session session = client.session();
      ScanReply first =
          session.scanRaw(StateKey.of("usertable", ""), StateKey.endOf("usertable"), 5);
      assertThat(first.getKeysCount()).isEqualTo(2);
      assertThat(first.getMore()).isTrue();

      assertThat(session.scan("usertable", "", 5)).hasSize(5);
      assertThat(session.scan("usertable", "user2", 100))
          .extracting(record -> record.key())
          .containsExactly("user2", "user3", "user4", "user5", "user6");
      assertThat(session.scan("other", "", 100)).isEmpty();
    }
  }

  @Test
  void aScanGivesARecordThatIsLongerThanAReplyShouldBe() {
    write("a", Fields.encode(Map.of("f", new byte[9 << 20])));
    write("b", Fields.encode(Map.of("f", new byte[1])));
    try (VeritasClient client = client()) {
      assertThat(client.session().scan("usertable", "", 10)).hasSize(2);
    }
  }

  @Test
  void anAnswerThatNoClientTakesFailsItsCallAndNoOther() {
    write("a", Fields.encode(Map.of("f", new byte[VeritasMethod.MESSAGE_BYTES_MAX])));
    write("b", Fields.encode(Map.of("f", new byte[1])));
    try (VeritasClient client = client()) {
      Session session = client.session();
      for (int i = 0; i < 3; i++) {
        assertThatThrownBy(() -> session.scan("usertable", "", 10))
            .isInstanceOf(VeritasException.Invalid.class)
            .hasMessageEndingWith("can be sent: ask for less at once");
        assertThat(session.get("usertable", "b")).isPresent();
      }
    }
  }

  @Test
  void aScanOfManySmallRecordsGivesThemAllInOrder() {
    List<StateWrite> writes = new ArrayList<>();
    for (int i = 0; i < 12_345; i++) {
      byte[] key = StateKey.of("usertable", "user%06d".formatted(i));
      writes.add(new StateWrite(key, StateValue.put(1, Fields.EMPTY), true));
    }
    state.apply(new StateBatch(state.appliedHeight(), writes));
    try (VeritasClient client = client()) {
      Session session = client.session();
      assertThat(session.scan("usertable", "", 20_000))
          .hasSize(12_345)
          .isSortedAccordingTo((a, b) -> a.key().compareTo(b.key()));
      assertThat(session.scan("usertable", "", 10_000)).hasSize(10_000);
      assertThatThrownBy(() -> session.scan("usertable", "", 0))
          .isInstanceOf(VeritasException.Invalid.class)
          .hasMessage("a scan asks for 1 to 10000 records, not 0");
    }
  }
}
