package io.hybridycsb.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hybridycsb.harness.results.RunFiles;
import io.hybridycsb.harness.results.runs.TestRun;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompareCommandTest extends CommandFixture {
  @TempDir Path directory;

  /** Of three repeats that agree. */
  private Path result(String name, TestRun run) {
    for (int repeat = 1; repeat <= 3; repeat++) {
      RunFiles.write(
          directory.resolve(name).resolve(String.valueOf(repeat)), run.repeat(repeat).result());
    }
    return directory.resolve(name);
  }

  @Test
  void theExitStatusTellsWhetherThereIsARegression() {
    Path a = result("a", new TestRun().committed(1000));
    Path b = result("b", new TestRun().committed(800));

    assertThat(hybrid("compare", a, b)).as(err.toString()).isEqualTo(1);
    assertThat(hybrid("compare", b, a)).isZero();
    assertThat(hybrid("compare", a, a)).isZero();
    assertThat(hybrid("compare", a, b, "--bound", "25%")).isZero();
    assertThat(out.toString()).contains("beyond 10 %", "beyond 25 %", "1 regression:");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void whatOneRunCannotDecideIsNoRegression() {
    Path a = result("a", new TestRun().committed(1000));
    Path b = result("b", new TestRun().committed(100));

    assertThat(hybrid("compare", a, b.resolve("1/run.json"))).as(err.toString()).isZero();
    assertThat(out.toString())
        .contains("single run: no interval", "1 point: 1 single run", "no regression");
  }

  @Test
  void whatCannotBeComparedExitsWithStatus2AndOneLine() throws Exception {
    Path a = result("a", new TestRun());
    Path other = result("other", new TestRun().clients(8));
    Path format = Files.createDirectory(directory.resolve("format"));
    Files.writeString(format.resolve("run.json"), "{\"format\": 99}");

    assertThat(hybrid("compare", a)).isEqualTo(2);
    assertThat(hybrid("compare", a, other)).isEqualTo(2);
    assertThat(hybrid("compare", a, format)).isEqualTo(2);
    assertThat(hybrid("compare", a, directory.resolve("none"))).isEqualTo(2);
    assertThat(hybrid("compare", a, Files.createDirectory(directory.resolve("empty"))))
        .isEqualTo(2);
    assertThat(hybrid("compare", a, a, "--bound", "much")).isEqualTo(2);
    assertThat(err.toString())
        .contains("no point in common", "format 99", "there is no run.json", "'much' is none");
    assertThat(err.toString().lines()).hasSize(6).allMatch(line -> line.startsWith("hybrid"));
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void programsReadTheSameFromAFile() throws Exception {
    Path file = directory.resolve("new/comparison.json");
    Path a = result("a", new TestRun().committed(0));
    Path b = result("b", new TestRun().committed(800));

    assertThat(hybrid("compare", b, a, "--json", file)).isEqualTo(1);
    JsonNode worse = new ObjectMapper().readTree(file.toFile());
    assertThat(worse.path("format").asInt()).isEqualTo(2);
    assertThat(worse.path("regressions").asInt()).isEqualTo(1);
    assertThat(worse.at("/points/0/verdict").asText()).isEqualTo("worse");
    assertThat(worse.at("/points/0/figures/0/name").asText()).isEqualTo("throughput");
    assertThat(worse.at("/points/0/figures/0/changePercent").asDouble()).isEqualTo(-100);
    assertThat(worse.at("/points/0/figures/0/low").asDouble()).isEqualTo(-100);
    assertThat(worse.at("/points/0/figures/0/high").asDouble()).isBetween(-100.0, -99.0);
    assertThat(worse.at("/points/0/figures/0/a/runs").asInt()).isEqualTo(3);
    assertThat(worse.at("/points/0/figures/0/repeatsToDecide").isNull()).isTrue();

    assertThat(hybrid("compare", a, b, "--json", file)).isZero();
    JsonNode better = new ObjectMapper().readTree(file.toFile());
    assertThat(better.at("/points/0/verdict").asText()).isEqualTo("better");
    assertThat(better.at("/points/0/figures/0/changePercent").isNull()).as("infinite").isTrue();
    assertThat(better.at("/points/0/figures/0/high").isNull()).as("infinite").isTrue();
  }
}
