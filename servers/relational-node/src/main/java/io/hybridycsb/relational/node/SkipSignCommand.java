package io.hybridycsb.relational.node;

import io.hybridycsb.relational.node.skip.SkipDecision;
import io.hybridycsb.relational.node.skip.SkipSigners;
import io.hybridycsb.relational.node.skip.SkipStatement;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Signs that a block is skipped. */
@Command(
    name = "sign",
    mixinStandardHelpOptions = true,
    description = {
      "Signs that a block is skipped, and says which.",
      "Take height and digest from the last line of your own node, not from somebody else.",
      "Asks all nodes of cluster.json, and refuses if one that answers has executed the block."
    })
final class SkipSignCommand implements Callable<Integer> {
  private final RelationalSystem system;

  @Mixin private SkipOptions options;

  @Option(
      names = "--key",
      required = true,
      paramLabel = "FILE",
      description = "A private key of those who decide; repeatable.")
  private List<Path> keys;

  @Option(names = "--height", required = true, description = "The block's height.")
  private long height;

  @Option(names = "--digest", required = true, description = "The block's digest, 64 hex digits.")
  private String digest;

  SkipSignCommand(RelationalSystem system) {
    this.system = system;
  }

  @Override
  public Integer call() throws IOException {
    ClusterConfig config = options.cluster();
    SkipSigners signers = system.skipSigners(config);
    SkipStatement statement = new SkipStatement(config.cluster(), signers.chain(), height, digest);
    SkipDecision decision = new SkipDecision(statement, new TreeMap<>());
    for (Path key : keys) {
      try {
        decision = decision.signedBy(system.skipKey(key), signers);
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(key + ": " + e.getMessage(), e);
      }
    }
    NodeHeights.requireBelow(height, config);
    options.write(decision, config, signers);
    return 0;
  }
}
