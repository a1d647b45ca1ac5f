package io.hybridycsb.it.veritas.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hybridycsb.it.suites.LossTests;
import io.hybridycsb.it.veritas.VeritasCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Flame graphs show what a cluster does, and cost it nothing that it has acknowledged. */
@Tag("veritas-kafka")
@Tag("campaign")
class VeritasKafkaFlameIT extends LossTests {
  @RegisterExtension private static final VeritasCluster CLUSTER = new VeritasKafkaCluster(3);

  private static final Pattern NAME = Pattern.compile("'\\\\?(.)(.*)',?");

  @TempDir private Path directory;

  /** The load's client may be starting again meanwhile. */
  @Test
  void eachRolesPageHasItsJvmsAndTheirMethods() throws Exception {
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
                      assertThat(page("nodes"))
                          .contains("nodes: 3 JVMs together")
                          .contains("io/hybridycsb/veritas/core/node/Node");
                      assertThat(page("broker"))
                          .contains("broker: 1 JVM", "kafka/server/KafkaRequestHandler.run");
                      assertThat(page("oracle")).contains("oracle: 1 JVM");
                    }));
  }

  /** A page with its frames' names, each of which begins with what it shares with the last one. */
  private String page(String role) throws IOException {
    StringBuilder page = new StringBuilder();
    String last = "";
    for (String line : Files.readAllLines(directory.resolve(role + ".html"))) {
      Matcher name = NAME.matcher(line);
      if (name.matches()) {
        last = last.substring(0, Math.min(last.length(), name.group(1).charAt(0) - ' '));
        last += name.group(2);
        page.append(last).append('\n');
      } else {
        page.append(line).append('\n');
      }
    }
    return page.toString();
  }
}
