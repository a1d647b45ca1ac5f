package io.hybridycsb.tso;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import io.hybridycsb.peers.PeerBounds.Times;
import io.hybridycsb.testdatabases.TestPorts;
import io.hybridycsb.tso.client.AllocateMethod;
import io.hybridycsb.tso.client.HostPort;
import io.hybridycsb.tso.client.TimestampClient;
import io.hybridycsb.tso.client.TimestampOracleException;
import io.hybridycsb.tso.proto.AllocateReply;
import io.hybridycsb.tso.proto.AllocateRequest;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TimestampOracleServerTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final long TIMEOUT_MS = 30_000;

  @TempDir private Path temporary;
  @AutoClose private TimestampOracleServer server;

  @BeforeEach
  void startServer() throws IOException {
    String address = "127.0.0.1:" + TestPorts.free();
    server =
        TimestampOracleServer.start(
            address, temporary.resolve("data"), 10_000, 0, Optional.empty());
  }

  @Test
  void clientsGetDifferentTimestamps() {
    try (TimestampClient one =
            TimestampClient.connect(
                server.address(), TimestampClient.Options.DEFAULT, Optional.empty());
        TimestampClient other =
            TimestampClient.connect(
                server.address(), TimestampClient.Options.DEFAULT, Optional.empty())) {
      long first = one.next(TIMEOUT_MS);
      long second = other.next(TIMEOUT_MS);
      assertThat(first).isPositive().isNotEqualTo(second);
    }
  }

  @Test
  void restartInPlaceNeverGoesBack() throws IOException {
    String address = server.address();
    try (TimestampClient client =
        TimestampClient.connect(address, TimestampClient.Options.DEFAULT, Optional.empty())) {
      long before = client.next(TIMEOUT_MS);
      server.close();
      server =
          TimestampOracleServer.start(
              address, temporary.resolve("data"), 10_000, 0, Optional.empty());
      assertThat(client.next(TIMEOUT_MS)).isGreaterThan(before);
    }
  }

  @Test
  void oracleThatForgotItsPastIsNotBelieved() throws IOException {
    String address = server.address();
    try (TimestampClient client =
        TimestampClient.connect(address, TimestampClient.Options.DEFAULT, Optional.empty())) {
      server.close();
      server =
          TimestampOracleServer.start(
              address, temporary.resolve("data"), 10_000, 0, Optional.empty());
      client.next(TIMEOUT_MS);
      server.close();
      server =
          TimestampOracleServer.start(
              address, temporary.resolve("other"), 10_000, 0, Optional.empty());
      // The first may give up before the client has connected again.
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () ->
                  assertThatThrownBy(() -> client.next(500))
                      .isInstanceOf(TimestampOracleException.class)
                      .hasMessageContaining(address)
                      .hasMessageContaining("timestamps went back from"));
    }
  }

  @Test
  void countOutOfBoundsEndsTheStreamAndNamesTheBound() {
    for (int count : new int[] {0, 10_001, -1}) {
      assertThat(allocate(count))
          .failsWithin(PATIENCE)
          .withThrowableThat()
          .withMessageContaining(Status.Code.INVALID_ARGUMENT.name())
          .withMessageContaining("count must be 1 to 10000");
    }
  }

  @Test
  void largestCountIsGranted() {
    assertThat(allocate(10_000)).succeedsWithin(PATIENCE).extracting("count").isEqualTo(10_000);
  }

  @Test
  void garbageOnThePortDisturbsNobody() throws IOException {
    try (TimestampClient client =
            TimestampClient.connect(
                server.address(), TimestampClient.Options.DEFAULT, Optional.empty());
        Socket socket = connect()) {
      long before = client.next(TIMEOUT_MS);
      socket.getOutputStream().write("GET / HTTP/1.0\r\n\r\n\0\1\2\3".getBytes(US_ASCII));
      // The oracle ends the connection: everything it has to say comes to an end.
      socket.getInputStream().readAllBytes();
      assertThat(client.next(TIMEOUT_MS)).isGreaterThan(before);
    }
  }

  @Test
  void connectionsAboveTheBoundAreClosedAndTheirPlaceIsReusable() throws IOException {
    server.close();
    server =
        TimestampOracleServer.start(
            "127.0.0.1:0",
            temporary.resolve("data"),
            10_000,
            0,
            Optional.empty(),
            2,
            Times.DEFAULT);
    try (TimestampClient client =
        TimestampClient.connect(
            server.address(), TimestampClient.Options.DEFAULT, Optional.empty())) {
      long before = client.next(TIMEOUT_MS);
      try (Socket second = connect();
          Socket third = connect()) {
        assertThat(third.getInputStream().read()).isEqualTo(-1);
        assertThat(second.getInputStream().read()).isNotEqualTo(-1);
        assertThat(client.next(TIMEOUT_MS)).isGreaterThan(before);
      }
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () -> {
                try (Socket again = connect()) {
                  assertThat(again.getInputStream().read()).isNotEqualTo(-1);
                }
              });
    }
  }

  private Socket connect() throws IOException {
    HostPort address = HostPort.parse(server.address());
    Socket socket = new Socket(address.host(), address.port());
    socket.setSoTimeout((int) PATIENCE.toMillis());
    return socket;
  }

  private CompletableFuture<AllocateReply> allocate(int count) {
    HostPort address = HostPort.parse(server.address());
    ManagedChannel channel =
        NettyChannelBuilder.forAddress(address.host(), address.port()).usePlaintext().build();
    CompletableFuture<AllocateReply> result = new CompletableFuture<>();
    StreamObserver<AllocateRequest> requests =
        ClientCalls.asyncBidiStreamingCall(
            channel.newCall(AllocateMethod.DESCRIPTOR, CallOptions.DEFAULT),
            new StreamObserver<>() {
              @Override
              public void onNext(AllocateReply reply) {
                result.complete(reply);
              }

              @Override
              public void onError(Throwable problem) {
                result.completeExceptionally(problem);
              }

              @Override
              public void onCompleted() {}
            });
    requests.onNext(AllocateRequest.newBuilder().setId(7).setCount(count).build());
    return result.whenComplete((reply, problem) -> channel.shutdownNow());
  }
}
