package io.hybridycsb.harness.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

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

  @Command(name = "hybrid")
  private static final class Main {}

  @Test
  void anOptionBeforeTheSystemIsNotTakenForOne() {
    CommandLine main = new CommandLine(new Main());
    ForwardCommand.addAllTo(main);
    StringWriter err = new StringWriter();
    main.setErr(new PrintWriter(err));
    main.setExecutionExceptionHandler(
        (e, failed, parsed) -> {
          failed.getErr().print(e.getMessage());
          return 2;
        });

    assertThat(main.execute("put", "--replace", "etcd", "k", "a=b")).isEqualTo(2);
    assertThat(err)
        .hasToString("which system? Name it before --replace: hybrid put SYSTEM --replace");
  }
}
