package io.hybridycsb.veritas.core.consensus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BoundedQueueTest {
  private static final long LONG_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final BoundedQueue<String> queue = new BoundedQueue<>(3, 10, String::length);
  private Thread other;

  @AfterEach
  void stop() throws InterruptedException {
    if (other != null) {
      other.interrupt();
      other.join();
    }
  }

  private interface Action<T> {
    T run() throws InterruptedException;
  }

  private <T> CompletableFuture<T> inAnotherThread(Action<T> action) {
    CompletableFuture<T> done = new CompletableFuture<>();
    other =
        new Thread(
            () -> {
              try {
                done.complete(action.run());
              } catch (InterruptedException e) {
                done.completeExceptionally(e);
              }
            });
    other.start();
    return done;
  }

  private void awaitWaiting() {
    await()
        .atMost(Duration.ofMinutes(1))
        .until(
            () ->
                other.getState() == Thread.State.WAITING
                    || other.getState() == Thread.State.TIMED_WAITING);
  }

  @Test
  void elementsComeOutInTheirOrder() throws InterruptedException {
    queue.offer("a");
    assertThat(queue.offer("b")).isTrue();
    assertThat(queue.poll(0)).isEqualTo("a");
    assertThat(queue.poll(0)).isEqualTo("b");
    assertThat(queue.poll(0)).isNull();
    assertThat(queue.isEmpty()).isTrue();
  }

  @Test
  void neitherMoreElementsNorMoreBytesFitThanAreAllowed() throws InterruptedException {
    for (String element : List.of("a", "b", "c")) {
      queue.offer(element);
    }
    assertThat(queue.offer("d")).isFalse();
    List<String> taken = new ArrayList<>();
    queue.drainTo(taken, 2);
    assertThat(taken).containsExactly("a", "b");
    assertThat(queue.offer("ten bytes!")).isFalse();
    assertThat(queue.offer("nine byte")).isTrue();
    assertThat(queue.offer("")).isTrue();
  }

  @Test
  void anElementThatIsLargerThanTheQueueGetsTheWholeQueue() throws InterruptedException {
    queue.offer("a");
    assertThat(queue.offer("more than ten bytes")).isFalse();
    assertThat(queue.poll(0)).isEqualTo("a");
    assertThat(queue.offer("more than ten bytes")).isTrue();
    assertThat(queue.offer("b")).isFalse();
  }

  @Test
  void theReaderThatWaitsGetsWhatIsAdded() throws Exception {
    CompletableFuture<String> polled = inAnotherThread(() -> queue.poll(LONG_NANOS));
    awaitWaiting();
    queue.offer("a");
    assertThat(polled.get(1, TimeUnit.MINUTES)).isEqualTo("a");
  }
}
