package io.hybridycsb.peers;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.hybridycsb.peers.PeerBounds.Times;
import io.hybridycsb.peers.testing.Stranger;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A server of unary calls, and what peers may make it hold. */
class PeersTest {
  private static final int CONNECTIONS_MAX = 4;
  private static final int BYTES_MAX = 100_000;
  private static final long LONG_MS = 600_000;
  private static final long SHORT_MS = 100;

  private static final String METHOD = "service/call";

  private final List<Stranger> strangers = new ArrayList<>();
  private final Queue<ServerCall<byte[], byte[]>> asked = new ConcurrentLinkedQueue<>();
  private final AtomicLong passedNanos = new AtomicLong();
  private PeerPort port;

  private void start(Times times, Executor executor) throws IOException {
    NettyServerBuilder builder =
        NettyServerBuilder.forAddress(new InetSocketAddress("0.0.0.0", 0))
            .executor(executor)
            .intercept(new CallLimit(100, "at most 100"))
            .addService(
                ServerServiceDefinition.builder("service")
                    .addMethod(
                        MethodDescriptor.newBuilder(new Bytes(), new Bytes())
                            .setType(MethodDescriptor.MethodType.UNARY)
                            .setFullMethodName(METHOD)
                            .build(),
                        (call, headers) -> asks(call))
                    .build());
    port =
        new PeerPort(
            builder,
            Optional.empty(),
            new Peers(
                new PeerBounds(
                    PeerBounds.Connections.ofStrangers(CONNECTIONS_MAX, 100),
                    PeerBounds.Bytes.atMost(BYTES_MAX),
                    times),
                () -> System.nanoTime() + passedNanos.get()));
  }

  private ServerCall.Listener<byte[]> asks(ServerCall<byte[], byte[]> call) {
    call.request(2);
    return new ServerCall.Listener<>() {
      @Override
      public void onHalfClose() {
        asked.add(call);
      }
    };
  }

  @AfterEach
  void stop() throws IOException {
    for (Stranger stranger : strangers) {
      stranger.close();
    }
    port.close();
  }

  private Stranger stranger() throws IOException {
    return stranger("127.0.0.1", 0, "127.0.0.1");
  }

  private Stranger stranger(String from, int fromPort, String to) throws IOException {
    Stranger stranger = new Stranger(from, fromPort, to, port.number());
    strangers.add(stranger);
    return stranger;
  }

  private static int openAndSend(Stranger stranger, int bytes) throws IOException {
    int stream = stranger.open(METHOD);
    stranger.send(stream, new byte[bytes]);
    return stream;
  }

  private long closed() throws IOException {
    long closed = 0;
    for (Stranger stranger : strangers) {
      closed += stranger.isClosed() ? 1 : 0;
    }
    return closed;
  }

  /** One without a stream may be quiet for twice the time, and its last stream may just end. */
  private void passTimeUntilClosed(Stranger quiet) {
    await()
        .until(
            () -> {
              passedNanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(2 * LONG_MS));
              return quiet.isClosed();
            });
  }

  private static ConditionFactory await() {
    return Awaitility.await().atMost(Duration.ofMinutes(1));
  }

  @Test
  void aMessageThatIsNeverSaidToBeAllIsUnfinished() throws Exception {
    start(new Times(LONG_MS, SHORT_MS, LONG_MS), Runnable::run);
    Stranger half = stranger();
    openAndSend(half, 10);
    await().until(half::isClosed);
  }

  @Test
  void messagesCountInBytesUntilTheirCallsAreWhole() throws Exception {
    start(new Times(LONG_MS, LONG_MS, LONG_MS), Runnable::run);
    List<Integer> streams = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      Stranger half = stranger();
      streams.add(openAndSend(half, 10_000));
      openAndSend(half, 10_000);
    }
    await().until(() -> port.peers().arriving() > 40_000);
    assertThat(port.peers().silentStreams()).isEqualTo(4);
    for (int i = 0; i < 2; i++) {
      strangers.get(i).end(streams.get(i));
    }
    await().until(() -> asked.size() == 2 && port.peers().arriving() < 30_000);
    for (int i = 0; i < 2; i++) {
      Stranger half = stranger();
      for (int j = 0; j < 4; j++) {
        openAndSend(half, 10_000);
      }
    }
    await().until(() -> closed() > 0 && port.peers().arriving() <= BYTES_MAX);
  }

  @Test
  void callsThatAreCancelledBeforeTheyStartLeaveNothing() throws Exception {
    Queue<Runnable> held = new ConcurrentLinkedQueue<>();
    start(new Times(LONG_MS, LONG_MS, LONG_MS), held::add);
    Stranger stranger = stranger();
    for (int i = 0; i < 10; i++) {
      stranger.cancel(stranger.open(METHOD));
    }
    stranger.awaitRead();
    assertThat(held).hasSizeGreaterThanOrEqualTo(10);
    while (!held.isEmpty()) {
      held.remove().run();
    }
    assertThat(port.peers().silentStreams()).isZero();
    assertThat(port.peers().arriving()).isZero();
  }

  @Test
  void aHostThatHoldsAllByAskingGivesWayToOtherHosts() throws Exception {
    start(new Times(LONG_MS, LONG_MS, LONG_MS), Runnable::run);
    for (int i = 0; i < CONNECTIONS_MAX; i++) {
      Stranger asks = stranger();
      asks.end(openAndSend(asks, 10));
    }
    await().until(() -> asked.size() == CONNECTIONS_MAX);
    Stranger same = stranger();
    await().until(same::isClosed);
    Stranger other = stranger("127.0.0.2", 0, "127.0.0.1");
    other.end(openAndSend(other, 10));
    await().until(() -> asked.size() == CONNECTIONS_MAX + 1);
    await().until(() -> closed() == 2);
    assertThat(other.isClosed()).isFalse();
  }

  @Test
  void twoConnectionsFromOnePortToTwoAddressesAreTwo() throws Exception {
    start(new Times(LONG_MS, SHORT_MS, LONG_MS), Runnable::run);
    Stranger one = stranger();
    Stranger two = stranger("127.0.0.1", one.port(), "127.0.0.2");
    one.open(METHOD);
    two.open(METHOD);
    await().until(() -> one.isClosed() && two.isClosed());
  }

  @Test
  void aConnectionWhoseCallsTheServerEndedIsClosedWhenQuiet() throws Exception {
    start(new Times(LONG_MS, LONG_MS, LONG_MS), Runnable::run);
    Stranger refused = stranger();
    refused.open("service/none");
    refused.awaitRead();
    passTimeUntilClosed(refused);
  }

  @Test
  void aCallThatIsNotAnsweredYetIsNotQuiet() throws Exception {
    start(new Times(LONG_MS, LONG_MS, LONG_MS), Runnable::run);
    Stranger waits = stranger();
    waits.end(openAndSend(waits, 10));
    await().until(() -> asked.size() == 1);
    Stranger refused = stranger();
    refused.open("service/none");
    refused.awaitRead();
    passTimeUntilClosed(refused);
    assertThat(waits.isClosed()).isFalse();
    asked.remove().close(Status.OK, new Metadata());
    passTimeUntilClosed(waits);
  }

  @Test
  void compressedMessagesAreRefused() throws Exception {
    start(new Times(LONG_MS, LONG_MS, LONG_MS), Runnable::run);
    Stranger stranger = stranger();
    int stream = stranger.open(METHOD, Map.of("grpc-encoding", "gzip"));
    stranger.send(stream, new byte[10]);
    stranger.end(stream);
    stranger.awaitRead();
    assertThat(asked).isEmpty();
    stranger.end(openAndSend(stranger, 10));
    await().until(() -> asked.size() == 1);
  }

  private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
    @Override
    public InputStream stream(byte[] value) {
      return new ByteArrayInputStream(value);
    }

    @Override
    public byte[] parse(InputStream stream) {
      try {
        return stream.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
