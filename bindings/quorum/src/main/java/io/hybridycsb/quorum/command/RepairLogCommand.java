package io.hybridycsb.quorum.command;

import io.hybridycsb.quorum.raft.RaftLog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Repairs the log of a stopped node's Raft, with which it would not start. */
@Command(
    name = "repair-log",
    description = {
      "Cuts off the record that a node under Raft was killed at while it wrote its log, and keeps",
      "a copy of the file. The node has to be stopped."
    },
    mixinStandardHelpOptions = true)
final class RepairLogCommand implements Callable<Integer> {
  @Parameters(paramLabel = "DIRECTORY", description = "The node's raft-wal, in its data directory.")
  private Path directory;

  @Override
  public Integer call() throws IOException {
    RaftLog log = new RaftLog(directory);
    if (!log.exists()) {
      System.out.println("there is no log in " + directory);
      return 0;
    }
    Optional<RaftLog.Cut> cut = log.repair();
    System.out.println(
        cut.map(RepairLogCommand::line).orElse("the last file in " + directory + " is whole"));
    return 0;
  }

  private static String line(RaftLog.Cut cut) {
    return "cut %d bytes of a half-written record at byte %d of %s; the file as it was is %s"
        .formatted(cut.bytes(), cut.at(), cut.file(), cut.copy());
  }
}
