package io.hybridycsb.quorum.command;

import io.hybridycsb.quorum.client.ClusterFile;
import io.hybridycsb.quorum.client.Freshness;
import io.hybridycsb.quorum.client.QuorumClient;
import io.hybridycsb.quorum.client.QuorumSession.Proof;
import io.hybridycsb.quorum.client.QuorumSession.Reading;
import io.hybridycsb.quorum.client.ReadPolicy;
import io.hybridycsb.records.RecordText;
import io.hybridycsb.records.StateKey;
import io.hybridycsb.verification.AgeLimit;
import io.hybridycsb.verification.VerificationFailed;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

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
      converter = Age.class,
      defaultValue = "0",
      description = "How old the newest block may be; 0 for no limit (default: ${DEFAULT-VALUE}).")
  private AgeLimit age;

  @Parameters(paramLabel = "KEY")
  private String key;

  @Override
  public Integer call() throws InterruptedException {
    ClusterFile file = ClusterFile.read(cluster);
    int index = file.indexOf(node);
    ReadPolicy reads = new ReadPolicy(Freshness.SESSION, Optional.ofNullable(state), age);
    try (QuorumClient client = QuorumClient.open(file, reads, TIMEOUT_MS)) {
      Reading verified = client.sessionAt(index).verify(StateKey.of(table, key));
      System.out.println(key + (verified.value().isEmpty() ? ": absent" : ""));
      verified
          .value()
          .map(RecordText::lines)
          .ifPresent(lines -> lines.forEach(System.out::println));
      Proof proof = verified.proof().orElseThrow();
      System.out.printf(
          "verified in block %d, %s; proof of %d bytes%n",
          verified.block(), why(file, verified.block(), proof), proof.bytes());
      return 0;
    } catch (VerificationFailed e) {
      System.out.println("verification failed: " + e.getMessage());
      return 1;
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

  /** A limit of a block's age, as users give it. */
  private static final class Age implements ITypeConverter<AgeLimit> {
    @Override
    public AgeLimit convert(String seconds) {
      try {
        return AgeLimit.parse(seconds);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }
}
