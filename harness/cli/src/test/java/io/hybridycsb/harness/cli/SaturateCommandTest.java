package io.hybridycsb.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.ParseResult;

class SaturateCommandTest extends CommandFixture {
  @TempDir Path directory;

  private void requireRefused(String message, Object... arguments) {
    err.getBuffer().setLength(0);
    assertThat(hybrid(arguments)).as(message).isEqualTo(2);
    assertThat(err.toString().lines()).singleElement().asString().contains(message);
  }

  @Test
  void whatCannotBeSearchedExitsWithStatus2AndOneLine() throws Exception {
    requireRefused("name either a SYSTEM, or a cluster by --attach", "bench", "saturate");
    requireRefused("unknown system 'etcdd'", "bench", "saturate", "etcdd");
    requireRefused("--p99 is a number", "bench", "saturate", "etcd", "--p99", "0");
    requireRefused("--p99 is a number", "bench", "saturate", "etcd", "--p99", "NaN");
    requireRefused("'--p99'", "bench", "saturate", "etcd", "--p99", "soon");
    requireRefused("--threads is at least 1", "bench", "saturate", "etcd", "--threads", "0");
    requireRefused("--set", "bench", "saturate", "etcd", "--set", "x");
    requireRefused("takes no EXPERIMENT", "bench", "fig05-clients", "saturate", "etcd");
    requireRefused("takes no EXPERIMENT", "bench", "--plan", "saturate", "etcd");
    requireRefused("hosts of clients", "bench", "--clients", "kubernetes", "saturate", "etcd");
    requireRefused(
        "there is no file", "bench", "saturate", "etcd", "--settings", directory.resolve("none"));
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void theOptionsOfAStartAreRefusedForAClusterThatOthersHaveStarted() throws Exception {
    Path mine = directory.resolve("mine.yaml");
    Files.writeString(mine, "system: etcd\nnodes: 1\nproperties: {etcd.endpoints: nowhere}\n");

    requireRefused("either a SYSTEM", "bench", "saturate", "etcd", "--attach", mine);
    requireRefused("not for --attach", "bench", "saturate", "--attach", mine, "--nodes", "3");
    requireRefused("not for --attach", "bench", "--attach", mine, "saturate", "--set", "a=b");
  }

  @Test
  void experimentsAreStillNamedAfterBench() {
    for (String name : List.of("saturate.yaml", "saturation", "fig05-clients")) {
      ParseResult bench = HybridMain.commandLine().parseArgs("bench", name, "--quick").subcommand();
      assertThat(bench.hasSubcommand()).as(name).isFalse();
    }
    assertThat(HybridMain.commandLine().parseArgs("bench", "saturate", "etcd").subcommand())
        .matches(ParseResult::hasSubcommand);
    assertThat(hybrid("bench", "saturate", "--help")).isZero();
    assertThat(out.toString()).contains("99 %", "--p99", "--quick", "--attach");
  }
}
