package io.hybridycsb.relational.node;

import io.hybridycsb.relational.node.skip.SkipDecision;
import io.hybridycsb.relational.node.skip.SkipSigners;
import io.hybridycsb.relational.node.skip.SkipStatement;
import io.hybridycsb.relational.node.skip.Skips;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Puts the signatures of several files into one. */
@Command(
    name = "join",
    mixinStandardHelpOptions = true,
    description = "Puts the signatures of several files into one, for skip.directory of the nodes.")
final class SkipJoinCommand implements Callable<Integer> {
  private final RelationalSystem system;

  @Mixin private SkipOptions options;

  @Parameters(arity = "1..*", paramLabel = "FILE", description = "What sign has written.")
  private List<Path> files;

  SkipJoinCommand(RelationalSystem system) {
    this.system = system;
  }

  @Override
  public Integer call() throws IOException {
    ClusterConfig config = options.cluster();
    SkipSigners signers = system.skipSigners(config);
    SkipStatement statement = Skips.read(files.get(0)).statement();
    SortedMap<String, String> signatures = new TreeMap<>();
    for (Path file : files) {
      SkipDecision decision = Skips.read(file);
      try {
        decision.requireRight(config.cluster(), signers);
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
      }
      if (!decision.statement().equals(statement)) {
        throw new IllegalArgumentException(
            "%s is on %s; %s is on %s"
                .formatted(files.get(0), statement, file, decision.statement()));
      }
      signatures.putAll(decision.signatures());
    }
    options.write(new SkipDecision(statement, signatures), config, signers);
    return 0;
  }
}
