package io.hybridycsb.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import org.awaitility.Awaitility;

/**
 * YCSB in the background, run after run until it is stopped. Every run reads and updates a few
 * records, so that operations contend, and inserts new ones, none of them twice. Each run leaves a
 * history; all of them have the machine's clock.
 */
final class YcsbLoad implements AutoCloseable {
  /** Few, so that operations contend; more than threads, so that most updates commit. */
  private static final int RECORDS = 40;

  /** How long a started client may take to its first call. */
  private static final Duration FIRST_CALL = Duration.ofMinutes(3);

  /** Longer than any run may take. */
  private static final long STOP_SECONDS = 660;

  private final LocalCluster cluster;
  private final String name;
  private final Map<String, String> properties;
  private final int operations;
  private final int operationsPerSecond;
  private final Path directory;
  private final Set<String> said = new ConcurrentSkipListSet<>();
  private final List<Path> histories = new CopyOnWriteArrayList<>();
  private final ExecutorService thread = Executors.newSingleThreadExecutor();
  private final ReentrantLock newClients = new ReentrantLock(true);
  private final Future<?> runs;
  private volatile boolean stop;
  private volatile int records = RECORDS;

  /**
   * Begins to load the first records and then to run.
   *
   * @param name of the load, which is also its table
   * @param properties further ones for YCSB
   * @param operations of each run
   * @param operationsPerSecond of each run, at most
   */
  YcsbLoad(
      LocalCluster cluster,
      String name,
      Map<String, String> properties,
      int operations,
      int operationsPerSecond)
      throws IOException {
    this.cluster = cluster;
    this.name = name;
    this.properties = properties;
    this.operations = operations;
    this.operationsPerSecond = operationsPerSecond;
    this.directory = Files.createTempDirectory(cluster.runDirectory(), "histories");
    this.runs = thread.submit(this::loadAndRun);
  }

  private Void loadAndRun() throws IOException {
    ycsb("load", properties, Map.of("recordcount", Integer.toString(RECORDS)));
    while (!stop) {
      Path history =
          ycsb(
              "run",
              properties,
              Map.of(
                  "recordcount",
                  Integer.toString(records),
                  "insertcount",
                  Integer.toString(RECORDS),
                  "operationcount",
                  Integer.toString(operations),
                  "target",
                  Integer.toString(operationsPerSecond),
                  "requestdistribution",
                  "uniform",
                  "readproportion",
                  "0.4",
                  "updateproportion",
                  "0.4",
                  "insertproportion",
                  "0.2"));
      records += (int) YcsbHistory.of(List.of(history)).inserts();
    }
    return null;
  }

  /** Runs YCSB to its end; returns its history. */
  private Path ycsb(String phase, Map<String, String> some, Map<String, String> more) {
    Path history = newClient(phase);
    Map<String, String> all = new TreeMap<>();
    all.put("table", name);
    all.put("fieldcount", "3");
    all.put("fieldlength", "20");
    all.put("hybrid.history", history.toString());
    all.putAll(some);
    all.putAll(more);
    Ended ended = cluster.workload(phase, "workloada", all).requireSuccess();
    ended.err().lines().filter(line -> line.startsWith(cluster.system() + ": ")).forEach(said::add);
    return history;
  }

  /** Names the history of a client that starts now; waits while no client may start. */
  private Path newClient(String phase) {
    newClients.lock();
    try {
      Path history = directory.resolve("%s-%d.jsonl".formatted(phase, histories.size()));
      histories.add(history);
      return history;
    } finally {
      newClients.unlock();
    }
  }

  /** Waits until so many writes that began after this call have been acknowledged. */
  void awaitCommits(int count, Duration timeout) {
    long sinceNs = System.nanoTime();
    int current = Math.max(0, histories.size() - 1);
    Awaitility.await("%d more acknowledged writes".formatted(count))
        .atMost(timeout)
        .pollInterval(Duration.ofMillis(500))
        .until(
            () ->
                runs.isDone()
                    || YcsbHistory.of(histories.stream().skip(current).toList())
                            .commitsSince(sinceNs)
                        >= count);
    if (runs.isDone()) {
      throw new AssertionError("the load has ended by itself: " + endOfRuns());
    }
  }

  private String endOfRuns() {
    try {
      runs.get();
      return "without an error";
    } catch (ExecutionException e) {
      return e.getCause().toString();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return e.toString();
    }
  }

  /** A fault that happens while no new client may start. */
  interface Fault {
    void happen() throws Exception;
  }

  /** Lets the fault happen while a client runs. If it has just been started, it connects first. */
  void withoutNewClients(Fault fault) throws Exception {
    newClients.lock();
    try {
      Path newest = histories.get(histories.size() - 1);
      Awaitility.await("the newest client's first call")
          .atMost(FIRST_CALL)
          .until(() -> runs.isDone() || YcsbHistory.of(List.of(newest)).hasCalls());
      fault.happen();
    } finally {
      newClients.unlock();
    }
  }

  /** Waits for the end of the last run. */
  void stop() throws InterruptedException, ExecutionException, TimeoutException {
    stop = true;
    runs.get(STOP_SECONDS, TimeUnit.SECONDS);
  }

  /** Reads every record once, in the history too; after {@link #stop}. */
  void readAll(Map<String, String> reader) {
    Map<String, String> all = new TreeMap<>(properties);
    all.putAll(reader);
    String count = Integer.toString(records);
    ycsb(
        "run",
        all,
        Map.of(
            "recordcount", count,
            "operationcount", count,
            "requestdistribution", "sequential",
            "readproportion", "1",
            "updateproportion", "0"));
  }

  YcsbHistory history() {
    return YcsbHistory.of(histories);
  }

  /** What the binding has said of operations that failed. */
  Set<String> reasons() {
    return said;
  }

  @Override
  public void close() {
    stop = true;
    thread.shutdownNow();
  }
}
