package io.hybridycsb.harness.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ForwardCommandTest {
  private static final List<String> CLUSTERS =
      List.of("java", "-cp", "lib/*", "Main", "verify", "--config", "c.json", "--state", "kept");

  @Test
  void theClustersOptionsComeBeforeTheUsersArguments() {
    assertThat(ForwardCommand.command(CLUSTERS, List.of("user1", "--node", "node3")))
        .startsWith("java", "-cp")
        .endsWith("--config", "c.json", "--state", "kept", "user1", "--node", "node3");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--state mine", "--state=mine"})
  void anOptionOfTheUsersTakesThePlaceOfTheClusters(String given) {
    List<String> arguments = List.of(("user1 " + given).split(" "));

    assertThat(ForwardCommand.command(CLUSTERS, arguments))
        .containsSequence("--config", "c.json", "user1")
        .endsWith(given.split(" "))
        .doesNotContain("kept");
  }
}
