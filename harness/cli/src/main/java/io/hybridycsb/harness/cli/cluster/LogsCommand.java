package io.hybridycsb.harness.cli.cluster;

import io.hybridycsb.harness.cli.terminal.PrintingCommand;
import io.hybridycsb.harness.cluster.Cluster;
import io.hybridycsb.harness.process.LogFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "logs",
    description = "Show the last lines that a process, or each of them, has written.")
public final class LogsCommand extends PrintingCommand {
  private static final long POLL_MS = 200;

  @Parameters(index = "0", paramLabel = "SYSTEM", description = "The system.")
  private String system;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "NAME",
      description = "Only this process, or server in one.")
  private String name;

  @Option(
      names = {"-n", "--lines"},
      paramLabel = "LINES",
      defaultValue = "20",
      description = "How many lines of each (${DEFAULT-VALUE}).")
  private int lines;

  @Option(
      names = {"-f", "--follow"},
      description = "Go on as more is written, until interrupted.")
  private boolean follow;

  @Override
  public Integer call() throws InterruptedException {
    Cluster cluster = Clusters.of(system, line -> {});
    Map<String, LogFile> logs = name == null ? cluster.logs() : Map.of(name, cluster.log(name));
    List<Tail> tails = new ArrayList<>();
    logs.forEach((writer, log) -> tails.add(new Tail(log, logs.size() > 1 ? writer + " | " : "")));
    tails.forEach(tail -> tail.sayLast(lines));
    while (follow) {
      tails.forEach(tail -> tail.sayNew());
      Thread.sleep(POLL_MS);
    }
    return 0;
  }

  /** Prints each line of a log once, with a prefix. */
  private final class Tail {
    private final LogFile log;
    private final String prefix;
    private long seenBytes;

    Tail(LogFile log, String prefix) {
      this.log = log;
      this.prefix = prefix;
    }

    void sayLast(int count) {
      seenBytes = log.size();
      log.lastLines(count, 0).forEach(line -> say(prefix + line));
    }

    void sayNew() {
      long size = log.size();
      if (size < seenBytes) {
        seenBytes = 0;
      }
      if (size > seenBytes) {
        log.textFrom(seenBytes).lines().forEach(line -> say(prefix + line));
        seenBytes = size;
      }
    }
  }
}
