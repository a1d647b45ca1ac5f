package io.hybridycsb.it.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.hybridycsb.harness.results.YcsbReport;
import io.hybridycsb.it.release.Release;
import io.hybridycsb.it.release.ReleaseParameter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The compose files of our own servers, with a real engine: images built from the release, a
 * cluster of containers, a load, a run, the audit. It is skipped, and says why, where no engine
 * answers or an image of another project is neither there nor can be pulled.
 */
@Tag("campaign")
@Tag("pages")
@ExtendWith(ReleaseParameter.class)
class ContainersIT {
  private static final int RECORDS = 200;
  private static final int OPERATIONS = 400;

  @TempDir private static Path directory;
  private static ContainerEngine engine;

  @BeforeAll
  static void findEngine() {
    engine = ContainerEngine.find(System.getenv().getOrDefault("PATH", ""), directory);
    assumeTrue(engine.missing().isEmpty(), engine::missing);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "veritas-kafka, veritas.timeout.ms",
    "veritas-tm, veritas.timeout.ms",
    "blockchaindb, blockchaindb.timeout.ms"
  })
  void aClusterOfContainersCommitsALoadAndARunAndPassesItsAudit(
      String system, String patience, Release release) {
    try (ComposeProject project =
        new ComposeProject(engine, release.home(), system, System.getenv())) {
      requireImages(project);
      project.build();
      try {
        project.up();
        loadRunAndAudit(project, system, patience);
      } catch (AssertionError e) {
        throw new AssertionError(e.getMessage() + "\n" + project.logs(), e);
      }
    }
  }

  private static void requireImages(ComposeProject project) {
    for (Map.Entry<String, String> image : project.imagesOfOthers().entrySet()) {
      assumeTrue(
          engine.has(image.getKey()),
          () ->
              "the image %s is not here, and can't be pulled; %s names another"
                  .formatted(image.getKey(), image.getValue()));
    }
  }

  private static void loadRunAndAudit(ComposeProject project, String system, String patience) {
    YcsbReport load = ycsb(project, "load", system, patience);
    assertThat(load.committed()).as("inserts").isEqualTo(RECORDS);

    YcsbReport run = ycsb(project, "run", system, patience);
    assertThat(run.attempted()).isEqualTo(OPERATIONS);
    assertThat(run.committed()).isPositive();
    assertThat(run.wrongReads()).isZero();
    assertThat(run.uncommitted().keySet()).isSubsetOf("ABORTED");

    assertThat(project.run("audit", List.of()).requireSuccess().out()).contains("audit passed");
  }

  private static YcsbReport ycsb(
      ComposeProject project, String phase, String system, String patience) {
    List<String> arguments = new ArrayList<>(List.of(phase, system, "-P", "workloada"));
    arguments.addAll(List.of("-P", "/cluster/client.properties", "-threads", "8"));
    for (String property :
        List.of(
            "recordcount=" + RECORDS,
            "operationcount=" + OPERATIONS,
            "dataintegrity=true",
            patience + "=60000")) {
      arguments.addAll(List.of("-p", property));
    }
    return YcsbReport.parse(project.run("ycsb", arguments).requireSuccess().out());
  }
}
