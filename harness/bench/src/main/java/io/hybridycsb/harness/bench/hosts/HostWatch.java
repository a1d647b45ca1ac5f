package io.hybridycsb.harness.bench.hosts;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.bench.clients.Clients.HostLost;
import io.hybridycsb.harness.bench.probe.SeenHost;
import io.hybridycsb.harness.process.Deadline;
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
    try {
      this.process =
          new ProcessBuilder(host.command(Script.of("watch.sh", directory)))
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
    } catch (IOException e) {
      throw new HarnessException("%s: %s".formatted(host.name(), e.getMessage()), e);
    }
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
  SeenHost seen() {
    return HostAnswer.parse(answer());
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
