package io.hybridycsb.veritas.kafka.bench;

import io.hybridycsb.sharedlog.LogException;
import io.hybridycsb.sharedlog.SharedLog;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * What the broker and Kafka's clients take of a round: each node appends one record, and reads
 * until it has those of all nodes. Then it begins the next round. Nothing else is done.
 *
 * <p>Its argument is the directory of a running cluster of {@code hybrid up}, whose nodes were
 * killed; those here are threads of one process. It leaves the cluster as it was, but for a topic.
 */
public final class KafkaRoundBenchmark {
  private static final int MEASUREMENTS = 5;
  private static final int ROUNDS = 1_000;

  /** Of a node's 20 updates in a round of 80. */
  private static final int RECORD_BYTES = 20 * 400;

  private static final long POLL_MS = 100;
  private static final int TIMEOUT_MINUTES = 10;

  private KafkaRoundBenchmark() {}

  /** Prints CPU microseconds and elapsed time per round, several times. */
  public static void main(String[] args) throws Exception {
    try {
      run(RunningCluster.of(args));
    } catch (IOException | LogException | ExecutionException | TimeoutException e) {
      System.err.println("KafkaRoundBenchmark: " + e.getMessage());
      System.exit(1);
    }
  }

  private static void run(RunningCluster cluster) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(cluster.nodes());
    List<SharedLog> logs = new ArrayList<>();
    try {
      for (int i = 0; i < cluster.nodes(); i++) {
        logs.add(cluster.log());
      }
      for (int i = 1; i <= MEASUREMENTS; i++) {
        Map<String, Duration> before = cluster.cpu();
        long start = System.nanoTime();
        rounds(logs, threads);
        double ms = (System.nanoTime() - start) / 1e6 / ROUNDS;
        System.out.printf(
            "%d: a round takes %s; %.2f ms%n", i, cluster.cpuSince(before, ROUNDS), ms);
      }
    } finally {
      threads.shutdownNow();
      threads.awaitTermination(1, TimeUnit.MINUTES);
      logs.forEach(SharedLog::close);
    }
  }

  private static void rounds(List<SharedLog> logs, ExecutorService threads) throws Exception {
    ExecutorCompletionService<Void> nodes = new ExecutorCompletionService<>(threads);
    for (SharedLog log : logs) {
      nodes.submit(() -> rounds(log, logs.size()));
    }
    for (int i = 0; i < logs.size(); i++) {
      Future<Void> ended = nodes.poll(TIMEOUT_MINUTES, TimeUnit.MINUTES);
      if (ended == null) {
        throw new TimeoutException("no end within %d minutes".formatted(TIMEOUT_MINUTES));
      }
      ended.get();
    }
  }

  private static Void rounds(SharedLog log, int nodes) throws Exception {
    int read = 0;
    for (int round = 1; round <= ROUNDS; round++) {
      log.append(new byte[RECORD_BYTES]).get(TIMEOUT_MINUTES, TimeUnit.MINUTES);
      while (read < round * nodes) {
        read += log.poll(POLL_MS).size();
      }
    }
    return null;
  }
}
