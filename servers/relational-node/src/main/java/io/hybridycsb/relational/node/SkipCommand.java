package io.hybridycsb.relational.node;

import io.hybridycsb.relational.node.skip.SkipDecision;
import io.hybridycsb.relational.node.skip.SkipSigners;
import io.hybridycsb.relational.node.skip.SkipStatement;
import io.hybridycsb.relational.node.skip.Skips;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Decisions on blocks that no node can execute. */
@Command(
    name = "skip",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Decides that a block which no node can execute is left out.",
      "More than two thirds of those who decide sign it; every node gets the joined file."
    })
final class SkipCommand implements Runnable {
  private final RelationalSystem system;

  @Spec private CommandSpec spec;

  SkipCommand(RelationalSystem system) {
    this.system = system;
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "sign or join is expected");
  }

  /** Whose decisions these are, and where they are written. */
  private static final class Place {
    @Option(
        names = "--cluster",
        required = true,
        paramLabel = "FILE",
        description = "cluster.json of the cluster.")
    private Path cluster;

    @Option(
        names = "--directory",
        required = true,
        paramLabel = "DIRECTORY",
        description =
            "Where HEIGHT.json is written: skip.directory of the nodes. If it is there, signatures"
                + " are added.")
    private Path directory;
  }

  @Command(
      name = "sign",
      mixinStandardHelpOptions = true,
      description = {
        "Signs that a block is skipped, and says which.",
        "Take height and digest from the last line of your own node, not from somebody else.",
        "Asks all nodes of cluster.json, and refuses if one that answers has executed the block."
      })
  int sign(
      @Mixin Place place,
      @Option(
              names = "--key",
              required = true,
              paramLabel = "FILE",
              description = "A private key of those who decide; repeatable.")
          List<Path> keys,
      @Option(names = "--height", required = true, description = "The block's height.") long height,
      @Option(
              names = "--digest",
              required = true,
              description = "The block's digest, 64 hex digits.")
          String digest)
      throws IOException {
    ClusterConfig config = ClusterConfig.read(place.cluster);
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
    write(decision, place.directory, config, signers);
    return 0;
  }

  @Command(
      name = "join",
      mixinStandardHelpOptions = true,
      description =
          "Puts the signatures of several files into one, for skip.directory of the nodes.")
  int join(
      @Mixin Place place,
      @Parameters(arity = "1..*", paramLabel = "FILE", description = "What sign has written.")
          List<Path> files)
      throws IOException {
    ClusterConfig config = ClusterConfig.read(place.cluster);
    SkipSigners signers = system.skipSigners(config);
    SkipDecision joined = right(files.get(0), config, signers);
    for (Path file : files) {
      SkipDecision decision = right(file, config, signers);
      if (!decision.statement().equals(joined.statement())) {
        throw new IllegalArgumentException(
            "%s is on %s; %s is on %s"
                .formatted(files.get(0), joined.statement(), file, decision.statement()));
      }
      joined = joined.with(decision);
    }
    write(joined, place.directory, config, signers);
    return 0;
  }

  private static SkipDecision right(Path file, ClusterConfig config, SkipSigners signers) {
    SkipDecision decision = Skips.read(file);
    try {
      decision.requireRight(config.cluster(), signers);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
    }
    return decision;
  }

  /**
   * Writes a decision, and says what it is. If it is there already, it keeps its signatures.
   *
   * @throws IllegalArgumentException if there is another one in its place
   */
  private static void write(
      SkipDecision fresh, Path directory, ClusterConfig config, SkipSigners signers)
      throws IOException {
    Files.createDirectories(directory);
    Path out = directory.resolve(fresh.statement().height() + ".json");
    SkipDecision decision =
        Files.exists(out) ? joined(out, fresh, config.cluster(), signers) : fresh;
    Files.writeString(out, decision.text());
    System.out.printf(
        "to be skipped: %s%nsigned by %s, %s: %s%n",
        decision.statement(),
        decision.signedBy(signers),
        decision.suffices(signers) ? "which is enough" : "and more than two thirds have to",
        out);
  }

  private static SkipDecision joined(
      Path file, SkipDecision fresh, String cluster, SkipSigners signers) {
    try {
      SkipDecision before = Skips.read(file);
      if (!before.statement().equals(fresh.statement())) {
        throw new IllegalArgumentException("it is on " + before.statement());
      }
      before.requireRight(cluster, signers);
      return before.with(fresh);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "%s is there already: %s; move it away if it is wrong".formatted(file, e.getMessage()),
          e);
    }
  }
}
