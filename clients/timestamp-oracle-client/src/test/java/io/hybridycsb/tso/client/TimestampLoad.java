package io.hybridycsb.tso.client;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures a client against a running oracle: {@code TimestampLoad HOST:PORT THREADS SECONDS
 * PAUSE_MICROS}. Each thread asks, pauses, and asks again. Prints timestamps per second and CPU
 * time of this process; the oracle's is in {@code /proc/PID/stat}. With {@code none} for an address
 * nothing is asked: what the threads and their pauses cost alone.
 */
final class TimestampLoad {
  private TimestampLoad() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    int threadCount = Integer.parseInt(args[1]);
    int seconds = Integer.parseInt(args[2]);
    long pauseNanos = TimeUnit.MICROSECONDS.toNanos(Long.parseLong(args[3]));
    LongAdder done = new LongAdder();
    boolean asks = !args[0].equals("none");
    try (TimestampClient client =
        TimestampClient.connect(
            asks ? args[0] : "127.0.0.1:1", TimestampClient.Options.DEFAULT, Optional.empty())) {
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < threadCount; i++) {
        Thread thread =
            new Thread(
                () -> {
                  while (!Thread.currentThread().isInterrupted()) {
                    for (int n = 0; n < 100; n++) {
                      if (asks) {
                        client.next(5_000);
                      }
                      if (pauseNanos > 0) {
                        LockSupport.parkNanos(pauseNanos);
                      }
                    }
                    done.add(100);
                  }
                });
        thread.setUncaughtExceptionHandler((t, e) -> t.interrupt());
        threads.add(thread);
        thread.start();
      }
      TimeUnit.SECONDS.sleep(2);
      long before = done.sum();
      long requestsBefore = client.requestsSent();
      long cpuBefore = cpuNanos();
      long start = System.nanoTime();
      TimeUnit.SECONDS.sleep(seconds);
      long count = done.sum() - before;
      double elapsed = (System.nanoTime() - start) / 1e9;
      long cpu = cpuNanos() - cpuBefore;
      System.out.printf(
          "%d threads: %.0f rounds/s, %.0f requests/s, client CPU %.2f s = %.0f ns per round%n",
          threadCount,
          count / elapsed,
          (client.requestsSent() - requestsBefore) / elapsed,
          cpu / 1e9,
          (double) cpu / count);
      threads.forEach(Thread::interrupt);
    }
  }

  private static long cpuNanos() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }
}
