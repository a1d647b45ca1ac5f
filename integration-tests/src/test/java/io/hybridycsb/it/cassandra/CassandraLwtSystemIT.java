package io.hybridycsb.it.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.LocalCluster;
import io.hybridycsb.it.SystemTests;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Three nodes, none of which is different from another. */
@Tag("cassandra-lwt")
class CassandraLwtSystemIT extends SystemTests {
  @RegisterExtension
  private static final LocalCluster CLUSTER = new CassandraCluster().with("timeout.ms", "5000");

  @Override
  protected boolean isAudited() {
    return false;
  }

  /** Two writers of one record may leave an outcome unknown. */
  @Override
  protected Set<String> answers() {
    return Set.of("OK", "ABORTED", "UNKNOWN");
  }

  @Override
  protected Map<String, String> loadProperties() {
    return Map.of("cassandra.timeout.ms", "7000");
  }

  @Override
  protected boolean hasTransactions() {
    return false;
  }

  /** Of the native protocol, version 4: section 2 of its specification. */
  @Test
  @Order(7)
  void whoeverDoesNotKnowThePasswordIsRefused() throws IOException {
    byte[] body = "\0\1\0\13CQL_VERSION\0\0053.0.0".getBytes(StandardCharsets.ISO_8859_1);
    byte[] startup = {4, 0, 0, 0, 1, 0, 0, 0, (byte) body.length};
    int authenticate = 3;
    try (Socket stranger = new Socket(InetAddress.getLoopbackAddress(), CLUSTER.port("node2"))) {
      stranger.setSoTimeout((int) TimeUnit.MINUTES.toMillis(2));
      stranger.getOutputStream().write(startup);
      stranger.getOutputStream().write(body);
      byte[] header = stranger.getInputStream().readNBytes(startup.length);
      assertThat(header[4]).as("what the node asks for").isEqualTo((byte) authenticate);
    }
  }
}
