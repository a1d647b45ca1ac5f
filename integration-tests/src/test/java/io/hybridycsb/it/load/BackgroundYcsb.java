package io.hybridycsb.it.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.cluster.LocalCluster;
import io.hybridycsb.it.release.Ended;
import io.hybridycsb.it.ycsb.YcsbHistory;
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
 * YCSB in the background: one load, then run after run until it is stopped. Each leaves a history;
 * all of them have the machine's clock.
 */
public abstract class BackgroundYcsb implements AutoCloseable {
  /** How long a started client may take to its first call. */
  private static final Duration FIRST_CALL = Duration.ofMinutes(3);

  /** Longer than any run may take. */
  private static final long STOP_SECONDS = 660;

  private final LocalCluster cluster;
  private final Path directory;
  private final Set<String> said = new ConcurrentSkipListSet<>();
  private final List<Path> histories = new CopyOnWriteArrayList<>();
  private final ExecutorService thread = Executors.newSingleThreadExecutor();
  private final ReentrantLock newClients = new ReentrantLock(true);
  private Future<?> runs;
  private volatile boolean stop;

  public BackgroundYcsb(LocalCluster cluster) throws IOException {
    this.cluster = cluster;
    this.directory = Files.createTempDirectory(cluster.runDirectory(), "histories");
  }

  /** Loads what runs need. */
  protected abstract void load();

  /** Runs to its end. */
  protected abstract void run();

  /** Begins to load and then to run. */
  public final void begin() {
    runs =
        thread.submit(
            () -> {
              load();
              while (!stop) {
                run();
              }
            });
  }

  /** Runs YCSB to its end, recorded; returns its history. */
  protected final Path ycsb(String phase, String workload, Map<String, String> properties) {
    Path history = newClient(phase);
    Map<String, String> all = new TreeMap<>(properties);
    all.put("hybrid.history", history.toString());
    Ended ended = cluster.workload(phase, workload, all).requireSuccess();
    assertThat(history).exists();
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

  /** Waits for the end of the load. */
  public final void awaitFirstRun(Duration timeout) {
    Awaitility.await("the first run")
        .atMost(timeout)
        .until(() -> runs.isDone() || histories.size() > 1);
    requireGoingOn();
  }

  /** Waits until so many writes that began after this call have been acknowledged. */
  public final void awaitCommits(int count, Duration timeout) {
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
    requireGoingOn();
  }

  private void requireGoingOn() {
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
  public interface Fault {
    void happen() throws Exception;
  }

  /** Lets the fault happen while a client runs. If it has just been started, it connects first. */
  public final void withoutNewClients(Fault fault) throws Exception {
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
  public final void stop() throws InterruptedException, ExecutionException, TimeoutException {
    stop = true;
    runs.get(STOP_SECONDS, TimeUnit.SECONDS);
  }

  /** The histories of all clients so far. */
  public final List<Path> histories() {
    return List.copyOf(histories);
  }

  /** What the binding has said of operations that failed. */
  public final Set<String> reasons() {
    return said;
  }

  @Override
  public void close() {
    stop = true;
    thread.shutdownNow();
  }
}
