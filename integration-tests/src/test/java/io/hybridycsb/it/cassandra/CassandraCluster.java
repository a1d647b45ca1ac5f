package io.hybridycsb.it.cassandra;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.hybridycsb.it.cluster.LocalCluster;
import io.hybridycsb.it.otherusers.Attempts.Attempt;
import io.hybridycsb.it.otherusers.DatabaseAttempts;
import io.hybridycsb.it.otherusers.PortUse;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Three nodes of Cassandra. */
final class CassandraCluster extends LocalCluster {
  private static final int NODES = 3;

  /** The native protocol, version 4: section 2 of its specification. */
  private static final byte[] STARTUP =
      "\4\0\0\0\1\0\0\0\26\0\1\0\13CQL_VERSION\0\0053.0.0".getBytes(ISO_8859_1);

  private static final int READY = 2;

  CassandraCluster() {
    super("cassandra-lwt", NODES);
    // Longer than any operation takes on a machine that is very busy.
    with("timeout.ms", "30000");
    with("cassandra.jvm", SHORT_LIVED);
  }

  @Override
  public List<PortUse> ports() {
    return List.of(
        PortUse.refused("node[0-9]+", "a session", session()),
        PortUse.answers("node[0-9]+-storage", "nodes that show their certificate"));
  }

  private static Attempt session() {
    return DatabaseAttempts.exchange(
        STARTUP,
        in -> {
          in.skipNBytes(4);
          return in.readUnsignedByte() == READY
              ? Optional.of("it asks for no password")
              : Optional.empty();
        });
  }

  @Override
  public Map<String, String> patience() {
    return Map.of("cassandra.timeout.ms", "60000", "cassandra.connect.timeout.ms", "60000");
  }
}
