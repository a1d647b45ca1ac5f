package io.hybridycsb.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HybridMainTest extends CommandFixture {
  @Test
  void everyCommandExplainsItself() {
    assertThat(hybrid("--help")).isZero();
    for (String command :
        List.of(
            "up",
            "status",
            "logs",
            "flame",
            "kill",
            "restart",
            "partition",
            "heal",
            "down",
            "quickstart",
            "report",
            "compare",
            "keygen",
            "merge",
            "systems",
            "new-system",
            "conform",
            "get",
            "put",
            "delete",
            "verify",
            "audit",
            "check")) {
      assertThat(out.toString()).contains("  " + command + " ");
      assertThat(hybrid(command, "--help")).as(command).isZero();
      assertThat(out.toString()).contains("Usage: hybrid " + command);
    }
  }

  @Test
  void whatIsMisunderstoodExitsWithStatus2() {
    assertThat(hybrid()).isEqualTo(2);
    assertThat(hybrid("fly")).isEqualTo(2);
    assertThat(hybrid("up")).isEqualTo(2);
    assertThat(hybrid("up", "veritas")).isEqualTo(2);
    assertThat(hybrid("restart", "veritas-kafka")).isEqualTo(2);
    assertThat(hybrid("restart", "veritas-kafka", "node1", "--all")).isEqualTo(2);
    assertThat(hybrid("partition", "veritas-kafka")).isEqualTo(2);
    assertThat(hybrid("quickstart", "--workload", "z")).isEqualTo(2);
    assertThat(hybrid("quickstart", "--threads", "0")).isEqualTo(2);
    assertThat(err.toString()).doesNotContain("\tat ");
    assertThat(err.toString().lines()).hasSize(9).allMatch(line -> line.startsWith("hybrid"));
  }

  @Test
  void whatIsMisunderstoodIsSaidInOneLineWithTheNextStep() {
    hybrid("up");
    hybrid("up", "etcd", "--nodes", "many");
    hybrid("restart", "etcd");
    hybrid("verify");
    hybrid("statu");

    assertThat(err.toString().lines())
        .containsExactly(
            "hybrid up: Missing required parameter: 'SYSTEM'; see 'hybrid up --help'",
            "hybrid up: Invalid value for option '--nodes': 'many' is not an int; see 'hybrid up"
                + " --help'",
            "hybrid restart: name processes, or give --all; see 'hybrid restart --help'",
            "hybrid verify: Missing required parameter: 'SYSTEM'; see 'hybrid verify --help'",
            "hybrid: Unmatched argument at index 0: 'statu' (did you mean status?); see"
                + " 'hybrid --help'");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void theHistoryOfASystemWithoutOneIsRefusedInOneLine() {
    assertThat(hybrid("get", "etcd", "user1", "--at", "7")).isEqualTo(2);
    assertThat(hybrid("get", "quorum", "--at=7", "user1")).isEqualTo(2);
    assertThat(hybrid("get", "veritas-tm", "user1", "--at", "7")).isEqualTo(1);
    assertThat(err.toString().lines())
        .hasSize(3)
        .startsWith(
            "hybrid: etcd keeps no history; get --at is for veritas-kafka and veritas-tm",
            "hybrid: quorum keeps no history; get --at is for veritas-kafka and veritas-tm");
  }

  @Test
  void whatCannotBeDoneExitsWithStatus1AndOneLine() {
    assertThat(hybrid("get", "no-such-system", "key")).isEqualTo(1);
    assertThat(hybrid("kill", "no-such-system", "node1")).isEqualTo(1);
    assertThat(hybrid("partition", "no-such-system", "node1")).isEqualTo(1);
    assertThat(hybrid("heal", "no-such-system")).isEqualTo(1);
    assertThat(err.toString().lines())
        .hasSize(4)
        .allMatch(line -> line.startsWith("hybrid: no cluster in "));
  }

  @Test
  void theOptionsOfASystemAreListedAndWhatElseThereIsToBuild(@TempDir Path home) throws Exception {
    Path bin = Files.createDirectories(home.resolve("bin"));
    Files.writeString(bin.resolve("bindings.properties"), "etcd:A\nsomething-else:B\n");
    System.setProperty("hybrid.home", home.toString());
    try {
      assertThat(hybrid("systems")).isZero();
    } finally {
      System.clearProperty("hybrid.home");
    }

    assertThat(out.toString())
        .contains("veritas-kafka: ")
        .contains("  block.linger.ms ")
        .contains("  network.rtt.ms ")
        .contains("not in this release: something-else; 'hybrid up SYSTEM' builds one");
  }
}
