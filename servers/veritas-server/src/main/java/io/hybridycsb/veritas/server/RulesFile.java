package io.hybridycsb.veritas.server;

import io.hybridycsb.veritas.core.consensus.ClusterRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The rules with which a node's ledger began, in its data directory. Other ones would give the
 * transactions of the log other outcomes than the other nodes have, and the node would stop.
 */
final class RulesFile {
  static final String NAME = "cluster-rules";

  private static final Logger LOG = LoggerFactory.getLogger(RulesFile.class);

  private RulesFile() {}

  /**
   * Writes them at the first start; compares them at each later one.
   *
   * @throws IllegalArgumentException if they have changed; the message says in what
   */
  static void require(Path dataDirectory, ClusterRules rules) throws IOException {
    Path file = dataDirectory.resolve(NAME);
    if (!Files.exists(file)) {
      Path fresh = dataDirectory.resolve(NAME + ".new");
      Files.writeString(fresh, rules.text());
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      LOG.info("the rules of cluster.json and limits are kept from now on, in {}", file);
      return;
    }
    ClusterRules before = ClusterRules.parse(Files.readString(file));
    if (!rules.changesSince(before).isEmpty()) {
      throw new IllegalArgumentException(
          ("cluster.json or a limit isn't as it was when this ledger began: %s; put it"
                  + " back, or begin a new cluster (%s)")
              .formatted(String.join("; ", rules.changesSince(before)), file));
    }
  }
}
