package io.hybridycsb.it.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.cluster.TestClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;

/**
 * Writers that never stop, each of which inserts new keys and updates a key of its own with rising
 * numbers, and keeps a record of what was acknowledged.
 */
public final class WriteLoad implements AutoCloseable {
  private static final int WRITERS = 8;
  private static final long STOP_SECONDS = 120;

  /** For all reads together: a node reports a height before its records can be read. */
  private static final Duration CATCH_UP = Duration.ofMinutes(5);

  private final TestClient client;
  private final String prefix;
  private final ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
  private final List<Future<?>> writers = new ArrayList<>();
  private final Map<String, String> inserted = new ConcurrentHashMap<>();
  private final Map<String, Long> acknowledged = new ConcurrentHashMap<>();
  private final Map<String, Long> attempted = new ConcurrentHashMap<>();
  private final AtomicLong commits = new AtomicLong();
  private volatile boolean stop;

  /**
   * Starts to write.
   *
   * @param prefix of all keys
   */
  public WriteLoad(TestClient client, int nodes, String prefix) {
    this.client = client;
    this.prefix = prefix;
    for (int i = 0; i < WRITERS; i++) {
      int writer = i;
      writers.add(threads.submit(() -> write(writer, nodes)));
    }
  }

  private void write(int writer, int nodes) {
    String counter = prefix + "-counter-" + writer;
    for (long i = 1; !stop; i++) {
      int node = (int) ((writer + i) % nodes);
      String key = prefix + "-" + writer + "-" + i;
      if (client.put(node, key, "value of " + key) == TestClient.Outcome.COMMITTED) {
        inserted.put(key, "value of " + key);
        commits.incrementAndGet();
      }
      attempted.put(counter, i);
      if (client.put(node, counter, Long.toString(i)) == TestClient.Outcome.COMMITTED) {
        acknowledged.put(counter, i);
        commits.incrementAndGet();
      }
    }
  }

  /** Waits until so many more writes have been acknowledged. */
  public void awaitCommits(int count, Duration timeout) {
    long goal = commits.get() + count;
    Awaitility.await("%d more acknowledged writes".formatted(count))
        .atMost(timeout)
        .until(() -> commits.get() >= goal || writers.stream().anyMatch(Future::isDone));
    writers.forEach(
        writer -> assertThat(writer.isDone()).as("a writer has stopped by itself").isFalse());
  }

  /** Stops writing and waits for the last answers. */
  public void stop() throws InterruptedException, ExecutionException, TimeoutException {
    stop = true;
    for (Future<?> writer : writers) {
      writer.get(STOP_SECONDS, TimeUnit.SECONDS);
    }
  }

  /** Requires that a node has everything that was acknowledged, at once or in a while. */
  public void requireAllOn(int node) {
    Awaitility.await("all acknowledged writes on node %d".formatted(node + 1))
        .atMost(CATCH_UP)
        .pollDelay(Duration.ZERO)
        .untilAsserted(
            () ->
                assertThat(missingOn(node))
                    .as("acknowledged writes missing on node %d", node + 1)
                    .isEmpty());
  }

  private List<String> missingOn(int node) {
    List<String> missing = new ArrayList<>();
    inserted.forEach(
        (key, value) -> {
          Optional<String> found = client.getFrom(node, key);
          if (!found.equals(Optional.of(value))) {
            missing.add(key + " is " + found);
          }
        });
    acknowledged.forEach(
        (counter, last) -> {
          long found = client.getFrom(node, counter).map(Long::parseLong).orElse(0L);
          if (found < last || found > attempted.get(counter)) {
            missing.add("%s is %d, acknowledged was %d".formatted(counter, found, last));
          }
        });
    return missing;
  }

  @Override
  public void close() {
    stop = true;
    threads.shutdownNow();
  }
}
