package io.hybridycsb.harness.bench.hosts;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.bench.clients.Clients.HostLost;
import io.hybridycsb.harness.bench.probe.HostSnapshot;
import io.hybridycsb.harness.bench.probe.ProcessSnapshot;
import io.hybridycsb.harness.files.Attempt;
import io.hybridycsb.harness.process.Deadline;
import io.hybridycsb.harness.process.ProcStat;
import io.hybridycsb.harness.process.ThreadUse;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/** Asks a host for its clock, and for what it and its clients do, over a connection of its own. */
final class HostWatch implements AutoCloseable {
  private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(20);
  private static final int ROUND_TRIPS = 8;
  private static final long NANOS = 1_000_000_000;
  private static final String END = "end";

  /** More than a host prints of all its clients at once; its threads are the most of it. */
  private static final int LINES_MAX = 100_000;

  private final Host host;
  private final Process process;
  private final BlockingQueue<String> lines = new ArrayBlockingQueue<>(LINES_MAX);

  /**
   * Connects.
   *
   * @param directory of the clients there
   */
  HostWatch(Host host, String directory) {
    this.host = host;
    ProcessBuilder builder =
        new ProcessBuilder(host.command(Host.Script.of("watch.sh", directory)))
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    this.process = Attempt.get("reach " + host.name(), builder::start);
    Thread reader = new Thread(() -> read(process.getInputStream()), "watch of " + host.name());
    reader.setDaemon(true);
    reader.start();
  }

  private void read(InputStream output) {
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(output, StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        lines.put(line);
      }
    } catch (IOException e) {
      // As at its end: whoever asks finds out.
      return;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  Host host() {
    return host;
  }

  /** The offset of its clock, by the quickest of some questions. */
  ClockOffset clock() {
    List<ClockOffset.RoundTrip> trips = new ArrayList<>();
    for (int i = 0; i < ROUND_TRIPS; i++) {
      long asked = nanosNow();
      ask("clock");
      List<String> told = answer();
      long answered = nanosNow();
      if (told.size() != 1 || !told.get(0).matches("[0-9]{1,19}")) {
        throw new HarnessException(
            "%s: date(1) there tells no nanoseconds; GNU's does".formatted(host.name()));
      }
      trips.add(new ClockOffset.RoundTrip(asked, Long.parseLong(told.get(0)), answered));
    }
    return ClockOffset.of(trips);
  }

  private static long nanosNow() {
    Instant now = Instant.now();
    return now.getEpochSecond() * NANOS + now.getNano();
  }

  /** What it and its clients do; asked with {@link #ask}, so that several hosts can be at once. */
  HostSnapshot seen() {
    return parse(answer());
  }

  private static final class OneClient {
    private Optional<ProcStat> process = Optional.empty();
    private final List<ThreadUse> threads = new ArrayList<>();
    private long written = -1;
  }

  /** Reads what watch.sh prints: lines of files under /proc (proc(5)), each with a word. */
  static HostSnapshot parse(List<String> lines) {
    int cores = 0;
    double busy = 0;
    SortedMap<String, OneClient> clients = new TreeMap<>();
    OneClient current = new OneClient();
    for (String line : lines) {
      String word = line.replaceFirst(" .*", "");
      String rest = line.substring(Math.min(line.length(), word.length() + 1));
      switch (word) {
        case "core" -> cores++;
        case "busy" -> busy = ProcStat.busySeconds("cpu " + rest.strip());
        case "client" -> clients.put(rest, current = new OneClient());
        case "process" -> current.process = Optional.of(ProcStat.parse(rest));
        case "thread" -> current.threads.add(ThreadUse.parse(rest));
        case "written" -> current.written = Long.parseLong(rest);
        default -> throw new IllegalArgumentException("unexpected line: " + line);
      }
    }
    SortedMap<String, ProcessSnapshot> seen = new TreeMap<>();
    clients.forEach(
        (name, client) ->
            client.process.ifPresent(process -> seen.put(name, seen(client, process))));
    return new HostSnapshot(cores, busy, seen);
  }

  private static ProcessSnapshot seen(OneClient client, ProcStat process) {
    return ProcessSnapshot.client(0, process.use().withWritten(client.written), client.threads);
  }

  void askToLook() {
    ask("look");
  }

  private void ask(String what) {
    try {
      OutputStream input = process.getOutputStream();
      input.write((what + "\n").getBytes(StandardCharsets.UTF_8));
      input.flush();
    } catch (IOException e) {
      throw broke();
    }
  }

  private List<String> answer() {
    Deadline deadline = Deadline.after(ANSWER_TIMEOUT);
    List<String> answer = new ArrayList<>();
    try {
      while (!deadline.passed()) {
        String line = lines.poll(100, TimeUnit.MILLISECONDS);
        if (END.equals(line)) {
          return answer;
        } else if (line != null) {
          answer.add(line);
        } else if (!process.isAlive() && lines.isEmpty()) {
          throw broke();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new HarnessException("interrupted", e);
    }
    throw new HostLost(
        "%s has not answered after %d s".formatted(host.name(), ANSWER_TIMEOUT.toSeconds()));
  }

  private HostLost broke() {
    return new HostLost(
        "the connection to %s broke: is the host up, and its sshd?".formatted(host.name()));
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
