package io.hybridycsb.relational.node;

import io.hybridycsb.commands.Program;
import io.hybridycsb.relational.node.skip.SkipSigners;
import io.hybridycsb.settings.Property;
import io.hybridycsb.settings.SettingNames;
import io.hybridycsb.settings.Settings;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.crypto.SigningKey;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongFunction;

/** One of the relational systems: what differs between them in a node and in an audit. */
public interface RelationalSystem {
  /** The name of the command, such as {@code relational-tm}. */
  String name();

  /** Its own properties of a node. */
  List<Property<?>> properties();

  /**
   * What orders the transactions of this cluster, by a name; part of the rules.
   *
   * @throws IllegalArgumentException if the cluster is one of another system
   */
  String chainId(ClusterConfig cluster);

  /**
   * Opens what orders a node's transactions. It executes nothing before {@link Ordering#start}.
   *
   * @throws IOException if an address can't be listened on
   */
  Ordering ordering(NodeParts node) throws IOException;

  /** Who decides, by more than two thirds, that a block is skipped. */
  SkipSigners skipSigners(ClusterConfig cluster);

  /**
   * Reads the private key of one of them.
   *
   * @throws IllegalArgumentException if the file holds none
   */
  SigningKey skipKey(Path file);

  /** The command line, for its nodes and their users. */
  default Program program() {
    return Program.of(
        name(),
        new ServeCommand(this),
        new AuditCommand(this),
        new AwaitCommitsCommand(),
        new SkipCommand(this));
  }

  /** All properties of its nodes. */
  default SettingNames names() {
    return NodeProperties.names(this);
  }

  /** What {@link #signed} knows, which an audit closes. */
  interface SignedHashes extends LongFunction<byte[]>, AutoCloseable {
    /**
     * The application hash after a block. Heights rise from call to call.
     *
     * @throws IllegalStateException if not enough have signed it; says why
     */
    @Override
    byte[] apply(long height);

    @Override
    default void close() {}
  }

  /**
   * The application hashes that the cluster has signed.
   *
   * @param nodes the properties of those that are audited
   */
  SignedHashes signed(ClusterConfig cluster, List<Settings> nodes);
}
