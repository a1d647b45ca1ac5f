package io.hybridycsb.quorum.command;

import io.hybridycsb.commands.AgeConverter;
import io.hybridycsb.commands.VerifyFrame;
import io.hybridycsb.quorum.client.ClusterFile;
import io.hybridycsb.quorum.client.Freshness;
import io.hybridycsb.quorum.client.QuorumClient;
import io.hybridycsb.quorum.client.QuorumSession.Proof;
import io.hybridycsb.quorum.client.QuorumSession.Reading;
import io.hybridycsb.quorum.client.ReadPolicy;
import io.hybridycsb.records.RecordText;
import io.hybridycsb.records.StateKey;
import io.hybridycsb.verification.AgeLimit;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Reads a record and checks its proof. */
@Command(
    description = {
      "Reads a record, present or absent, and checks its proof against a header that enough",
      "validators have sealed; under Raft, that most nodes have."
    })
final class VerifyCommand extends VerifyFrame {
  private static final long TIMEOUT_MS = 30_000;

  @Option(names = "--cluster", required = true, paramLabel = "FILE")
  private Path cluster;

  @Option(
      names = "--node",
      paramLabel = "NODE",
      defaultValue = "1",
      description = "The node to ask, by its name or number (default: ${DEFAULT-VALUE}).")
  private String node;

  @Option(
      names = "--state",
      paramLabel = "FILE",
      description = {
        "Where the newest verified block is kept. The chain must still have",
        "the one that is there."
      })
  private Path state;

  @Option(
      names = "--max-age",
      paramLabel = "SECONDS",
      converter = AgeConverter.class,
      defaultValue = "0",
      description = "How old the newest block may be; 0 for no limit (default: ${DEFAULT-VALUE}).")
  private AgeLimit age;

  @Override
  protected Checked verify() throws InterruptedException {
    ClusterFile file = ClusterFile.read(cluster);
    int index = file.indexOf(node);
    ReadPolicy reads = new ReadPolicy(Freshness.SESSION, Optional.ofNullable(state), age);
    try (QuorumClient client = QuorumClient.open(file, reads, TIMEOUT_MS)) {
      Reading read = client.sessionAt(index).verify(StateKey.of(table, key));
      Proof proof = read.proof().orElseThrow();
      return new Checked(
          read.value().map(RecordText::lines),
          "verified in block %d, %s; proof of %d bytes"
              .formatted(read.block(), why(file, read.block(), proof), proof.bytes()));
    }
  }

  /** How old the block is, and why it is believed. */
  private static String why(ClusterFile file, long block, Proof proof) {
    if (block == 0) {
      return "the first, whose hash is in the cluster file";
    }
    long age = Math.max(0, Duration.between(proof.made(), Instant.now()).toSeconds());
    String believed =
        file.consensus().isSealedByMost()
            ? "sealed by %d of %d validators"
                .formatted(proof.sealers().size(), file.validators().size())
            : "which most nodes have; Raft's blocks have no seals";
    return "made %d s ago, %s".formatted(age, believed);
  }
}
