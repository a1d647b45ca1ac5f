package io.hybridycsb.it.immudb;

import io.hybridycsb.immudb.client.CallFailed;
import io.hybridycsb.immudb.client.Immudb;
import io.hybridycsb.immudb.client.Server;
import io.hybridycsb.it.cluster.LocalCluster;
import io.hybridycsb.it.otherusers.Attempts.Attempt;
import io.hybridycsb.it.otherusers.DatabaseAttempts;
import io.hybridycsb.it.otherusers.PortUse;
import io.hybridycsb.verification.VerificationFailed;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One immudb. */
final class ImmudbCluster extends LocalCluster {
  /** Every read and write is checked. */
  static final Map<String, String> VERIFIED = Map.of("immudb.verify", "online");

  private static final String DEFAULT = "immudb";

  ImmudbCluster() {
    super("immudb", 1);
    // As many calls as the tests make; the rest is memory.
    with("concurrency", "32");
  }

  @Override
  public List<PortUse> ports() {
    return List.of(PortUse.refused("node1", "a session", session()), PortUse.METRICS);
  }

  /** A login with the password that immudb comes with. */
  private static Attempt session() {
    return port -> {
      Server server =
          new Server(
              "127.0.0.1:" + port, "hybrid", DEFAULT, DEFAULT, 1, DatabaseAttempts.TIMEOUT_MS);
      try (Immudb immudb = Immudb.open(server, Optional.empty())) {
        return Optional.of("it takes the password that it comes with: " + immudb);
      } catch (CallFailed e) {
        if (e.getMessage().contains("invalid user name or password")) {
          return Optional.empty();
        }
        throw new IOException(e);
      } catch (VerificationFailed e) {
        throw new IOException(e);
      }
    };
  }

  @Override
  public Map<String, String> patience() {
    return Map.of("immudb.timeout.ms", "60000");
  }
}
