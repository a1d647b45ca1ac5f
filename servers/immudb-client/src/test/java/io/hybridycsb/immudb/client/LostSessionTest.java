package io.hybridycsb.immudb.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.grpc.ServerCallHandler;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCalls;
import io.hybridycsb.immudb.wire.Entry;
import io.hybridycsb.immudb.wire.ImmutableState;
import io.hybridycsb.immudb.wire.OpenSessionResponse;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server that forgets its sessions, and opens no other. */
class LostSessionTest {
  private static final int CALLS = 4;
  private static final int TIMEOUT_MS = 1_000;

  private final AtomicInteger opened = new AtomicInteger();
  private final CountDownLatch asked = new CountDownLatch(CALLS);
  private final CountDownLatch end = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newFixedThreadPool(CALLS);
  private io.grpc.Server server;

  @BeforeEach
  void serve() throws Exception {
    server =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .addService(
                ServerServiceDefinition.builder("immudb.schema.ImmuService")
                    .addMethod(Methods.OPEN_SESSION.descriptor(), answer(this::session))
                    .addMethod(
                        Methods.CURRENT_STATE.descriptor(),
                        answer(ImmutableState::getDefaultInstance))
                    .addMethod(Methods.GET.descriptor(), answer(this::forgotten))
                    .build())
            .build()
            .start();
  }

  @AfterEach
  void stop() {
    end.countDown();
    threads.shutdownNow();
    server.shutdownNow();
  }

  private static <Q, A> ServerCallHandler<Q, A> answer(Supplier<A> answer) {
    return ServerCalls.asyncUnaryCall(
        (request, observer) -> {
          try {
            observer.onNext(answer.get());
            observer.onCompleted();
          } catch (StatusRuntimeException e) {
            observer.onError(e);
          }
        });
  }

  private OpenSessionResponse session() {
    if (opened.getAndIncrement() > 0) {
      await(end);
    }
    return OpenSessionResponse.newBuilder().setServerUUID("s").build();
  }

  /** Tells all calls at once. */
  private Entry forgotten() {
    asked.countDown();
    await(asked);
    throw Status.UNKNOWN.withDescription("session not found").asRuntimeException();
  }

  private static void await(CountDownLatch latch) {
    try {
      if (!latch.await(30, TimeUnit.SECONDS)) {
        throw new IllegalStateException("it has not come");
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** One after another, they would take the time of all of them together. */
  @Test
  void callsThatHaveLostTheirSessionWaitForOneAttemptToOpenAnother() throws Exception {
    Immudb client =
        Immudb.open(
            new Server(
                "127.0.0.1:" + server.getPort(), "hybrid", "immudb", "immudb", 1, TIMEOUT_MS),
            Optional.empty());

    List<CompletableFuture<CallFailed>> calls =
        IntStream.range(0, CALLS)
            .mapToObj(i -> CompletableFuture.supplyAsync(() -> failed(client), threads))
            .toList();

    for (CompletableFuture<CallFailed> call : calls) {
      assertThat(call.get(30, TimeUnit.SECONDS)).hasMessage("no answer in time");
    }
    assertThat(opened).hasValue(2);
  }

  private static CallFailed failed(Immudb client) {
    return catchThrowableOfType(CallFailed.class, () -> client.get(new byte[] {1}));
  }
}
