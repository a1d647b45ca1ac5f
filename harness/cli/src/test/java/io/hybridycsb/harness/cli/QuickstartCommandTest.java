package io.hybridycsb.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class QuickstartCommandTest {
  private static Map<String, String> settings(String... arguments) {
    QuickstartCommand command = new QuickstartCommand();
    new CommandLine(command).parseArgs(arguments);
    return command.request().up().settings();
  }

  @Test
  void theSystemsOwnOptionsForAQuickstartAreSetBesideTheUsers() {
    assertThat(settings("--set", "node.heap=1g"))
        .isEqualTo(Map.of("node.heap", "1g", "nodes.jvm", "shared"));
    assertThat(settings("--set", "nodes.jvm=separate")).isEqualTo(Map.of("nodes.jvm", "separate"));
    assertThat(settings("etcd")).isEmpty();
  }
}
