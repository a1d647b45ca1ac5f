package io.hybridycsb.harness.bench.clients;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.bench.probe.HostSnapshot;
import io.hybridycsb.harness.bench.probe.RunningClients;
import io.hybridycsb.harness.process.Deadline;
import io.hybridycsb.harness.process.ProcStat;
import io.hybridycsb.harness.process.ProcessIdentity;
import io.hybridycsb.harness.process.ProcessUse;
import io.hybridycsb.harness.results.ProcessCost.ClientHost;
import io.hybridycsb.harness.results.YcsbReport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * YCSB's processes of one phase: starts them together, waits for them, and reads their output.
 *
 * @param root the directory that holds the cluster's run directory
 * @param directory the directory for the outputs NAME.out and NAME.err
 * @param hosts looks at the other hosts on which clients run
 */
public record Clients(Path root, Path directory, Supplier<SortedMap<String, HostSnapshot>> hosts) {

  private static final long LOOK_NANOS = 200_000_000;

  private static final Duration READY_TIMEOUT = Duration.ofSeconds(60);
  private static final Duration LOST_TIMEOUT = Duration.ofSeconds(5);

  /**
   * One process of YCSB.
   *
   * @param properties of YCSB; as everybody sees the words of a command, and these may be secret,
   *     they are given in a file
   * @param leash if it runs on another host: how it is started and ended through its command's
   *     input
   */
  public record Client(
      String name,
      List<String> command,
      SortedMap<String, String> properties,
      Optional<Leash> leash) {
    /** One on this machine. */
    public Client(String name, List<String> command, SortedMap<String, String> properties) {
      this(name, command, properties, Optional.empty());
    }
  }

  /**
   * What passes between this machine and a client's host.
   *
   * @param host its name
   * @param ready the line on its standard error with which it waits
   * @param go the line that lets it begin
   * @param end the line that ends YCSB's own input
   */
  public record Leash(String host, String ready, String go, String end) {}

  /** Watches clients while they run, and decides when they end. */
  public interface Watcher {
    /**
     * Called about once a second, right after an interval of the first client's histogram logs has
     * ended.
     *
     * @param operations done by all clients so far, with any outcome
     * @return whether the clients are to end
     */
    boolean secondEnded(long operations, RunningClients clients);
  }

  /**
   * The clients' outcome.
   *
   * @param reports one for each client, in their order
   * @param seconds from the first operation of any client to the last
   * @param use what each client used, by name
   * @param hosts where the clients ran, by their names; none for those that ran here
   */
  public record Outcome(
      List<YcsbReport> reports,
      double seconds,
      SortedMap<String, ProcessUse> use,
      SortedMap<String, ClientHost> hosts) {

    /** That of clients on this machine. */
    public Outcome(List<YcsbReport> reports, double seconds, SortedMap<String, ProcessUse> use) {
      this(reports, seconds, use, new TreeMap<>());
    }

    /** By how many milliseconds each client's clock was ahead of this machine's. */
    public Map<String, Long> clocksAheadMs() {
      Map<String, Long> ahead = new TreeMap<>();
      hosts.forEach((name, host) -> ahead.put(name, Math.round(host.clockOffsetMs())));
      return ahead;
    }
  }

  /**
   * Runs all clients to their end.
   *
   * @param alone whether no other child of this process ends meanwhile
   * @param watcher if there is one, it ends clients that were told to end with their input
   * @throws HarnessException if one fails, prints no result, or hasn't ended after the timeout
   */
  public Outcome run(
      List<Client> clients, boolean alone, Duration timeout, Optional<Watcher> watcher)
      throws InterruptedException {
    OptionalDouble childrenBefore = ProcStat.endedChildrenCpuSeconds();
    List<ClientProcess> running = new ArrayList<>();
    SortedMap<String, ProcessUse> use = new TreeMap<>();
    try {
      for (Client client : clients) {
        ClientProcess started = new ClientProcess(client, root, directory, watcher.isPresent());
        running.add(started);
        if (client.leash().isPresent()) {
          // One after the other: an sshd refuses some of many that log in at once.
          awaitReady(started);
        }
      }
      running.forEach(ClientProcess::release);
      await(running, timeout, use, watcher);
    } finally {
      stop(running);
    }
    List<YcsbReport> reports = running.stream().map(ClientProcess::report).toList();
    if (alone) {
      correct(use, childrenBefore);
    }
    return new Outcome(reports, seconds(running, reports), use);
  }

  private static void awaitReady(ClientProcess client) throws InterruptedException {
    if (!Deadline.after(READY_TIMEOUT).await(client::isReady)) {
      throw new HarnessException(
          "%s was not ready to start after %d s"
              .formatted(client.label(), READY_TIMEOUT.toSeconds()));
    }
  }

  private void await(
      List<ClientProcess> running,
      Duration timeout,
      SortedMap<String, ProcessUse> use,
      Optional<Watcher> watcher)
      throws InterruptedException {
    AtomicLong lastLook = new AtomicLong(System.nanoTime() - LOOK_NANOS);
    AtomicBoolean watched = new AtomicBoolean(watcher.isPresent());
    boolean ended =
        Deadline.after(timeout)
            .await(
                () -> {
                  if (System.nanoTime() - lastLook.get() >= LOOK_NANOS) {
                    look(running, use);
                    lastLook.set(System.nanoTime());
                  }
                  running.forEach(ClientProcess::requireNoFailure);
                  if (watched.get() && toldToEnd(running, watcher.orElseThrow())) {
                    watched.set(false);
                    running.forEach(ClientProcess::endInput);
                  }
                  return running.stream().allMatch(ClientProcess::ended);
                });
    if (!ended) {
      throw new HarnessException("YCSB has not ended after %d s".formatted(timeout.toSeconds()));
    }
  }

  private boolean toldToEnd(List<ClientProcess> running, Watcher watcher) {
    if (!running.get(0).status().read()) {
      return false;
    }
    long operations = 0;
    SortedMap<String, Long> pids = new TreeMap<>();
    for (ClientProcess client : running) {
      client.status().read();
      operations += client.status().operations();
      client.pid().ifPresent(pid -> pids.put(client.name(), pid));
    }
    try {
      return watcher.secondEnded(operations, new RunningClients(pids, hosts));
    } catch (HostLost e) {
      requireSurvivors(running);
      throw e;
    }
  }

  /** A host doesn't answer: a client on it can mostly tell more, as soon as it has ended. */
  private static void requireSurvivors(List<ClientProcess> running) {
    try {
      Deadline.after(LOST_TIMEOUT)
          .await(
              () -> {
                running.forEach(ClientProcess::requireNoFailure);
                return false;
              });
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Records what each client has used so far, which can't be read once it has ended. */
  private static void look(List<ClientProcess> running, SortedMap<String, ProcessUse> use) {
    for (ClientProcess client : running) {
      client
          .pid()
          .ifPresent(
              pid -> ProcessIdentity.useOf(pid).ifPresent(used -> use.put(client.name(), used)));
    }
  }

  /** A client failed; {@code interrupted} if the cause was Ctrl-C. */
  public static final class Failed extends HarnessException {
    private final boolean interrupted;
    private final boolean foundErrors;

    /**
     * @param foundErrors whether it says that a system did or answered something wrong
     */
    public Failed(boolean interrupted, boolean foundErrors, String message) {
      super(message);
      this.interrupted = interrupted;
      this.foundErrors = foundErrors;
    }

    public boolean foundErrors() {
      return foundErrors;
    }

    public boolean interrupted() {
      return interrupted;
    }
  }

  /** A host with clients doesn't answer. */
  public static final class HostLost extends HarnessException {
    public HostLost(String message) {
      super(message);
    }
  }

  private static void stop(List<ClientProcess> running) throws InterruptedException {
    running.forEach(ClientProcess::kill);
    for (ClientProcess client : running) {
      client.awaitEnd();
    }
  }

  /**
   * Scales the clients' CPU times to the kernel's exact sum for ended children, because the last
   * reading of each missed its end. If no reading saw any CPU time, the sum is divided evenly.
   */
  private static void correct(SortedMap<String, ProcessUse> use, OptionalDouble childrenBefore) {
    OptionalDouble childrenAfter = ProcStat.endedChildrenCpuSeconds();
    double seen = use.values().stream().mapToDouble(ProcessUse::cpuSeconds).sum();
    if (childrenBefore.isEmpty() || childrenAfter.isEmpty()) {
      return;
    }
    double exact = childrenAfter.getAsDouble() - childrenBefore.getAsDouble();
    use.replaceAll(
        (name, used) ->
            used.withCpu(
                seen == 0 ? exact / use.size() : used.cpuSeconds() * Math.max(1, exact / seen)));
  }

  /**
   * One client reports the time itself. With several, each one's operations began as long before
   * its end as its reported run time.
   */
  private static double seconds(List<ClientProcess> running, List<YcsbReport> reports) {
    if (reports.size() == 1) {
      return reports.get(0).runSeconds();
    }
    double first = Double.MAX_VALUE;
    double last = -Double.MAX_VALUE;
    long origin = running.get(0).endedNanos();
    for (int i = 0; i < reports.size(); i++) {
      double end = (running.get(i).endedNanos() - origin) / 1e9;
      first = Math.min(first, end - reports.get(i).runSeconds());
      last = Math.max(last, end);
    }
    return last - first;
  }
}
