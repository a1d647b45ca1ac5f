package io.hybridycsb.it.veritas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hybridycsb.it.LossTests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Flame graphs show what a cluster does, and cost it nothing that it has acknowledged. */
@Tag("veritas-kafka")
@Tag("campaign")
class VeritasKafkaFlameIT extends LossTests {
  @RegisterExtension private static final VeritasCluster CLUSTER = new VeritasKafkaCluster(3);

  @TempDir private Path directory;

  /** The load's client may be starting again meanwhile. */
  @Test
  void eachRolesPictureHasItsJvmsAndTheirMethods() throws Exception {
    survives(
        "flame",
        load ->
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
                      assertThat(picture("nodes"))
                          .contains("nodes: 3 JVMs together", "i.h.v.c.node.Node");
                      assertThat(picture("broker"))
                          .contains("broker: 1 JVM", "KafkaRequestHandler.run");
                      assertThat(picture("oracle")).contains("oracle: 1 JVM");
                    }));
  }

  private String picture(String role) throws IOException {
    return Files.readString(directory.resolve(role + ".svg"));
  }
}
