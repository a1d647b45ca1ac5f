package io.hybridycsb.it.suites;

import io.hybridycsb.it.cluster.ClusterTests;
import io.hybridycsb.it.cluster.DrivenCluster;
import io.hybridycsb.it.cluster.TestClient;
import io.hybridycsb.it.load.WriteLoad;
import java.time.Duration;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/**
 * What must be true of every system when something goes wrong under load. Nothing acknowledged is
 * missing on any node, all nodes agree, the audit passes, and the cluster goes on by itself.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class FaultTests<C extends DrivenCluster> extends ClusterTests<C> {
  private static final Duration RESUME = Duration.ofMinutes(3);
  private static final int COMMITS = 300;

  protected TestClient client;

  @BeforeAll
  void connect() {
    client = cluster().connect();
  }

  @AfterAll
  void disconnect() {
    if (client != null) {
      client.close();
    }
  }

  protected interface Fault {
    void happen() throws Exception;
  }

  /**
   * Lets the fault happen under load, and checks what must be true afterwards.
   *
   * @param name of the fault, part of all keys
   */
  protected final void survives(String name, Fault fault) throws Exception {
    try (WriteLoad load = new WriteLoad(client, cluster().nodes(), name)) {
      load.awaitCommits(COMMITS, RESUME);
      fault.happen();
      load.awaitCommits(COMMITS, RESUME);
      load.stop();
      awaitAgreement();
      IntStream.range(0, cluster().nodes()).parallel().forEach(load::requireAllOn);
    }
    cluster().requireAuditPasses();
  }

  private void awaitAgreement() {
    Awaitility.await("all nodes at the same height with the same state root")
        .atMost(RESUME)
        // A node that was emptied or restarted a moment ago may not answer yet.
        .ignoreExceptions()
        .until(
            () ->
                IntStream.range(0, cluster().nodes()).mapToObj(client::position).distinct().count()
                    == 1);
  }
}
