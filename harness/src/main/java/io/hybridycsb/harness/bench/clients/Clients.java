package io.hybridycsb.harness.bench.clients;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.bench.probe.Usage;
import io.hybridycsb.harness.process.ChildrenCpu;
import io.hybridycsb.harness.process.Deadline;
import io.hybridycsb.harness.process.LogFile;
import io.hybridycsb.harness.process.ProcessLauncher;
import io.hybridycsb.harness.ycsb.YcsbReport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** YCSB's processes of one phase: starts them together, waits for them, and reads their output. */
public final class Clients {
  private static final int INTERRUPTED_STATUS = 130;
  private static final int LAST_LINES = 200;
  private static final long LOOK_NANOS = 200_000_000;
  private static final Duration KILL_TIMEOUT = Duration.ofSeconds(10);

  private final Path root;
  private final Path directory;

  /**
   * @param root the directory that holds the cluster's run directory
   * @param directory the directory for the outputs NAME.out and NAME.err
   */
  public Clients(Path root, Path directory) {
    this.root = root;
    this.directory = directory;
  }

  /** One process of YCSB: its name and its command. */
  public record Client(String name, List<String> command) {}

  /**
   * The clients' outcome.
   *
   * @param reports one for each client, in their order
   * @param seconds from the first operation of any client to the last
   * @param usage what each client used, by name
   */
  public record Outcome(List<YcsbReport> reports, double seconds, SortedMap<String, Usage> usage) {}

  private record Running(
      Client client, Process process, StatusLines status, AtomicLong endedNanos) {}

  /** Runs all clients to the end of their operations or their time. */
  public Outcome run(List<Client> clients, boolean alone, Duration timeout)
      throws InterruptedException {
    return run(clients, alone, timeout, Optional.empty());
  }

  /**
   * Runs all clients to their end.
   *
   * @param alone whether no other child of this process ends meanwhile
   * @param conductor if there is one, it ends clients that were told to end with their input
   * @throws HarnessException if one fails, prints no result, or hasn't ended after the timeout
   */
  public Outcome run(
      List<Client> clients, boolean alone, Duration timeout, Optional<Conductor> conductor)
      throws InterruptedException {
    OptionalDouble childrenBefore = ChildrenCpu.seconds();
    List<Running> running = new ArrayList<>();
    SortedMap<String, Usage> usage = new TreeMap<>();
    try {
      for (Client client : clients) {
        running.add(start(client, conductor.isPresent()));
      }
      await(running, timeout, usage, conductor);
    } finally {
      stop(running);
    }
    List<YcsbReport> reports = new ArrayList<>();
    for (Running client : running) {
      reports.add(report(client));
    }
    if (alone) {
      correct(usage, childrenBefore);
    }
    return new Outcome(reports, seconds(running, reports), usage);
  }

  private Running start(Client client, boolean conducted) {
    ProcessBuilder builder = new ProcessBuilder(client.command());
    builder.environment().put("HYBRID_DIR", root.toString());
    try {
      Process process =
          builder
              .redirectInput(conducted ? ProcessBuilder.Redirect.PIPE : ProcessLauncher.NO_INPUT)
              .redirectOutput(out(client).toFile())
              .redirectError(err(client).path().toFile())
              .start();
      AtomicLong ended = new AtomicLong();
      process.onExit().thenAccept(unused -> ended.set(System.nanoTime()));
      return new Running(client, process, new StatusLines(err(client).path()), ended);
    } catch (IOException e) {
      throw new HarnessException("cannot start YCSB: " + e.getMessage(), e);
    }
  }

  private Path out(Client client) {
    return directory.resolve(client.name() + ".out");
  }

  private LogFile err(Client client) {
    return new LogFile(directory.resolve(client.name() + ".err"));
  }

  private void await(
      List<Running> running,
      Duration timeout,
      SortedMap<String, Usage> usage,
      Optional<Conductor> conductor)
      throws InterruptedException {
    AtomicLong lastLook = new AtomicLong(System.nanoTime() - LOOK_NANOS);
    AtomicBoolean conducted = new AtomicBoolean(conductor.isPresent());
    boolean ended =
        Deadline.after(timeout)
            .await(
                () -> {
                  if (System.nanoTime() - lastLook.get() >= LOOK_NANOS) {
                    look(running, usage);
                    lastLook.set(System.nanoTime());
                  }
                  running.forEach(this::requireNoFailure);
                  if (conducted.get() && toldToEnd(running, conductor.orElseThrow())) {
                    conducted.set(false);
                    running.forEach(Clients::endInput);
                  }
                  return running.stream().allMatch(client -> client.endedNanos().get() != 0);
                });
    if (!ended) {
      throw new HarnessException("YCSB has not ended after %d s".formatted(timeout.toSeconds()));
    }
  }

  private static boolean toldToEnd(List<Running> running, Conductor conductor) {
    if (!running.get(0).status().read()) {
      return false;
    }
    long operations = 0;
    SortedMap<String, Long> pids = new TreeMap<>();
    for (Running client : running) {
      client.status().read();
      operations += client.status().operations();
      pids.put(client.client().name(), client.process().pid());
    }
    return conductor.secondEnded(operations, pids);
  }

  private static void endInput(Running client) {
    try {
      client.process().getOutputStream().close();
    } catch (IOException e) {
      throw new HarnessException("cannot end YCSB's input: " + e.getMessage(), e);
    }
  }

  /** Records what each client has used so far, which can't be read once it has ended. */
  private static void look(List<Running> running, SortedMap<String, Usage> usage) {
    for (Running client : running) {
      Usage.of(client.process().pid()).ifPresent(used -> usage.put(client.client().name(), used));
    }
  }

  private void requireNoFailure(Running client) {
    if (client.endedNanos().get() == 0 || client.process().exitValue() == 0) {
      return;
    }
    int status = client.process().exitValue();
    throw new Failed(
        status == INTERRUPTED_STATUS,
        "%s exited with status %d: %s"
            .formatted(client.client().name(), status, lastWords(client.client())));
  }

  /** The last line that isn't a status line or part of a stack trace. */
  private String lastWords(Client client) {
    return err(client).lastLines(LAST_LINES, 0).stream()
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .filter(line -> !line.matches("at .*|\\.\\.\\. \\d+ more|\\d{4}-\\d\\d-\\d\\d .* sec: .*"))
        .reduce((first, second) -> second)
        .orElse("it wrote nothing");
  }

  /** A client failed; {@code interrupted} if the cause was Ctrl-C. */
  public static final class Failed extends HarnessException {
    private static final long serialVersionUID = 1L;
    private final boolean interrupted;

    public Failed(boolean interrupted, String message) {
      super(message);
      this.interrupted = interrupted;
    }

    public boolean interrupted() {
      return interrupted;
    }
  }

  private static void stop(List<Running> running) throws InterruptedException {
    for (Running client : running) {
      client.process().destroyForcibly();
    }
    for (Running client : running) {
      client.process().waitFor(KILL_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
    }
  }

  private YcsbReport report(Running client) {
    Path out = out(client.client());
    String printed;
    try {
      printed = Files.readString(out, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new HarnessException("cannot read " + out + ": " + e.getMessage(), e);
    }
    try {
      return YcsbReport.parse(printed);
    } catch (HarnessException e) {
      // YCSB exits with 0 if its settings are wrong.
      throw new HarnessException(e.getMessage() + ": " + lastWords(client.client()), e);
    }
  }

  /**
   * Scales the clients' CPU times to the kernel's exact sum for ended children, because the last
   * reading of each missed its end. If no reading saw any CPU time, the sum is divided evenly.
   */
  private static void correct(SortedMap<String, Usage> usage, OptionalDouble childrenBefore) {
    OptionalDouble childrenAfter = ChildrenCpu.seconds();
    double seen = usage.values().stream().mapToDouble(Usage::cpuSeconds).sum();
    if (childrenBefore.isEmpty() || childrenAfter.isEmpty()) {
      return;
    }
    double exact = childrenAfter.getAsDouble() - childrenBefore.getAsDouble();
    usage.replaceAll(
        (name, used) ->
            new Usage(
                seen == 0 ? exact / usage.size() : used.cpuSeconds() * Math.max(1, exact / seen),
                used.writtenBytes()));
  }

  /**
   * One client reports the time itself. With several, each one's operations began as long before
   * its end as its reported run time.
   */
  private static double seconds(List<Running> running, List<YcsbReport> reports) {
    if (reports.size() == 1) {
      return reports.get(0).runSeconds();
    }
    double first = Double.MAX_VALUE;
    double last = -Double.MAX_VALUE;
    long origin = running.get(0).endedNanos().get();
    for (int i = 0; i < reports.size(); i++) {
      double end = (running.get(i).endedNanos().get() - origin) / 1e9;
      first = Math.min(first, end - reports.get(i).runSeconds());
      last = Math.max(last, end);
    }
    return last - first;
  }
}
