package io.hybridycsb.blockchaindb.server.command;

import io.hybridycsb.blockchaindb.client.BlockchainDb;
import io.hybridycsb.blockchaindb.client.BlockchainDb.Freshness;
import io.hybridycsb.blockchaindb.client.ClusterFile;
import io.hybridycsb.blockchaindb.client.Requirements;
import io.hybridycsb.commands.AgeConverter;
import io.hybridycsb.commands.VerifyFrame;
import io.hybridycsb.ethereum.chain.Address;
import io.hybridycsb.records.RecordText;
import io.hybridycsb.records.StateKey;
import io.hybridycsb.verification.AgeLimit;
import io.hybridycsb.verification.StateFile;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Reads a record and checks its proof. */
@Command(
    description =
        "Reads a record, present or absent, and checks its proof against a block that most nodes"
            + " have.")
final class VerifyCommand extends VerifyFrame {
  private static final long TIMEOUT_MS = 30_000;

  @Option(names = "--cluster", required = true, paramLabel = "FILE")
  private Path cluster;

  @Option(
      names = "--depth",
      defaultValue = "1",
      description = "Blocks behind the newest (default: ${DEFAULT-VALUE}).")
  private int depth;

  @Option(
      names = "--node",
      paramLabel = "NODE",
      description =
          "The node to ask, by its name or number (default: the first that holds the key's shard).")
  private String node;

  @Option(
      names = "--state",
      paramLabel = "FILE",
      description = "Where the newest verified blocks are kept (default: nowhere).")
  private Path state;

  @Option(
      names = "--max-age",
      paramLabel = "SECONDS",
      converter = AgeConverter.class,
      defaultValue = "0",
      description = "How old the newest block may be; 0 for no limit (default: ${DEFAULT-VALUE}).")
  private AgeLimit age;

  @Override
  protected Checked verify() {
    ClusterFile file = ClusterFile.read(cluster);
    byte[] stateKey = StateKey.of(table, key);
    List<Integer> holders = file.holders(file.shardOf(stateKey));
    int index = node == null ? holders.get(0) : file.indexOf(node);
    Requirements requirements =
        new Requirements(Optional.ofNullable(state).map(StateFile::new), age);
    try (BlockchainDb db = new BlockchainDb(file, TIMEOUT_MS, 1, requirements)) {
      BlockchainDb.Verified verified =
          db.sessionAt(index).verify(stateKey, depth, Freshness.SESSION);
      String proof =
          "verified in block %d, made %d s ago, sealed by %s; %d of %d nodes have it; proof of %d bytes"
              .formatted(
                  verified.block(),
                  Math.max(0, Duration.between(verified.made(), Instant.now()).toSeconds()),
                  verified.sealers().stream().map(Address::hex).collect(Collectors.joining(", ")),
                  verified.agreeing(),
                  holders.size(),
                  verified.proofBytes());
      return new Checked(verified.record().map(RecordText::lines), proof);
    }
  }
}
