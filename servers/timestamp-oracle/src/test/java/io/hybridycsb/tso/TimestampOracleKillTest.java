package io.hybridycsb.tso;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.hybridycsb.testdatabases.TestPorts;
import io.hybridycsb.tso.client.TimestampClient;
import io.hybridycsb.tso.client.TimestampOracleException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real processes, killed under load. */
class TimestampOracleKillTest {
  private static final int KILLS = 2;
  private static final int CLIENTS = 2;
  private static final int THREADS_PER_CLIENT = 16;
  private static final int TIMESTAMPS_PER_ROUND = 20_000;
  private static final long TIMEOUT_MS = 60_000;
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  @TempDir private Path temporary;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicBoolean stop = new AtomicBoolean();
  private final AtomicLong obtained = new AtomicLong();

  @AfterEach
  void stopThreads() {
    stop.set(true);
    threads.shutdownNow();
  }

  @Test
  void killedOracleNeverRepeatsATimestampAndClientsGoOn()
      throws IOException, InterruptedException, ExecutionException {
    List<TimestampClient> clients = new ArrayList<>();
    OracleProcess oracle = startOracle("127.0.0.1:" + TestPorts.free());
    try {
      String address = oracle.awaitReady();
      List<Future<List<Long>>> fetched = new ArrayList<>();
      for (int c = 0; c < CLIENTS; c++) {
        TimestampClient client =
            TimestampClient.connect(address, TimestampClient.Options.DEFAULT, Optional.empty());
        clients.add(client);
        for (int t = 0; t < THREADS_PER_CLIENT; t++) {
          fetched.add(threads.submit(() -> fetch(client)));
        }
      }
      for (int kill = 0; kill < KILLS; kill++) {
        awaitProgress();
        oracle.kill();
        oracle = startOracle(address);
        assertThat(oracle.awaitReady()).isEqualTo(address);
      }
      awaitProgress();
      stop.set(true);
      assertUnique(fetched);
    } finally {
      clients.forEach(TimestampClient::close);
      oracle.close();
    }
  }

  @Test
  void callerLearnsInTimeThatTheOracleIsGone() throws IOException, InterruptedException {
    String address = "127.0.0.1:" + TestPorts.free();
    try (TimestampClient client =
        TimestampClient.connect(address, TimestampClient.Options.DEFAULT, Optional.empty())) {
      // The first may give up before the connection was refused.
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () ->
                  assertThatThrownBy(() -> client.next(300))
                      .isInstanceOf(TimestampOracleException.class)
                      .hasMessageStartingWith(
                          "no timestamp from " + address + ": none within 300 ms: ")
                      .hasMessageContaining("refused"));
      try (OracleProcess oracle = startOracle(address)) {
        oracle.awaitReady();
        assertThat(client.next(TIMEOUT_MS)).isPositive();
      }
    }
  }

  private OracleProcess startOracle(String listen) throws IOException {
    return OracleProcess.start(
        temporary,
        "--set",
        "tso.listen=" + listen,
        "--set",
        "data.dir=" + temporary.resolve("data").toString(),
        "--set",
        "ceiling.step=20000",
        "--set",
        "start.above=0");
  }

  private List<Long> fetch(TimestampClient client) {
    List<Long> timestamps = new ArrayList<>();
    while (!stop.get()) {
      timestamps.add(client.next(TIMEOUT_MS));
      obtained.incrementAndGet();
      if (timestamps.size() % 64 == 0) {
        Thread.yield();
      }
    }
    return timestamps;
  }

  private void awaitProgress() {
    long target = obtained.get() + TIMESTAMPS_PER_ROUND;
    await().atMost(PATIENCE).until(() -> obtained.get() >= target);
  }

  private static void assertUnique(List<Future<List<Long>>> fetched)
      throws InterruptedException, ExecutionException {
    int total = 0;
    for (Future<List<Long>> one : fetched) {
      total += one.get().size();
    }
    long[] all = new long[total];
    int at = 0;
    for (Future<List<Long>> one : fetched) {
      long last = 0;
      for (long timestamp : one.get()) {
        assertThat(timestamp).isGreaterThan(last);
        last = timestamp;
        all[at++] = timestamp;
      }
    }
    Arrays.sort(all);
    for (int i = 1; i < all.length; i++) {
      assertThat(all[i]).isNotEqualTo(all[i - 1]);
    }
  }
}
