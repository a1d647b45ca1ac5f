package io.hybridycsb.quorum.command;

import io.hybridycsb.quorum.client.ClusterFile;
import io.hybridycsb.quorum.client.QuorumClient;
import io.hybridycsb.quorum.client.QuorumSession;
import io.hybridycsb.quorum.client.VerificationFailed;
import io.hybridycsb.records.RecordText;
import io.hybridycsb.records.StateKey;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Reads a record and checks its proof. */
@Command(
    name = "verify",
    description = {
      "Reads a record, present or absent, and checks its proof against a header that enough",
      "validators have sealed; under Raft, that most nodes have."
    },
    mixinStandardHelpOptions = true)
final class VerifyCommand implements Callable<Integer> {
  private static final long TIMEOUT_MS = 30_000;

  @Option(names = "--cluster", required = true, paramLabel = "FILE")
  private Path cluster;

  @Option(
      names = "--table",
      defaultValue = "usertable",
      description = "The key's table (default: ${DEFAULT-VALUE}).")
  private String table;

  @Option(
      names = "--node",
      paramLabel = "NODE",
      defaultValue = "1",
      description = "The node to ask, by its name or number (default: ${DEFAULT-VALUE}).")
  private String node;

  @Parameters(paramLabel = "KEY")
  private String key;

  @Override
  public Integer call() throws InterruptedException {
    ClusterFile file = ClusterFile.read(cluster);
    int index = file.indexOf(node);
    try (QuorumClient client = QuorumClient.open(file, TIMEOUT_MS)) {
      QuorumSession.Reading verified = client.sessionAt(index).verify(StateKey.of(table, key));
      System.out.println(key + (verified.value().isEmpty() ? ": absent" : ""));
      verified
          .value()
          .map(RecordText::lines)
          .ifPresent(lines -> lines.forEach(System.out::println));
      System.out.printf(
          "verified in block %d, %s; proof of %d bytes%n",
          verified.block(), why(file, verified), verified.proofBytes());
      return 0;
    } catch (VerificationFailed e) {
      System.out.println("verification failed: " + e.getMessage());
      return 1;
    }
  }

  /** Why the block is believed. */
  private static String why(ClusterFile file, QuorumSession.Reading verified) {
    if (verified.block() == 0) {
      return "the first, whose hash is in the cluster file";
    }
    return file.consensus().isSealedByMost()
        ? "sealed by %d of %d validators"
            .formatted(verified.sealers().size(), file.validators().size())
        : "which most nodes have; Raft's blocks have no seals";
  }
}
