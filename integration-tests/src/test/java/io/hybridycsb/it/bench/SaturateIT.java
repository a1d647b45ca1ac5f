package io.hybridycsb.it.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hybridycsb.harness.cluster.ClusterDirectory;
import io.hybridycsb.harness.process.ProcessIdentity;
import io.hybridycsb.harness.results.RunFiles;
import io.hybridycsb.harness.results.RunResult;
import io.hybridycsb.it.release.Ended;
import io.hybridycsb.it.release.Release;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A search for the highest rate that is held, on a real cluster. */
@Tag("experiments")
@Tag("campaign")
class SaturateIT {
  /** A machine's first start of a system may build programs. */
  private static final Duration TIMEOUT = Duration.ofMinutes(30);

  private static final String SETTINGS =
      """
      operations: 10000000
      seconds: 3
      warm-up: 1
      properties: {etcd.timeout.ms: 60000}
      load-properties: {etcd.timeout.ms: 60000}
      """;

  private static Release release;

  @RegisterExtension
  static final BeforeAllCallback UNPACKED = context -> release = Release.of(context);

  private Path directory;
  private Path out;

  @BeforeEach
  void newDirectory() throws Exception {
    directory = release.newDirectory();
    out = directory.resolve("out");
    Files.writeString(directory.resolve("small.yaml"), SETTINGS);
  }

  @AfterEach
  void nothingStays() throws Exception {
    for (ProcessIdentity process : servers()) {
      process.kill(Duration.ofSeconds(10));
    }
    Release.delete(directory);
  }

  /** A bound of a minute, so that keeping up alone decides, and not this machine's other work. */
  @Test
  void theHighestRateHeldIsFoundOnOneClusterAndAskedAgainNoRunIsRepeated() throws Exception {
    Ended search = hybrid(command()).requireSuccess();

    assertThat(search.out()).containsOnlyOnce("starting node1").contains("etcd holds ");
    assertThat(servers()).as("servers that are left over").isEmpty();
    JsonNode found = found();
    long held = found.path("heldPerSecond").asLong();
    assertThat(held).isPositive();
    if (found.path("notHeldPerSecond").isNumber()) {
      assertThat(found.path("notHeldPerSecond").asLong()).isGreaterThan(held);
    }
    for (int repeat = 1; repeat <= 2; repeat++) {
      RunResult result =
          RunFiles.read(out.resolve("saturate/etcd/target=%d/%d/run.json".formatted(held, repeat)));
      assertThat(result.failure()).isEmpty();
      assertThat(result.setup().settings().properties())
          .containsEntry("target", Long.toString(held));
      assertThat(result.run().orElseThrow().operations().get("READ").intendedLatency()).isPresent();
    }

    Ended again = hybrid(command()).requireSuccess();

    assertThat(again.out()).doesNotContain("starting node1").contains("etcd holds ");
    assertThat(again.out().lines().filter(line -> line.strip().equals("done earlier")))
        .hasSize(1 + found.path("steps").size());
    assertThat(found()).isEqualTo(found);
    hybrid("report", out.toString(), "--out", directory.resolve("report").toString())
        .requireSuccess();
    assertThat(directory.resolve("report/index.html")).content().contains("none of these failed");
  }

  private JsonNode found() throws Exception {
    return new ObjectMapper().readTree(out.resolve("saturate/etcd/saturate.json").toFile());
  }

  private String[] command() {
    return new String[] {
      "bench",
      "saturate",
      "etcd",
      "--settings",
      "small.yaml",
      "--p99",
      "60000",
      "--nodes",
      "1",
      "--threads",
      "4",
      "--records",
      "200",
      "--out",
      out.toString()
    };
  }

  private Ended hybrid(String... arguments) {
    List<String> command = new ArrayList<>(List.of(release.script("hybrid")));
    command.addAll(List.of(arguments));
    return Release.run(directory, Map.of(), TIMEOUT, command);
  }

  private List<ProcessIdentity> servers() {
    return ClusterDirectory.of(out.resolve(".clusters"), "etcd").load().stream()
        .flatMap(state -> state.started().values().stream())
        .filter(ProcessIdentity::isAlive)
        .toList();
  }
}
