package io.hybridycsb.it.suites;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.cluster.ClusterTests;
import io.hybridycsb.it.cluster.DrivenCluster;
import io.hybridycsb.it.cluster.TestClient;
import io.hybridycsb.it.load.RecordedHistory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * Many threads read, write, delete and run transactions through all nodes while processes die; the
 * history that they record is checked afterwards.
 */
public abstract class HistoryTests extends ClusterTests<DrivenCluster> {
  private static final int WORKERS = 9;
  private static final long BETWEEN_CALLS_MS = 5;
  private static final Duration PROGRESS = Duration.ofMinutes(3);
  private static final long STOP_SECONDS = 120;

  private static final List<String> REGISTERS =
      IntStream.range(0, 6).mapToObj(i -> "register" + i).toList();
  private static final List<String> ACCOUNTS =
      IntStream.range(0, 8).mapToObj(i -> "account" + i).toList();

  /** The clients whose history is recorded. */
  protected TestClient connect() {
    return cluster().connect();
  }

  /** How many calls there are between two faults. */
  protected int callsBetweenFaults() {
    return 600;
  }

  /** The faults, which happen one after another. */
  protected abstract List<Runnable> faults();

  /** Processes die together, and start again. */
  protected final void dies(String... processes) {
    cluster().kill(processes);
    cluster().restart(processes);
  }

  @Test
  void historiesAreLinearizableAndTransactionsStrictlySerializableWhateverDies() throws Exception {
    ScheduledExecutorService threads = Executors.newScheduledThreadPool(WORKERS);
    try (TestClient client = connect()) {
      RecordedHistory history = new RecordedHistory(client);
      List<Future<?>> workers = new ArrayList<>();
      for (int i = 0; i < WORKERS; i++) {
        Worker worker = new Worker(history, i);
        workers.add(
            threads.scheduleWithFixedDelay(
                worker::call, 0, BETWEEN_CALLS_MS, TimeUnit.MILLISECONDS));
      }
      awaitCalls(history, workers);
      for (Runnable fault : faults()) {
        fault.run();
        awaitCalls(history, workers);
      }
      threads.shutdown();
      assertThat(threads.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS)).isTrue();
      readAllOnAllNodes(history);
      history.requireLinearizable();
      history.requireStrictlySerializable();
    } finally {
      threads.shutdownNow();
    }
    cluster().requireAuditPasses();
  }

  private void awaitCalls(RecordedHistory history, List<Future<?>> workers) {
    int calls = callsBetweenFaults();
    int goal = history.size() + calls;
    Awaitility.await("%d more calls".formatted(calls))
        .atMost(PROGRESS)
        .until(() -> history.size() >= goal || workers.stream().anyMatch(Future::isDone));
    workers.forEach(
        worker -> assertThat(worker.isDone()).as("a worker has stopped by itself").isFalse());
  }

  /** Makes the effects of unknown outcomes part of the history. */
  private void readAllOnAllNodes(RecordedHistory history) {
    for (int round = 0; round < 2; round++) {
      for (int node = 0; node < cluster().nodes(); node++) {
        for (String key : REGISTERS) {
          history.get(node, key);
        }
        for (String key : ACCOUNTS) {
          history.transact(node, List.of(key), List.of());
        }
      }
    }
  }

  /** One client's calls, each drawn by itself. */
  private final class Worker {
    private final RecordedHistory history;
    private final int number;
    private final Random random;
    private long calls;

    Worker(RecordedHistory history, int number) {
      this.history = history;
      this.number = number;
      this.random = new Random(number);
    }

    void call() {
      int node = (int) ((number + ++calls) % cluster().nodes());
      String key = any(REGISTERS);
      switch (random.nextInt(10)) {
        case 0, 1, 2 -> history.get(node, key);
        case 3, 4 -> history.put(node, key, number + "-" + calls);
        case 5 -> history.delete(node, key);
        case 6 -> history.transact(node, List.of(any(ACCOUNTS), any(ACCOUNTS)), List.of());
        default -> {
          String one = any(ACCOUNTS);
          String other = any(ACCOUNTS);
          List<String> written = random.nextBoolean() ? List.of(one) : List.of(one, other);
          history.transact(node, List.of(one, other, any(ACCOUNTS)), written);
        }
      }
    }

    private String any(List<String> keys) {
      return keys.get(random.nextInt(keys.size()));
    }
  }
}
