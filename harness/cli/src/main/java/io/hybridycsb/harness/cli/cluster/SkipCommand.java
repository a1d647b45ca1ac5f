package io.hybridycsb.harness.cli.cluster;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.cli.terminal.Interruptible;
import io.hybridycsb.harness.cli.terminal.PrintingCommand;
import io.hybridycsb.harness.cluster.Cluster;
import io.hybridycsb.harness.cluster.ClusterState;
import io.hybridycsb.harness.cluster.ProcessStatus;
import io.hybridycsb.harness.process.LogFile;
import io.hybridycsb.harness.process.ProcessSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Signs for all, since all keys of a local cluster are here. */
@Command(
    name = "skip",
    description = {
      "Leave out a block that no node can execute: sign that with all keys of the cluster, and start"
          + " all nodes again, and what has ended.",
      "Of relational-tm and relational-kafka. The block's digest is taken from the last lines of the"
          + " nodes' logs. Refused if a node that answers has executed the block."
    })
public final class SkipCommand extends PrintingCommand {
  /** Of the processes that follow decisions. */
  private static final String NODE_ROLE = "node";

  @Parameters(index = "0", paramLabel = "SYSTEM", description = "The system.")
  private String system;

  @Parameters(
      index = "1",
      paramLabel = "HEIGHT",
      description = "The block's height, as a node's last line names it.")
  private long height;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      defaultValue = "90",
      description = "Longest time that the start may take (${DEFAULT-VALUE}).")
  private long timeoutSeconds;

  @Override
  public Integer call() throws Exception {
    Cluster cluster = Clusters.of(system, this::say);
    ClusterState state = cluster.existing();
    List<String> command = new ArrayList<>(Clusters.command(state, "skip"));
    List<LogFile> logs = state.processes().stream().map(ProcessSpec::log).toList();
    command.addAll(List.of("--height", Long.toString(height), "--digest", digest(height, logs)));
    int status = Clusters.run(command);
    if (status != 0) {
      return status;
    }
    // A node that runs is below that height, and may be trying to execute the block.
    List<String> restarted =
        cluster.status().stream()
            .filter(
                process ->
                    process.role().equals(NODE_ROLE)
                        || process.state() != ProcessStatus.State.RUNNING)
            .map(ProcessStatus::name)
            .toList();
    return Interruptible.run(
        () -> {
          cluster.restart(restarted, Duration.ofSeconds(timeoutSeconds));
          return 0;
        });
  }

  /**
   * What the nodes say that they could not execute, in the lines that they have ended with: an
   * older one may be of a block that they have executed since.
   */
  static String digest(long height, List<LogFile> logs) {
    Pattern said =
        Pattern.compile(
            "Block %d with the digest ([0-9a-f]{64}) was not executed".formatted(height));
    SortedSet<String> digests = new TreeSet<>();
    for (LogFile log : logs) {
      Matcher matcher = said.matcher(String.join("\n", log.lastLines(1, 0)));
      while (matcher.find()) {
        digests.add(matcher.group(1));
      }
    }
    if (digests.size() != 1) {
      throw new HarnessException(
          digests.isEmpty()
              ? "no node's log ends with the line that it could not execute block %d; see 'hybrid logs'"
                  .formatted(height)
              : "the nodes' logs name different blocks %d: %s"
                  .formatted(height, String.join(", ", digests)));
    }
    return digests.first();
  }
}
