package io.hybridycsb.ycsb.workload;

import io.hybridycsb.ycsb.support.FailedOperation;
import io.hybridycsb.ycsb.support.Statuses;
import io.hybridycsb.ycsb.support.Transaction;
import io.hybridycsb.ycsb.support.Transactions;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import site.ycsb.DB;
import site.ycsb.Status;

/**
 * Reads the total of one number in every record, while no run is under way. It has bindings of its
 * own, made as YCSB makes them. Each reads what was committed before, even if its node was behind:
 * it commits a write first, and reads in transactions, which have to commit.
 */
final class Totals {
  private static final int THREADS_MAX = 16;

  /** Few enough for every system's limit on a transaction. */
  private static final int RECORDS_PER_TRANSACTION = 50;

  /** For each transaction: as long as a killed node may take until it serves again. */
  private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(60);

  private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(20);

  /** What may be over when it is tried again. */
  private static final Set<Status> PASSING =
      Set.of(Statuses.ABORTED, Statuses.UNKNOWN, Status.SERVICE_UNAVAILABLE);

  private static final long PROGRESS_SECONDS = 1;

  private final Properties properties;
  private final Contents contents;

  /**
   * Which records have a number.
   *
   * @param tables that each have a record of every key
   * @param key by the record's number, from 0 to before {@code count}
   */
  record Contents(List<String> tables, int count, String field, IntFunction<String> key) {}

  Totals(Properties properties, Contents contents) {
    this.properties = properties;
    this.contents = contents;
  }

  /**
   * Reads all records.
   *
   * @param when for people: {@code before the run}
   * @throws FailedOperation if a record can't be read
   */
  long read(String when) {
    int threads =
        Math.min(
            THREADS_MAX, Math.max(1, Integer.parseInt(properties.getProperty("threadcount", "1"))));
    AtomicInteger next = new AtomicInteger();
    AtomicLong total = new AtomicLong();
    ExecutorService pool =
        Executors.newFixedThreadPool(threads, task -> new Thread(task, "total-reader"));
    try {
      List<Future<Void>> readers =
          IntStream.range(0, threads)
              .mapToObj(thread -> pool.submit(reader(thread, next, total)))
              .toList();
      pool.shutdown();
      while (!pool.awaitTermination(PROGRESS_SECONDS, TimeUnit.SECONDS)) {
        System.err.printf(
            "reading all records %s: %,d of %,d%n",
            when, Math.min(next.get(), contents.count()), contents.count());
      }
      for (Future<Void> reader : readers) {
        reader.get();
      }
      return total.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof FailedOperation failed) {
        throw failed;
      }
      throw new FailedOperation(Status.ERROR, e.getCause().toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new FailedOperation(Status.ERROR, "interrupted");
    } finally {
      pool.shutdownNow();
    }
  }

  private Callable<Void> reader(int thread, AtomicInteger next, AtomicLong total) {
    return () -> {
      DB binding =
          (DB) Class.forName(properties.getProperty("db")).getDeclaredConstructor().newInstance();
      binding.setProperties(properties);
      binding.init();
      try {
        Transactions transactions = Transactions.ofThread();
        commit(transactions, transaction -> mark(transaction, thread));
        for (int first = next.getAndAdd(RECORDS_PER_TRANSACTION);
            first < contents.count();
            first = next.getAndAdd(RECORDS_PER_TRANSACTION)) {
          int from = first;
          total.addAndGet(commit(transactions, transaction -> read(transaction, from)));
        }
        return null;
      } catch (FailedOperation e) {
        // The others need not go on.
        next.set(contents.count());
        throw e;
      } finally {
        binding.cleanup();
      }
    };
  }

  private static long mark(Transaction transaction, int thread) {
    transaction.put(
        "verification",
        "reader" + thread,
        Map.of("read", Numbers.encode(System.currentTimeMillis())));
    return 0;
  }

  private long read(Transaction transaction, int from) {
    long sum = 0;
    int to = Math.min(from + RECORDS_PER_TRANSACTION, contents.count());
    for (String table : contents.tables()) {
      for (int record = from; record < to; record++) {
        sum += Numbers.read(transaction, table, contents.key().apply(record), contents.field());
      }
    }
    return sum;
  }

  private interface Reads {
    long in(Transaction transaction);
  }

  /** Tries until it is committed. Nothing but the rest of a run, or a lost node, is in the way. */
  private static long commit(Transactions transactions, Reads reads) {
    long ends = System.nanoTime() + PATIENCE_NS;
    while (true) {
      FailedOperation last;
      try {
        Transaction transaction = transactions.begin();
        long sum = reads.in(transaction);
        Status status = transaction.commit();
        if (status.isOk()) {
          return sum;
        }
        last = new FailedOperation(status, "other transactions are still in the way");
      } catch (FailedOperation e) {
        last = e;
      }
      if (!PASSING.contains(last.status()) || System.nanoTime() - ends >= 0) {
        throw last;
      }
      LockSupport.parkNanos(PAUSE_NS);
    }
  }
}
