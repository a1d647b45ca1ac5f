package io.hybridycsb.relational.node;

import io.hybridycsb.relational.node.skip.SkipDecision;
import io.hybridycsb.relational.node.skip.SkipSigners;
import io.hybridycsb.relational.node.skip.Skips;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import picocli.CommandLine.Option;

/** Whose decisions these are, and where they are written. */
final class SkipOptions {
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
          "Where HEIGHT.json is written: skip.directory of the nodes. If it is there, signatures are"
              + " added.")
  private Path directory;

  ClusterConfig cluster() {
    return ClusterConfig.read(cluster);
  }

  /**
   * Writes a decision, and says what it is. If it is there already, it keeps its signatures.
   *
   * @throws IllegalArgumentException if there is another one in its place
   */
  void write(SkipDecision fresh, ClusterConfig config, SkipSigners signers) throws IOException {
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
      SortedMap<String, String> signatures = new TreeMap<>(before.signatures());
      signatures.putAll(fresh.signatures());
      return new SkipDecision(fresh.statement(), signatures);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "%s is there already: %s; move it away if it is wrong".formatted(file, e.getMessage()),
          e);
    }
  }
}
