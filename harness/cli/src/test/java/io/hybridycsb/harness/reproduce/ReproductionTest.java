package io.hybridycsb.harness.reproduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.results.Paper;
import io.hybridycsb.harness.system.programs.Home;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ReproductionTest {
  /** The source tree has the release's experiments, claims and workloads. */
  private static final Home RELEASE = new Home(Path.of("../..").toAbsolutePath().normalize());

  @TempDir Path directory;
  private final List<String> said = new ArrayList<>();

  private Reproduction of(Home home, Paper paper) {
    return new Reproduction(home, paper, true, directory.resolve("out"), said::add);
  }

  @ParameterizedTest
  @EnumSource(Paper.class)
  void whatTheClaimsOfEachPaperNeedCanBeRun(Paper paper) {
    of(RELEASE, paper).tellPlan();

    assertThat(said).hasSizeGreaterThan(1);
    assertThat(said)
        .last()
        .asString()
        .matches("[1-9][0-9]* experiments for [1-9][0-9]* claims of .*, about .* on four cores");
  }

  @Test
  void nothingBeginsWhenTheHoursAreOver() throws Exception {
    assertThat(of(RELEASE, Paper.FABRIC_STATE).run(Instant.EPOCH)).isTrue();
    assertThat(said.get(0)).startsWith("time is up: ").endsWith("the same command goes on");
    assertThat(said).last().isEqualTo("there is no result yet to judge a claim by");
    assertThat(directory.resolve("out")).doesNotExist();
  }

  @Test
  void aReleaseWithoutClaimsSaysSo() {
    assertThatThrownBy(() -> of(new Home(directory), Paper.VLDB22))
        .isInstanceOf(UsageException.class)
        .hasMessageEndingWith("experiments has no claims of vldb22");
  }
}
