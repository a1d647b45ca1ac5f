package io.hybridycsb.harness.bench.clients;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.bench.clients.Clients.Client;
import io.hybridycsb.harness.bench.clients.Clients.Leash;
import io.hybridycsb.harness.files.Attempt;
import io.hybridycsb.harness.files.Disk;
import io.hybridycsb.harness.files.PrivateFiles;
import io.hybridycsb.harness.process.LogFile;
import io.hybridycsb.harness.process.ProcessLauncher;
import io.hybridycsb.harness.results.YcsbReport;
import io.hybridycsb.harness.system.PropertiesText;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** A client that was started: its process, or the one that is connected to it on another host. */
final class ClientProcess {
  /** How bin/ycsb ends a load whose inserts fail. */
  private static final String LOAD_NOT_COMPLETE = "ycsb: the load is not complete";

  private static final int INTERRUPTED_STATUS = 130;
  private static final int LAST_LINES = 200;
  private static final Duration KILL_TIMEOUT = Duration.ofSeconds(10);

  /** Lines of a stack trace, of YCSB's status, and kubectl's of the status that follows. */
  private static final String NO_WORDS =
      "at .*|\\.\\.\\. \\d+ more|\\d{4}-\\d\\d-\\d\\d .* sec: .*|"
          + "command terminated with exit code .*";

  private final Client client;
  private final Path properties;
  private final Path out;
  private final LogFile err;
  private final Process process;
  private final StatusLines status;
  private final AtomicLong endedNanos = new AtomicLong();

  /**
   * Starts it.
   *
   * @param root the directory that holds the cluster's run directory; while the client runs, also
   *     the file with its properties, NAME-PID.properties, with the id of this process
   * @param directory the directory for the outputs NAME.out and NAME.err
   * @param watched whether it is to end with its input
   */
  ClientProcess(Client client, Path root, Path directory, boolean watched) {
    this.client = client;
    this.properties =
        root.resolve("%s-%d.properties".formatted(client.name(), ProcessHandle.current().pid()));
    this.out = directory.resolve(client.name() + ".out");
    this.err = new LogFile(directory.resolve(client.name() + ".err"));
    this.status = new StatusLines(err.path());
    List<String> command = new ArrayList<>(client.command());
    if (!client.properties().isEmpty()) {
      PrivateFiles.write(
          properties, PropertiesText.of("What a client of YCSB is to do.", client.properties()));
      command.addAll(List.of("-P", properties.toString()));
    }
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectInput(
                watched || client.leash().isPresent()
                    ? ProcessBuilder.Redirect.PIPE
                    : ProcessLauncher.NO_INPUT)
            .redirectOutput(out.toFile())
            .redirectError(err.path().toFile());
    builder.environment().put("HYBRID_DIR", root.toString());
    this.process = Attempt.get("start YCSB", builder::start);
    process.onExit().thenAccept(unused -> endedNanos.set(System.nanoTime()));
  }

  String name() {
    return client.name();
  }

  String label() {
    return client.leash().map(held -> client.name() + " on " + held.host()).orElse(client.name());
  }

  /** Its id; empty if it runs on another host. */
  OptionalLong pid() {
    return client.leash().isPresent() ? OptionalLong.empty() : OptionalLong.of(process.pid());
  }

  StatusLines status() {
    return status;
  }

  boolean ended() {
    return endedNanos.get() != 0;
  }

  /** When it ended, by the clock for durations. */
  long endedNanos() {
    return endedNanos.get();
  }

  /** Whether it waits on another host to be let go; fails if it has failed. */
  boolean isReady() {
    requireNoFailure();
    return client.leash().stream()
        .anyMatch(leash -> err.lastLines(LAST_LINES, 0).contains(leash.ready()));
  }

  /** Lets it begin. */
  void release() {
    client.leash().ifPresent(leash -> tell(leash.go()));
  }

  /** Ends its input. */
  void endInput() {
    if (client.leash().isPresent()) {
      tell(client.leash().map(Leash::end).orElseThrow());
      return;
    }
    Attempt.to("end YCSB's input", () -> process.getOutputStream().close());
  }

  private void tell(String line) {
    try {
      OutputStream input = process.getOutputStream();
      input.write((line + "\n").getBytes(StandardCharsets.UTF_8));
      input.flush();
    } catch (IOException e) {
      throw new HarnessException(
          "%s can't be told to %s: %s".formatted(label(), line, e.getMessage()), e);
    }
  }

  void requireNoFailure() {
    if (!ended() || process.exitValue() == 0) {
      return;
    }
    status.read();
    String words = lastWords();
    if (words.startsWith(LOAD_NOT_COMPLETE)) {
      // What was answered says more, and is in its report.
      return;
    }
    String after =
        client.leash().isPresent() && status.operations() > 0
            ? " after %,d operations".formatted(status.operations())
            : "";
    throw new Clients.Failed(
        process.exitValue() == INTERRUPTED_STATUS,
        YcsbReport.findsErrors(printed()),
        "%s exited with status %d%s: %s".formatted(label(), process.exitValue(), after, words));
  }

  /** The last line that isn't a status line or part of a stack trace. */
  private String lastWords() {
    return err.lastLines(LAST_LINES, 0).stream()
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .filter(line -> !line.matches(NO_WORDS))
        .filter(line -> client.leash().stream().noneMatch(leash -> leash.ready().equals(line)))
        .reduce((first, second) -> second)
        .orElse("it wrote nothing");
  }

  /** Kills it; what runs on another host notices the end of its connection. */
  void kill() {
    process.destroyForcibly();
  }

  void awaitEnd() throws InterruptedException {
    process.waitFor(KILL_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
    Disk.remove(properties);
  }

  /** What it has printed at its end. */
  YcsbReport report() {
    try {
      return YcsbReport.parse(printed());
    } catch (HarnessException e) {
      // YCSB exits with 0 if its settings are wrong.
      throw new HarnessException(e.getMessage() + ": " + lastWords(), e);
    }
  }

  private String printed() {
    return Disk.read(out);
  }
}
