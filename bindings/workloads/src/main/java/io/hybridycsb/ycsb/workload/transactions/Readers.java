package io.hybridycsb.ycsb.workload.transactions;

import io.hybridycsb.ycsb.outcome.FailedOperation;
import io.hybridycsb.ycsb.outcome.Statuses;
import io.hybridycsb.ycsb.support.Transaction;
import io.hybridycsb.ycsb.support.Transactions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/**
 * Threads that read many records before and after a run. Each has a binding of its own, made as
 * YCSB makes it. It reads what was committed before, even if its node was behind: it commits a
 * write first, and reads in transactions, which have to commit.
 *
 * <p>The bindings begin before the run. One that could not begin after it would end the process
 * before YCSB has told the run's results.
 */
public final class Readers implements AutoCloseable {
  /** So many records may be read at once: few enough for every system's limit. */
  public static final int RECORDS_PER_TRANSACTION = 50;

  private static final int THREADS_MAX = 16;

  /** For each transaction: as long as a killed node may take until it serves again. */
  private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(60);

  private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(20);

  /** What may be over when it is tried again. */
  private static final Set<Status> PASSING =
      Set.of(Statuses.ABORTED, Statuses.UNKNOWN, Status.SERVICE_UNAVAILABLE);

  private static final long PROGRESS_SECONDS = 1;

  private final ExecutorService pool;
  private final List<Session> sessions = new ArrayList<>();

  /** Numbers from one up to, but without, another. */
  public record Range(int from, int to) {
    /** How many numbers these are. */
    public int size() {
      return to - from;
    }

    /** Cuts a range into ranges that are no longer than {@code sizeMax}. */
    public static List<Range> split(int from, int to, int sizeMax) {
      List<Range> parts = new ArrayList<>();
      for (int begin = from; begin < to; begin = parts.get(parts.size() - 1).to()) {
        parts.add(new Range(begin, begin + Math.min(sizeMax, to - begin)));
      }
      return parts;
    }
  }

  /**
   * A part of what is to be read; one thread reads it.
   *
   * @param records how many it is about
   * @param reading reads them
   */
  public record Task(int records, Consumer<Session> reading) {}

  /** One thread's way to the system. */
  public static final class Session {
    private final DB binding;
    private final Transactions transactions;
    private final String key;

    private Session(DB binding, int number) {
      this.binding = binding;
      this.transactions = Transactions.ofThread();
      this.key = "reader" + number;
    }

    /** Commits a write, after which the node asked is behind no commit made before. */
    private void catchUp() {
      byte[] now = Numbers.encode(System.currentTimeMillis());
      commit(
          transaction -> {
            transaction.put("verification", key, Map.of("read", now));
            return null;
          });
    }

    /**
     * Reads in a transaction, until it is committed. Nothing but the rest of a run, or a lost node,
     * is in the way.
     *
     * @param reads may be called several times
     * @throws FailedOperation if it can't be committed
     */
    public <T> T commit(Function<Transaction, T> reads) {
      long ends = System.nanoTime() + PATIENCE_NS;
      while (true) {
        FailedOperation last;
        try {
          Transaction transaction = transactions.begin();
          T result = reads.apply(transaction);
          Status status = committed(transaction);
          if (status.isOk()) {
            return result;
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

  /** Where a commit is only accepted, and the binding can tell, what has become of it. */
  private static Status committed(Transaction transaction) {
    Status status = transaction.commit();
    Optional<CompletableFuture<Status>> decision =
        status.equals(Status.BATCHED_OK) ? transaction.decision() : Optional.empty();
    if (decision.isEmpty()) {
      return status;
    }
    try {
      return decision.get().get(PATIENCE_NS, TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return Statuses.UNKNOWN;
    } catch (ExecutionException e) {
      throw new FailedOperation(Status.ERROR, e.getCause().toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new FailedOperation(Status.ERROR, "interrupted");
    }
  }

  /**
   * Begins the bindings.
   *
   * @param properties YCSB's: the binding, and its {@code threadcount}
   * @throws FailedOperation if one can't begin, or has no transactions
   */
  Readers(Properties properties) {
    int threadcount = Integer.parseInt(properties.getProperty("threadcount", "1"));
    int threads = Math.min(THREADS_MAX, Math.max(1, threadcount));
    for (int i = 0; i < threads; i++) {
      sessions.add(new Session(Bindings.begin(properties), i));
    }
    pool =
        Executors.newFixedThreadPool(
            threads,
            task -> {
              Thread thread = new Thread(task, "verification");
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * Carries out all tasks.
   *
   * @param what for people: {@code orders}
   * @throws FailedOperation if a record can't be read
   */
  public void read(String what, List<Task> tasks) {
    Queue<Task> left = new ConcurrentLinkedQueue<>(tasks);
    LongAdder done = new LongAdder();
    List<Future<Void>> readers =
        sessions.stream().map(session -> pool.submit(reader(session, left, done))).toList();
    long all = tasks.stream().mapToLong(Task::records).sum();
    try {
      for (Future<Void> reader : readers) {
        await(reader, () -> System.err.printf("reading %s: %,d of %,d%n", what, done.sum(), all));
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof FailedOperation failed) {
        throw failed;
      }
      throw new FailedOperation(Status.ERROR, e.getCause().toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new FailedOperation(Status.ERROR, "interrupted");
    }
  }

  private static void await(Future<Void> reader, Runnable progress)
      throws ExecutionException, InterruptedException {
    while (true) {
      try {
        reader.get(PROGRESS_SECONDS, TimeUnit.SECONDS);
        return;
      } catch (TimeoutException e) {
        progress.run();
      }
    }
  }

  private static Callable<Void> reader(Session session, Queue<Task> left, LongAdder done) {
    return () -> {
      try {
        session.catchUp();
        for (Task task = left.poll(); task != null; task = left.poll()) {
          task.reading().accept(session);
          done.add(task.records());
        }
        return null;
      } catch (Exception e) {
        // The others need not go on.
        left.clear();
        throw e;
      }
    };
  }

  @Override
  public void close() {
    pool.shutdownNow();
    try {
      if (!pool.awaitTermination(PATIENCE_NS, TimeUnit.NANOSECONDS)) {
        throw new FailedOperation(Status.ERROR, "a read does not end");
      }
      for (Session session : sessions) {
        session.binding.cleanup();
      }
    } catch (DBException e) {
      throw new FailedOperation(Status.ERROR, e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
