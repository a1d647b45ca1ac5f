package io.hybridycsb.immudb.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.grpc.Status;
import io.hybridycsb.immudb.wire.Entry;
import io.hybridycsb.immudb.wire.OpenSessionResponse;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server that forgets its sessions, and opens no other. */
class LostSessionTest {
  private static final int CALLS = 4;
  private static final int TIMEOUT_MS = 60_000;

  private final AtomicInteger opened = new AtomicInteger();
  private final CountDownLatch asked = new CountDownLatch(CALLS);
  private final CountDownLatch end = new CountDownLatch(1);
  private final List<Thread> callers = new CopyOnWriteArrayList<>();
  private final ExecutorService threads = Executors.newFixedThreadPool(CALLS, this::caller);
  private ImmudbStandIn server;

  @BeforeEach
  void serve() throws Exception {
    server =
        new ImmudbStandIn()
            .on(Methods.OPEN_SESSION, any -> session())
            .on(Methods.GET, any -> forgotten());
  }

  @AfterEach
  void stop() {
    end.countDown();
    threads.shutdownNow();
    server.close();
  }

  private Thread caller(Runnable calls) {
    Thread thread = new Thread(calls);
    callers.add(thread);
    return thread;
  }

  private OpenSessionResponse session() {
    if (opened.getAndIncrement() > 0) {
      await(end);
      throw Status.PERMISSION_DENIED.withDescription("no more").asRuntimeException();
    }
    return OpenSessionResponse.newBuilder().setServerUUID(ImmudbStandIn.ID).build();
  }

  /** Tells all calls at once. */
  private Entry forgotten() {
    asked.countDown();
    await(asked);
    throw Status.UNKNOWN.withDescription("session not found").asRuntimeException();
  }

  private static void await(CountDownLatch latch) {
    try {
      if (!latch.await(60, TimeUnit.SECONDS)) {
        throw new IllegalStateException("it has not come");
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The attempt is a task that its first caller runs, and the others wait for. */
  private static boolean isInAnAttempt(Thread caller) {
    return Arrays.stream(caller.getStackTrace())
        .anyMatch(frame -> frame.getClassName().equals(FutureTask.class.getName()));
  }

  /** One after another, they would take the time of all of them together. */
  @Test
  void callsThatHaveLostTheirSessionWaitForOneAttemptToOpenAnother() throws Exception {
    Immudb client = Immudb.open(server.server(TIMEOUT_MS), Optional.empty());

    List<CompletableFuture<CallFailed>> calls =
        IntStream.range(0, CALLS)
            .mapToObj(i -> CompletableFuture.supplyAsync(() -> failed(client), threads))
            .toList();

    Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> callers.stream().filter(LostSessionTest::isInAnAttempt).count() == CALLS);
    end.countDown();

    for (CompletableFuture<CallFailed> call : calls) {
      assertThat(call.get(60, TimeUnit.SECONDS)).hasMessage("no more");
    }
    assertThat(opened).hasValue(2);
  }

  private static CallFailed failed(Immudb client) {
    return catchThrowableOfType(CallFailed.class, () -> client.get(new byte[] {1}));
  }
}
