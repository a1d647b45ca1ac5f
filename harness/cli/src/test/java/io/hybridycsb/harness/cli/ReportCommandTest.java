package io.hybridycsb.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.results.RunFiles;
import io.hybridycsb.harness.results.runs.TestRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportCommandTest extends CommandFixture {
  @TempDir Path directory;

  @BeforeEach
  void aReleaseAndAResult() {
    System.setProperty("hybrid.home", directory.toString());
    RunFiles.write(directory.resolve("results/1"), new TestRun().result());
  }

  @AfterEach
  void noRelease() {
    System.clearProperty("hybrid.home");
  }

  private int report() {
    return hybrid("report", directory.resolve("results"), "--out", directory.resolve("out"));
  }

  private void claims(String text) throws IOException {
    Path claims = Files.createDirectories(directory.resolve("experiments/claims"));
    Files.writeString(claims.resolve("vldb22.yaml"), text);
  }

  @Test
  void theClaimsOfTheReleaseAreCountedByTheirVerdicts() throws IOException {
    claims(
        """
        paper: vldb22
        claims:
          - id: a
            section: "4"
            says: A.
            test:
              kind: order
              experiment: fig05-clients
              metric: throughput
              above: veritas-kafka
              below: etcd
        """);

    assertThat(report()).as(err.toString()).isZero();
    assertThat(out.toString())
        .contains(
            "claims of the papers: 0 reproduced, 0 contradicted, 0 undecided, 1 not measured");
    assertThat(directory.resolve("out/claims.json")).isNotEmptyFile();
  }

  @Test
  void aFileOfClaimsWithUnknownWordsIsOneLine() throws IOException {
    claims("paper: vldb22\nclaim: []\n");

    assertThat(report()).isEqualTo(2);
    assertThat(err.toString().lines())
        .singleElement()
        .asString()
        .contains("vldb22.yaml: unknown name 'claim'; expected are: paper, tolerance, claims");
  }

  @Test
  void aReleaseWithoutClaimsMakesAReportWithoutThem() {
    assertThat(report()).as(err.toString()).isZero();
    assertThat(out.toString()).doesNotContain("claims");
    assertThat(directory.resolve("out/claims.json")).doesNotExist();
  }
}
