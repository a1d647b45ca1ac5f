package io.hybridycsb.it.veritas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hybridycsb.it.ProofTests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * All nodes have to approve, so nothing commits while one is dead. All that is done here is done by
 * the commands.
 */
@Tag("veritas-kafka")
class VeritasKafkaSystemIT extends ProofTests {
  @RegisterExtension
  private static final VeritasCluster CLUSTER = new VeritasKafkaCluster(3).byCommands();

  @TempDir private Path directory;

  @Override
  protected boolean goesOnWithoutIt() {
    return false;
  }

  /** The node that died and another one each have all records and answer by themselves. */
  @Override
  protected List<Map<String, String>> readers() {
    return IntStream.rangeClosed(1, 2).mapToObj(i -> Map.of("veritas.node", "node" + i)).toList();
  }

  /** Flame graphs show what a cluster does. The load's client may be starting again meanwhile. */
  @Override
  protected void tryUnderLoad() {
    await()
        .atMost(Duration.ofMinutes(5))
        .pollDelay(Duration.ZERO)
        .untilAsserted(
            () -> {
              String said =
                  CLUSTER
                      .hybridOn("flame", "--seconds", "2", "--out", directory.toString())
                      .requireSuccess()
                      .out();
              assertThat(said).contains("nodes: ", "broker: ", "oracle: ");
              assertThat(picture("nodes")).contains("nodes: 3 JVMs together", "i.h.v.c.node.Node");
              assertThat(picture("broker")).contains("broker: 1 JVM", "KafkaRequestHandler.run");
              assertThat(picture("oracle")).contains("oracle: 1 JVM");
            });
  }

  @Test
  @Order(5)
  void eachNodeProvesWhatARecordWasAlsoAfterItsDeath() {
    PastReads.check(CLUSTER, "node2");
  }

  @Test
  @Order(6)
  void whatSomebodyHasChangedBehindANodesBackIsFoundAndNamed() throws IOException {
    try (VeritasTestClient client = VeritasTestClient.patient(CLUSTER)) {
      Tampering tampering = new Tampering(CLUSTER, client);
      tampering.load();
      tampering.withAByteInARedis();
      tampering.withAByteInALedgersLog();
    }
  }

  private String picture(String role) throws IOException {
    return Files.readString(directory.resolve(role + ".svg"));
  }
}
