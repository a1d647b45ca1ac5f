package io.hybridycsb.harness.system.stores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.system.ClusterPlan;
import io.hybridycsb.harness.system.TestPlans;
import io.hybridycsb.harness.system.programs.FakePrograms;
import io.hybridycsb.harness.system.registry.Systems;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What clients tell somebody else who listens at the port of a dead server. */
class PostgresServerTest {
  private static final int TIMEOUT_MS = 60_000;

  /** A request for TLS, or for encryption by GSS, by PostgreSQL's protocol: a number of its own. */
  private static final int REQUESTS_ENCRYPTION = 80_877_103;

  private static final int AUTHENTICATION_CLEARTEXT_PASSWORD = 3;

  @TempDir private Path dir;

  @Test
  @Timeout(120)
  void whoAsksForThePasswordInTheClearGetsNone() throws Exception {
    Path postgres = FakePrograms.script(dir.resolve("pg/postgres"), "echo postgres 16.2");
    TestPlans plans =
        new TestPlans(Systems.byName("postgresql"), dir)
            .with("postgresql.bin", postgres.getParent());

    try (ServerSocket stranger = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
      ClusterPlan plan = plans.plan(1, Map.of(), Map.of("node1", stranger.getLocalPort()));
      Properties client = TestPlans.properties(plan, "client.properties");
      ByteArrayOutputStream told = new ByteArrayOutputStream();
      Thread asks = new Thread(() -> askForPasswords(stranger, told));
      asks.start();

      assertThatThrownBy(
              () ->
                  DriverManager.getConnection(
                      client.getProperty("postgresql.url"), "ycsb", "sesame"))
          .isInstanceOf(SQLException.class);

      stranger.close();
      asks.join();
      assertThat(told.toString()).isEmpty();
    }
  }

  /** Until the socket is closed. */
  private static void askForPasswords(ServerSocket stranger, ByteArrayOutputStream told) {
    while (true) {
      try (Socket client = stranger.accept()) {
        client.setSoTimeout(TIMEOUT_MS);
        DataInputStream in = new DataInputStream(client.getInputStream());
        DataOutputStream out = new DataOutputStream(client.getOutputStream());
        while (readStart(in) >= REQUESTS_ENCRYPTION) {
          out.writeByte('N');
        }
        out.writeByte('R');
        out.writeInt(2 * Integer.BYTES);
        out.writeInt(AUTHENTICATION_CLEARTEXT_PASSWORD);
        int first = in.read();
        if (first >= 0) {
          told.write(first);
          told.write(in.readNBytes(in.readInt() - Integer.BYTES));
        }
      } catch (IOException e) {
        if (stranger.isClosed()) {
          return;
        }
      }
    }
  }

  /** Reads a message that begins a connection, and returns its number. */
  private static int readStart(DataInputStream in) throws IOException {
    int length = in.readInt();
    int number = in.readInt();
    in.skipNBytes(length - 2L * Integer.BYTES);
    return number;
  }
}
