package io.hybridycsb.veritas.connection;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.hybridycsb.veritas.proto.QueryRequest;
import io.hybridycsb.veritas.proto.Request;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class FrameQueueTest {
  private static final int PATIENCE_SECONDS = 60;
  private static final int PRODUCERS = 8;
  private static final int MESSAGES = 20_000;
  private static final int FRAME_MESSAGES_MAX = 512;
  private static final int FRAME_BYTES_MAX = 1 << 20;

  private final List<List<Request>> frames = new ArrayList<>();

  @AutoClose("shutdownNow")
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @Test
  void nothingIsLostAndEachProducersOrderIsKept() throws Exception {
    AtomicBoolean sending = new AtomicBoolean();
    AtomicBoolean overlapped = new AtomicBoolean();
    FrameQueue<Request> queue =
        new FrameQueue<>(
            frame -> {
              overlapped.compareAndSet(false, sending.getAndSet(true));
              frames.add(frame);
              sending.set(false);
            });
    CyclicBarrier start = new CyclicBarrier(PRODUCERS);
    List<Future<?>> running = new ArrayList<>();
    for (int i = 0; i < PRODUCERS; i++) {
      int producer = i;
      running.add(
          threads.submit(
              () -> {
                start.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
                for (int n = 0; n < MESSAGES; n++) {
                  queue.add(message((long) producer * MESSAGES + n, 0));
                  // Some flush each message, some a few at once.
                  if (n % (producer + 1) == 0) {
                    queue.flush();
                  }
                }
                queue.flush();
                return null;
              }));
    }
    for (Future<?> producer : running) {
      producer.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    assertThat(overlapped).isFalse();
    Map<Long, Long> next = new HashMap<>();
    for (List<Request> frame : frames) {
      assertThat(frame).hasSizeBetween(1, FRAME_MESSAGES_MAX);
      for (Request message : frame) {
        long producer = message.getId() / MESSAGES;
        assertThat(message.getId() % MESSAGES).isEqualTo(next.getOrDefault(producer, 0L));
        next.merge(producer, 1L, Long::sum);
      }
    }
    assertThat(next.values()).hasSize(PRODUCERS).containsOnly((long) MESSAGES);
  }

  @Test
  void whatIsAddedWhileAFrameIsSentGoesWithTheNext() throws Exception {
    CountDownLatch sendingFirst = new CountDownLatch(1);
    CountDownLatch added = new CountDownLatch(1);
    FrameQueue<Request> queue =
        new FrameQueue<>(
            frame -> {
              frames.add(frame);
              sendingFirst.countDown();
              awaitUninterrupted(added);
            });
    queue.add(message(0, 0));
    Future<?> sender = threads.submit(queue::flush);
    assertThat(sendingFirst.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    for (int i = 1; i <= 100; i++) {
      queue.add(message(i, 0));
      queue.flush();
    }
    added.countDown();
    sender.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    assertThat(frames).hasSize(2);
    assertThat(frames.get(1)).hasSize(100);
  }

  @Test
  void aFrameHasBoundsInMessagesAndBytes() {
    FrameQueue<Request> queue = new FrameQueue<>(frames::add);
    for (int i = 0; i < 1300; i++) {
      queue.add(message(i, 0));
    }
    queue.flush();
    assertThat(frames.stream().map(List::size)).containsExactly(512, 512, 276);

    frames.clear();
    int bytes = 100_000;
    for (int i = 0; i < 50; i++) {
      queue.add(message(i, bytes));
    }
    queue.flush();
    assertThat(frames.stream().mapToInt(List::size).sum()).isEqualTo(50);
    for (List<Request> frame : frames) {
      int size = frame.stream().mapToInt(Request::getSerializedSize).sum();
      assertThat(size).isLessThanOrEqualTo(FRAME_BYTES_MAX);
    }
  }

  @Test
  void aMessageLongerThanAFrameIsAFrameByItself() {
    FrameQueue<Request> queue = new FrameQueue<>(frames::add);
    queue.add(message(1, 10));
    queue.add(message(2, 2 * FRAME_BYTES_MAX));
    queue.add(message(3, 10));
    queue.flush();
    assertThat(frames.stream().map(List::size)).containsExactly(1, 1, 1);
  }

  @Test
  void flushingNothingSendsNothing() {
    FrameQueue<Request> queue = new FrameQueue<>(frames::add);
    queue.flush();
    assertThat(frames).isEmpty();
  }

  private static Request message(long id, int bytes) {
    return Request.newBuilder()
        .setId(id)
        .setQuery(QueryRequest.newBuilder().setTransactionId(ByteString.copyFrom(new byte[bytes])))
        .build();
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
