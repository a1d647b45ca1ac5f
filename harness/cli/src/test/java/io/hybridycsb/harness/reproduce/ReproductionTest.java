package io.hybridycsb.harness.reproduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.files.Disk;
import io.hybridycsb.harness.results.Paper;
import io.hybridycsb.harness.system.programs.Home;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ReproductionTest {
  @TempDir static Path unpacked;

  @TempDir Path directory;
  private final List<String> said = new ArrayList<>();
  private final Home release = new Home(unpacked);

  /** A release without jars, of which a build is told: others may just write those of the tree. */
  @BeforeAll
  static void unpack() {
    Path tree = Path.of("../..").toAbsolutePath().normalize();
    for (String part : List.of("experiments", "workloads")) {
      for (Path file : Disk.walk(tree.resolve(part))) {
        Path to = unpacked.resolve(tree.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Disk.makeDirectory(to);
        } else {
          Disk.copy(file, to);
        }
      }
    }
  }

  private Reproduction of(Home home, Paper paper) {
    return new Reproduction(home, paper, true, directory.resolve("out"), said::add);
  }

  @ParameterizedTest
  @EnumSource(Paper.class)
  void whatTheClaimsOfEachPaperNeedCanBeRun(Paper paper) {
    of(release, paper).tellPlan();

    assertThat(said).hasSizeGreaterThan(1);
    assertThat(said)
        .last()
        .asString()
        .matches("[1-9][0-9]* experiments for [1-9][0-9]* claims of .*, about .* on four cores");
  }

  @Test
  void nothingBeginsWhenTheHoursAreOver() throws Exception {
    assertThat(of(release, Paper.FABRIC_STATE).run(Instant.EPOCH)).isTrue();
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
